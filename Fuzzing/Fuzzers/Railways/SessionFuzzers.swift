// SPDX-License-Identifier: MIT
import Foundation
import Tracking

@testable import Sessions

extension Fuzzer {
    /// A damaged file of sessions, byte by byte.
    static let sessionFile = Fuzzer("session-file", longest: 40_960) { bytes in
        checkSessions(FuzzFolder.file("sessions.sqlite", bytes))
    }
    /// An intact file with rows that our recorder never makes.
    static let sessionRows = Fuzzer("session-rows", longest: 512) { bytes in
        let path = FuzzFolder.file("session-rows.sqlite", wholeSessions)
        if RowDamage.apply(bytes, to: path) { checkSessions(path) }
    }

    /// All queries that the program makes of such a file.
    private static func checkSessions(_ path: String) {
        do throws(SessionError) {
            let store = try SessionStore(path, patience: 0)
            for session in try store.sessions().prefix(4) {
                for format in SessionFormat.allCases {
                    var size = 0
                    _ = try SessionExport(store, session.range, as: format, title: "sessions").write { bytes in
                        size += bytes.count
                        return size < 1 << 20
                    }
                }
                _ = try store.events(of: session.range)
                _ = try store.activities(of: session.range)
            }
        } catch { check(error) }
        do throws(InputFault) {
            var reader = try SessionReader(path)
            var count = 0
            while case .fix(let fix)? = try reader.next() {
                count += 1
                expect(count < 100_000, "it never ends")
                expect(
                    fix.extras.isEmpty || fix.extras.count == reader.extraNames.count,
                    "\(fix.extras.count) extras for \(reader.extraNames.count) columns")
            }
        } catch { expect(!error.message.isEmpty && error.source == path, "a fault without words: \(error)") }
    }

    private static func check(_ error: SessionError) {
        expect(!error.message.isEmpty && !error.remedy.isEmpty, "an error without words: \(error)")
    }

    private static let wholeSessions = RowDamage.made("whole-sessions.sqlite") { path in
        let file = try SessionFile.openForWriting(path, patience: 0)
        var writer = SessionWriter(file, source: "walk.gpx", SessionQueue.Beginning(extraNames: ["heart"]))
        var tracker = MotionTracker(extraNames: ["heart"])
        var updates: [TrackerUpdate] = []
        for number in 0..<4 {
            var fix = Fix()
            fix.time = TrackTime(nanoseconds: 1_700_000_000_000_000_000 + Int64(number) * 1_000_000_000)
            (fix.latitude, fix.longitude, fix.speed, fix.extras) = (47, 8 + Double(number) / 1000, 1.5, [Double(80 + number)])
            var update = tracker.process(fix)
            update.channels["activity"] = .category("walking")
            if number == 2 { update.events.append(TrackEvent(.departed, subject: "A")) }
            updates.append(update)
        }
        try writer.write(updates)
        try writer.finish()
        try file.queue.close()
    }
}
