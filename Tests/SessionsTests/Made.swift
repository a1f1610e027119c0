// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import TestTraits
import Testing
import Tracking

@testable import Sessions

/// Files and updates made for tests.
enum Made {
    static let start = TrackTime(iso8601: "2026-04-01T08:00:00Z") ?? TrackTime(nanoseconds: 0)

    static func time(_ seconds: Double) -> TrackTime {
        TrackTime(nanoseconds: start.nanoseconds + Int64((seconds * 1e9).rounded()))
    }

    /// A fix on a meridian, at the given seconds and metres.
    static func fix(_ seconds: Double, metres: Double = 0) -> Fix {
        var fix = Fix()
        fix.time = time(seconds)
        fix.latitude = 35 + metres / 110_941
        fix.longitude = 139.7
        return fix
    }

    static func update(_ fix: Fix, activity: String? = nil, speed: Double? = nil, line: String? = nil) -> TrackerUpdate {
        var update = TrackerUpdate(time: fix.time ?? start, fix: fix)
        if let speed { update.channels["speed"] = .number(speed) }
        if let activity {
            update.channels["activity"] = .category(activity)
            update.channels["activityConfidence"] = .number(0.75)
        }
        if let line {
            update.channels["offTrain"] = .number(0)
            update.channels["line"] = .category(line)
        }
        return update
    }

    /// One fix per second; each leg is an activity, its speed in m/s and its length in seconds.
    static func journey(_ legs: [(activity: String?, speed: Double, seconds: Int)], line: String? = nil) -> [TrackerUpdate] {
        var updates: [TrackerUpdate] = []
        var metres = 0.0
        for leg in legs {
            for _ in 0..<leg.seconds {
                let fix = fix(Double(updates.count), metres: metres)
                updates.append(update(fix, activity: leg.activity, speed: leg.speed, line: leg.activity == "train" ? line : nil))
                metres += leg.speed
            }
        }
        return updates
    }

    /// A file with these updates recorded.
    static func record(
        _ updates: [TrackerUpdate], extraNames: [String] = [], to path: String, source: String = "made"
    ) async throws -> SessionRecorder.Report {
        let recorder = try SessionRecorder(path, source: source)
        recorder.begin(extraNames: extraNames, restartsOnClockReset: false)
        for update in updates { await recorder.record(update) }
        return try recorder.finish()
    }

    static func fixes(_ path: String, session: Int64? = nil) throws -> [Fix] {
        var reader: any FixReader = try SessionReader(path, session: session)
        return try fixes(of: &reader)
    }

    /// The latest session as a file of that format.
    static func export(_ path: String, _ format: SessionFormat) throws -> (bytes: [UInt8], report: SessionExport.Report) {
        let store = try SessionStore(path)
        var bytes: [UInt8] = []
        let report = try SessionExport(store, store.range(session: nil), as: format, title: "A <ride> & more").write {
            bytes += $0
            return true
        }
        return (bytes, report)
    }

    /// The fixes of a file that was exported, or of one like it.
    static func read(_ bytes: [UInt8], _ name: String, reading: TrackReading = TrackReading()) throws -> (names: [String], fixes: [Fix]) {
        var reader = try TrackInput.open(ByteSource(name: name, bytes: bytes), reading: reading)
        return (reader.extraNames, try fixes(of: &reader))
    }

    private static func fixes(of reader: inout any FixReader) throws -> [Fix] {
        var fixes: [Fix] = []
        while let item = try reader.next() { if case .fix(let fix) = item { fixes.append(fix) } else { Issue.record("\(item)") } }
        return fixes
    }

    /// The lines that `track` writes of these updates.
    static func lines(_ updates: [TrackerUpdate]) -> [UInt8] {
        var lines: [UInt8] = []
        for update in updates { TrackLine.write(update, to: &lines) }
        return lines
    }

    /// The bits by which fixes are compared, including NaN and -0.
    static func bits(_ fix: Fix) -> [UInt64?] {
        let numbers = [fix.latitude, fix.longitude, fix.altitude, fix.speed, fix.course, fix.accuracy] + fix.extras
        let plane = [fix.plane?.x.bitPattern, fix.plane?.y.bitPattern]
        let track = (fix.track.map { Array($0.utf8) } ?? []).map { UInt64($0) }
        return [
            fix.time.map { UInt64(bitPattern: $0.nanoseconds) }, fix.startsSegment ? 1 : 0, fix.isNoFix ? 1 : 0, fix.track == nil ? 0 : 1,
        ]
            + plane + numbers.map { $0?.bitPattern } + track
    }
}

/// Another program that has the file open.
struct OtherProgram {
    private let queue: DatabaseQueue

    init(_ path: String) throws {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        queue = try DatabaseQueue(path: path, configuration: configuration)
    }

    func execute(_ sql: String) throws { try queue.writeWithoutTransaction { try $0.execute(sql: sql) } }

    /// Blocks all other readers and writers until `letGo`.
    static func locking(_ path: String) throws -> OtherProgram {
        let other = try OtherProgram(path)
        try other.execute("PRAGMA journal_mode = DELETE; PRAGMA locking_mode = EXCLUSIVE")
        try other.execute("BEGIN EXCLUSIVE; UPDATE recording SET source = source")
        return other
    }

    func letGo() throws {
        try execute("ROLLBACK")
        try queue.close()
    }
}
