// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import PlainText
import Tracking

/// Adds one recording to a session file, one transaction per batch of updates. One owner.
struct SessionWriter {
    private let file: WritableSessionFile
    private let source: String
    private let beginning: SessionQueue.Beginning
    private var state = RecordingState()

    /// - Parameter source: The name of the input.
    init(_ file: WritableSessionFile, source: String, _ beginning: SessionQueue.Beginning) {
        self.file = file
        self.source = source
        self.beginning = beginning
    }

    /// The number of fixes written so far.
    var fixCount: Int64 { state.nextNumber }
    var sessionCount: Int { state.sessionCount }

    /// Writes all of the updates or, if it throws, none. The first batch creates the recording.
    mutating func write(_ updates: some Collection<TrackerUpdate>) throws(SessionError) {
        guard !updates.isEmpty else { return }
        let (source, beginning) = (source, beginning)
        try change { database, state in
            if state.recording == nil {
                state.recording = try Self.addRecording(source: source, beginning, to: database)
            }
            for update in updates { try state.add(update, to: database) }
            try state.save(to: database)
        }
    }

    /// Closes what is open: the input has ended.
    mutating func finish() throws(SessionError) {
        guard state.recording != nil else { return }
        try change { database, state in try state.close(in: database) }
        // Merges the file and its log into one file, which can be read even on a read-only disk. If another program is reading it
        // now, it stays as it is.
        try? file.queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    }

    private mutating func change(_ body: (Database, inout RecordingState) throws -> Void) throws(SessionError) {
        // SQLite would go on writing into a file without a name, which is gone at the end.
        guard file.isInPlace else {
            throw SessionError(
                kind: .unwritable, path: file.path, message: "it was moved, replaced or deleted; later fixes are not kept",
                remedy: "leave the file in place while it is being recorded")
        }
        do {
            var changed = state
            try file.queue.writeWithoutTransaction { database in
                try database.inTransaction(.immediate) {
                    try body(database, &changed)
                    return .commit
                }
            }
            state = changed
        } catch { throw SessionError(error, path: file.path, isWriting: true) }
    }

    private static func addRecording(source: String, _ beginning: SessionQueue.Beginning, to database: Database) throws -> Int64 {
        let names = JSONValue.array(beginning.extraNames.map { .text($0) }).line
        try database.execute(
            sql: "INSERT INTO recording (source, created, extraNames, ended, live) VALUES (?, ?, ?, 0, ?)",
            arguments: [source, Int64(Date().timeIntervalSince1970), names, beginning.restartsOnClockReset])
        return database.lastInsertedRowID
    }
}
