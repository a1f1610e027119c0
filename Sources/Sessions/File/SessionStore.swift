// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import PlainText
import Tracking

/// Reads a session file. Any thread; each call blocks until the disk responds (`SessionHistory` does not).
public struct SessionStore: Sendable {
    let path: String
    private let queue: DatabaseQueue

    /// Opens a file made by `--session` or `SessionRecorder`; it may still be written to.
    /// - Parameter patience: Seconds to wait for another program's lock.
    /// - Throws: `unreadable`, `foreign`, `newer`, `damaged`, `timeout`.
    public init(_ path: String, patience: Double = 5) throws(SessionError) {
        self.path = path
        queue = try SessionFile.openForReading(path, patience: patience)
    }

    /// Whether a file begins with the header of SQLite. A pipe or device is never opened.
    public static func isDatabase(_ path: String) -> Bool { SessionFile.isDatabase(path) }

    /// All sessions, in the order of recording.
    /// - Throws: `SessionError` if the file cannot be read.
    public func sessions() throws(SessionError) -> [Session] {
        try read { database in
            try Row.fetchAll(database, sql: Self.sessions + " ORDER BY s.recording, s.firstFix, s.id").map {
                try Self.session($0, database)
            }
        }
    }

    /// The session with the given number; the newest for nil.
    /// - Throws: `missing` if there is none.
    public func session(_ id: Int64?) throws(SessionError) -> Session {
        let found: Session? = try read { database in
            let row =
                try id.map { try Row.fetchOne(database, sql: Self.sessions + " WHERE s.id = ?", arguments: [$0]) }
                ?? Row.fetchOne(database, sql: Self.sessions + " ORDER BY s.recording DESC, s.firstFix DESC, s.id DESC LIMIT 1")
            return try row.map { try Self.session($0, database) }
        }
        guard let found else { throw noSuchSession(id) }
        return found
    }

    /// The fixes of one session; for nil all fixes of the newest recording, which is everything that one run of the program
    /// recorded.
    /// - Throws: `missing` if there is none.
    public func range(session id: Int64?) throws(SessionError) -> FixRange {
        if let id { return try session(id).range }
        let newest: FixRange? = try read { database in
            let sql = "SELECT recording, min(number), max(number) FROM fix WHERE recording = (SELECT max(recording) FROM fix)"
            guard let row = try Row.fetchOne(database, sql: sql).map(RowReading.init), let recording: Int64 = row.optional(0) else {
                return nil
            }
            return try row.range(of: recording, 1, 2)
        }
        guard let newest else { throw noSuchSession(nil) }
        return newest
    }

    /// The names of a recording's further columns, in the order of its fixes' `extras`.
    /// - Throws: `damaged` if the names cannot be parsed; `SessionError` if the file cannot be read.
    func extraNames(of recording: Int64) throws(SessionError) -> [String] {
        let text: String? = try read {
            try String.fetchOne($0, sql: "SELECT extraNames FROM recording WHERE id = ?", arguments: [recording])
        }
        let list = text.flatMap { try? JSONValue(reading: Array($0.utf8), source: path) }?.array
        guard let list, case let names = list.compactMap(\.text), names.count == list.count else {
            throw damaged("recording \(recording): its column names are unreadable")
        }
        return names
    }

    /// Whether a recording's track starts again where its clock is set back; false if its program did not say.
    func restartsOnClockReset(_ recording: Int64) throws(SessionError) -> Bool {
        try read { database in
            guard try SessionSchema.columns(of: "recording", database).contains("live") else { return false }
            return try Bool.fetchOne(database, sql: "SELECT live = 1 FROM recording WHERE id = ?", arguments: [recording]) ?? false
        }
    }

    /// The next fixes of a range, in order.
    /// - Parameters:
    ///   - number: The first fix to return; fixes before the range are omitted.
    ///   - most: The maximum number of fixes.
    /// - Throws: `SessionError` if the file cannot be read.
    func fixes(of range: FixRange, from number: Int64, most: Int = 1000) throws(SessionError) -> [RecordedFix] {
        let found: [RecordedFix?] = try read { database in
            let columns = FixRow.columns(among: try SessionSchema.columns(of: "fix", database))
            let sql = """
                SELECT number, trackLine, activity, railway, direction, station, phase, confidence, \(columns) FROM fix WHERE recording = ? AND number BETWEEN ? AND ?
                ORDER BY number LIMIT ?
                """
            var fixes: [RecordedFix?] = []
            let rows = try Row.fetchCursor(
                database, sql: sql, arguments: [range.recording, max(number, range.first), range.last, most])
            while let row = try rows.next().map(RowReading.init) {
                let (number, line): (Int64, String) = (try row.value(0), try row.value(1))
                let results = RecordedFix.Results(
                    activity: row.optional(2), railway: row.optional(3), direction: row.optional(4), station: row.optional(5),
                    phase: row.optional(6), confidence: row.optional(7))
                fixes.append(
                    FixRow.fix(row, from: 8).map { RecordedFix(number: number, fix: $0, results: results, lineAfterFix: line) })
            }
            return fixes
        }
        let whole = found.compactMap { $0 }
        guard whole.count == found.count else { throw damaged("a fix of recording \(range.recording) is unreadable") }
        return whole
    }

    /// The kinds of values in a range of fixes.
    struct Kinds: Equatable {
        var onEarth = false
        var inPlane = false
        var withTrack = false
        var noFix = false
    }

    func kinds(of range: FixRange) throws(SessionError) -> Kinds {
        try read { database in
            let known = try SessionSchema.columns(of: "fix", database)
            func has(_ column: String) throws -> Bool {
                guard known.contains(column) else { return false }
                return try Bool.fetchOne(
                    database,
                    sql: "SELECT EXISTS (SELECT 1 FROM fix WHERE recording = ? AND number BETWEEN ? AND ? AND \(column) IS NOT NULL)",
                    arguments: [range.recording, range.first, range.last]) ?? false
            }
            return Kinds(
                onEarth: try has("latitude") || has("longitude"), inPlane: try has("x"), withTrack: try has("track"),
                noFix: try has("noFix"))
        }
    }

    /// Whether a range of fixes, some of which name their track, is of more than one; those without a name are one.
    func hasSeveralTracks(_ range: FixRange) throws(SessionError) -> Bool {
        try read { database in
            try Bool.fetchOne(
                database,
                sql: "SELECT COUNT(DISTINCT IFNULL(track, '')) > 1 FROM fix WHERE recording = ? AND number BETWEEN ? AND ?",
                arguments: [range.recording, range.first, range.last]) ?? false
        }
    }

    /// The events of a range, in order.
    /// - Throws: `SessionError` if the file cannot be read.
    public func events(of range: FixRange) throws(SessionError) -> [SessionEvent] {
        try read { database in
            let track = try SessionSchema.columns(of: "fix", database).contains("track") ? "f.track" : "NULL"
            return try Row.fetchAll(
                database,
                sql: """
                    SELECT f.time, e.name, e.subject, \(track) FROM event e JOIN fix f ON f.recording = e.recording AND f.number = e.number
                    WHERE e.recording = ? AND e.number BETWEEN ? AND ? ORDER BY e.number, e.place
                    """, arguments: [range.recording, range.first, range.last]
            ).map(RowReading.init).map { row in
                SessionEvent(time: row.time(0), event: try row.event(1, subject: 2), track: row.optional(3))
            }
        }
    }

    /// The activities of a range, in order, clipped to its times.
    /// - Throws: `SessionError` if the file cannot be read.
    public func activities(of range: FixRange) throws(SessionError) -> [ActivitySpan] {
        try read { try Self.activities(of: range, between: Self.ends(of: range, $0), $0) }
    }

    /// Makes every running query fail soon with `timeout`.
    func interrupt() { queue.interrupt() }

    // MARK: Rows

    private static let sessions = """
        SELECT s.id, r.source, s.recording, s.firstFix,
            coalesce(s.lastFix, (SELECT max(number) FROM fix WHERE recording = s.recording)), s.ended, s.railways
        FROM session s JOIN recording r ON r.id = s.recording
        """

    private static func session(_ row: Row, _ database: Database) throws -> Session {
        let row = RowReading(row: row)
        let range = try row.range(of: row.value(2), 3, 4)
        let ends = try ends(of: range, database)
        let distances: [Double] = ends.compactMap { $0.optional(1) }
        let railways: String = try row.value(6)
        return Session(
            id: try row.value(0), source: try row.value(1), range: range, start: ends.first?.time(0), end: ends.last?.time(0),
            metres: distances.count == 2 ? distances[1] - distances[0] : nil,
            activity: mainActivity(try activities(of: range, between: ends, database)),
            railways: railways.split(separator: "\n").map(String.init), ending: row.optional(5).flatMap(Session.Ending.init))
    }

    /// The time and the distance of the first and the last fix of the recording's first track, whose journeys the sessions are;
    /// empty if it has none in the range.
    private static func ends(of range: FixRange, _ database: Database) throws -> [RowReading] {
        let isOfFirst =
            try SessionSchema.columns(of: "fix", database).contains("track")
            ? "AND track IS (SELECT track FROM fix WHERE recording = ?1 AND number = 0)" : ""
        return try ["ASC", "DESC"].compactMap { order in
            try Row.fetchOne(
                database,
                sql: """
                    SELECT time, distance FROM fix WHERE recording = ?1 AND number BETWEEN ?2 AND ?3 \(isOfFirst)
                    ORDER BY number \(order) LIMIT 1
                    """, arguments: [range.recording, range.first, range.last]
            ).map(RowReading.init)
        }
    }

    /// - Parameter ends: the range's `ends`, to whose times the activities are clipped.
    private static func activities(of range: FixRange, between ends: [RowReading], _ database: Database) throws -> [ActivitySpan] {
        let times = ends.compactMap { $0.time(0) }
        guard let start = times.min(), let end = times.max() else { return [] }
        return try Row.fetchAll(
            database,
            sql: """
                SELECT activity, start, "end", confidence FROM activity
                WHERE recording = ? AND lastFix >= ? AND firstFix <= ? ORDER BY firstFix
                """, arguments: [range.recording, range.first, range.last]
        ).map(RowReading.init).map { row in
            ActivitySpan(
                activity: try row.value(0), start: max(start, TrackTime(nanoseconds: try row.value(1))),
                end: min(end, TrackTime(nanoseconds: try row.value(2))), confidence: row.optional(3))
        }
    }

    /// The longest ride; without a ride the longest walk, then standing.
    private static func mainActivity(_ spans: [ActivitySpan]) -> String? {
        for kinds in [["train", "automotive", "cycling"], ["walking"], ["stationary"]] {
            let lengths = kinds.map { kind in
                spans.filter { $0.activity == kind }.reduce(0.0) { $0 + max($1.end.seconds(since: $1.start), 0.001) }
            }
            if let longest = lengths.max(), longest > 0, let index = lengths.firstIndex(of: longest) { return kinds[index] }
        }
        return nil
    }

    // MARK: Errors

    private func read<Value>(_ body: (Database) throws -> Value) throws(SessionError) -> Value {
        do { return try queue.read(body) } catch { throw SessionError(error, path: path, isWriting: false) }
    }

    private func noSuchSession(_ id: Int64?) -> SessionError {
        SessionError(
            kind: .missing, path: path, message: id.map { "there is no session \($0)" } ?? "the file contains no sessions yet",
            remedy: id == nil ? "record one with --session" : "'amaoto sessions list' lists the sessions")
    }

    private func damaged(_ what: String) -> SessionError {
        SessionError(kind: .damaged, path: path, message: what, remedy: "sqlite3 '\(path)' .recover gives what can still be read")
    }
}
