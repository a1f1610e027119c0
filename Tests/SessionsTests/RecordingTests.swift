// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import Synchronization
import TestTraits
import Testing
import Tracking

@testable import Sessions

@Suite struct RecordingTests {
    /// Fixes with every field present or absent, and with numbers that databases tend to alter.
    private static func oddFixes(_ count: Int) -> [Fix] {
        var random = SplitMix(seed: 7)
        let odd: [Double] = [
            -0.0, .nan, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1, 1e15, 0.1, 9_007_199_254_740_992,
        ]
        func number() -> Double? {
            switch Int.random(in: 0..<4, using: &random) {
            case 0: nil
            case 1: odd.randomElement(using: &random)
            default: Double(bitPattern: UInt64.random(in: 0...0x7FEF_FFFF_FFFF_FFFF, using: &random))
            }
        }
        return (0..<count).map { _ in
            var fix = Fix()
            if Bool.random(using: &random) { fix.time = TrackTime(nanoseconds: Int64.random(in: .min ... .max, using: &random)) }
            (fix.latitude, fix.longitude, fix.altitude) = (number(), number(), number())
            (fix.speed, fix.course, fix.accuracy) = (number(), number(), number())
            fix.startsSegment = Bool.random(using: &random)
            fix.isNoFix = Int.random(in: 0..<5, using: &random) == 0
            if let x = number(), let y = number(), Bool.random(using: &random) { fix.plane = PlanePoint(x: x, y: y) }
            if Bool.random(using: &random) {
                fix.track = ["", "7", "anna \u{1F483}", "a,\"b\"\n", "owntracks/me/phone"].randomElement(using: &random)
            }
            if Bool.random(using: &random) { fix.extras = (0..<Int.random(in: 1...20, using: &random)).map { _ in number() } }
            return fix
        }
    }

    @Test func everyFixComesBackBitForBit() async throws {
        let folder = try Folder(), path = folder.path("s.sqlite")
        let fixes = Self.oddFixes(3_000)
        let names = ["heart", "Größe, \"alt\"", "a\nb"]
        let report = try await Made.record(fixes.map { Made.update($0) }, extraNames: names, to: path)
        #expect(report.fixes == 3_000)
        #expect(try Made.fixes(path).map(Made.bits) == fixes.map(Made.bits))
        #expect(try SessionReader(path).extraNames == names)
        // At rest it is one file.
        #expect(folder.names == ["s.sqlite"])
    }

    @Test func resultsStandBesideTheirFix() async throws {
        let folder = try Folder(), path = folder.path("s.sqlite")
        var updates = Made.journey([("stationary", 0, 20), ("train", 15, 200)], line: "JR.Loop")
        updates[25].channels["station"] = .category("Osaki")
        updates[25].channels["phase"] = .category("visiting")
        updates[25].channels["confidence"] = .number(0.9)
        updates[25].events = [TrackEvent(.departed, subject: "Osaki"), TrackEvent(.fixBack)]
        _ = try await Made.record(updates, to: path)
        let store = try SessionStore(path)
        let range = try store.range(session: nil)
        let kept = try store.fixes(of: range, from: 25, most: 1)
        #expect(kept.first?.results.railway == "JR.Loop")
        #expect(kept.first?.results.station == "Osaki")
        #expect(kept.first?.results.phase == "visiting")
        #expect(kept.first?.results.confidence == 0.9)
        #expect(try store.events(of: range).map(\.event) == updates[25].events)
        #expect(try store.events(of: range).first?.time == updates[25].time)
        #expect(kept.first.map { $0.trackLine + "\n" } == String(decoding: Made.lines([updates[25]]), as: UTF8.self))
        // The fix itself is in its own columns alone.
        let stored = try await DatabaseQueue(path: path).read {
            try String.fetchOne($0, sql: "SELECT trackLine FROM fix WHERE number = 25") ?? ""
        }
        #expect(stored.hasPrefix("\"") && !stored.contains("\"lat\""))
        #expect(try store.sessions().map(\.railways) == [["JR.Loop"]])
    }

    /// Two phones on two lines with alternating fixes: each railway once, one journey, one span of each activity.
    @Test func severalTracksDoNotMixTheirJourneys() async throws {
        let folder = try Folder(), path = folder.path("s.sqlite")
        var updates: [TrackerUpdate] = []
        let first = Made.journey([("stationary", 0, 20), ("train", 15, 200)], line: "JR.Loop")
        let second = Made.journey([("train", 20, 100), ("stationary", 0, 120)], line: "JR.Cross")
        for (one, other) in zip(first, second) {
            for (track, given) in [("anna", one), ("ben", other)] {
                var update = given
                update.track = track
                update.fix?.track = track
                update.channels["distance"] = .number(15.0 * Double(updates.count / 2) * (track == "anna" ? 1 : 0.1))
                // Ben's phone sends what it kept without a network.
                if track == "ben" { update.fix?.time = given.fix?.time.map { TrackTime(nanoseconds: $0.nanoseconds - 900_000_000_000) } }
                if updates.count < 2 { update.events = [TrackEvent(.fixBack)] }
                updates.append(update)
            }
        }
        let report = try await Made.record(updates, to: path)
        let store = try SessionStore(path)
        #expect(report.fixes == 440 && report.sessions == 1)
        #expect(try store.sessions().map { $0.railways.sorted() } == [["JR.Cross", "JR.Loop"]])
        // From anna's start to her end, although ben's fix is the last.
        #expect(try store.sessions().map(\.metres) == [15 * 199])
        #expect(try store.sessions().map(\.end) == [Made.time(219)])
        #expect(try store.events(of: try store.range(session: nil)).map(\.track) == ["anna", "ben"])
        let alone = folder.path("alone.sqlite")
        _ = try await Made.record(first, to: alone)
        let spans = try store.activities(of: try store.range(session: nil)).map(\.activity)
        let own = try SessionStore(alone)
        #expect(try spans == own.activities(of: try own.range(session: nil)).map(\.activity))
    }

    @Test func whatComesAfterTheEndIsNotKept() async throws {
        let folder = try Folder(), path = folder.path("s.sqlite")
        let updates = Made.journey([("train", 10, 100)])
        let recorder = try SessionRecorder(path, source: "made")
        for update in updates { await recorder.record(update) }
        #expect(try recorder.finish().fixes == 100)
        await recorder.record(updates[0])
        // Another call returns the same.
        #expect(try recorder.finish().fixes == 100)
        #expect(try Made.fixes(path) == updates.compactMap(\.fix))
    }

    @Test func aFileIsAddedTo() async throws {
        let folder = try Folder(), path = folder.path("s.sqlite")
        let first = Made.journey([("train", 10, 50)]), second = Made.journey([("walking", 1.4, 70)])
        _ = try await Made.record(first, to: path, source: "first")
        _ = try await Made.record(second, to: path, source: "second")
        let sessions = try SessionStore(path).sessions()
        #expect(sessions.map(\.source) == ["first", "second"])
        #expect(sessions.map(\.fixes) == [50, 70])
        #expect(sessions.map(\.activity) == ["train", "walking"])
        // The latest session is replayed by default; the older one by its number.
        #expect(try Made.fixes(path) == second.compactMap(\.fix))
        #expect(try Made.fixes(path, session: sessions[0].id) == first.compactMap(\.fix))
        #expect(throws: InputFault.self) { try Made.fixes(path, session: 99) }
    }

    @Test func twoRecordersShareAFile() async throws {
        let folder = try Folder(), path = folder.path("s.sqlite")
        let updates = Made.journey([("train", 10, 500)])
        async let one = Made.record(updates, to: path, source: "one")
        async let two = Made.record(updates, to: path, source: "two")
        #expect(try await [one.fixes, two.fixes] == [500, 500])
        #expect(try SessionStore(path).sessions().map(\.fixes) == [500, 500])
    }

    @Test func whatIsWrittenCanBeReadMeanwhile() async throws {
        let folder = try Folder(), path = folder.path("s.sqlite")
        let recorder = try SessionRecorder(path, source: "live")
        for update in Made.journey([("train", 10, 30)]) { await recorder.record(update) }
        try await eventually("all are there", within: 2) { (try? SessionStore(path).sessions().first?.fixes) == 30 }
        let seen = try SessionStore(path).sessions()
        #expect(seen.count == 1 && seen.first?.ending == nil)
        try recorder.finish()
        #expect(try SessionStore(path).sessions().first?.ending == .end)
    }

    @Test func aRecorderThatIsDroppedKeepsWhatItHas() async throws {
        let folder = try Folder(), path = folder.path("s.sqlite")
        do {
            let recorder = try SessionRecorder(path, source: "made")
            for update in Made.journey([("train", 10, 30)]) { await recorder.record(update) }
        }
        try await eventually("it is ended", within: 5) { (try? SessionStore(path).sessions().first?.ending) == .end }
        #expect(try Made.fixes(path).count == 30)
    }

    /// SQLite writes on into the file that has no name any more: nothing may be called kept then.
    @Test(arguments: [false, true]) func aFileThatIsDeletedMeanwhileIsReported(isReplaced: Bool) async throws {
        let folder = try Folder(), path = folder.path("s.sqlite")
        let recorder = try SessionRecorder(path, source: "live")
        let updates = Made.journey([("train", 10, 30)])
        for update in updates.prefix(10) { await recorder.record(update) }
        try await eventually("the first ten are kept", within: 5) { (try? SessionStore(path).sessions().first?.fixes) == 10 }
        try FileManager.default.removeItem(atPath: path)
        if isReplaced { try Data().write(to: URL(fileURLWithPath: path)) }
        for update in updates.dropFirst(10) { await recorder.record(update) }
        let error = try #require(throws: SessionError.self) { try recorder.finish() }
        #expect(error.kind == .unwritable && error.message.contains("deleted"))
    }

    @Test func nothingRecordedIsNoSession() async throws {
        let folder = try Folder(), path = folder.path("s.sqlite")
        #expect(try await Made.record([], to: path).fixes == 0)
        #expect(try SessionStore(path).sessions().isEmpty)
        #expect(throws: InputFault.self) { try SessionReader(path) }
    }

    @Test(.tags(.alone)) func aLockHoldsUpTheWritingAndNotThePlaying() async throws {
        let folder = try Folder(), path = folder.path("s.sqlite")
        _ = try await Made.record(Made.journey([("train", 10, 5)]), to: path)
        let updates = Made.journey([("train", 10, 300)])
        let recorder = try SessionRecorder(path, source: "live", dropsWhenFull: true, capacity: 100)
        // A reader's snapshot would not block: with WAL both proceed.
        let blocker = try OtherProgram(path)
        try blocker.execute("BEGIN IMMEDIATE")
        let began = ContinuousClock.now
        for update in updates { await recorder.record(update) }
        #expect(ContinuousClock.now - began < .seconds(1))
        try blocker.execute("ROLLBACK")
        let report = try recorder.finish()
        #expect(report.missing > 0)
        #expect(report.fixes + report.missing == 300)
        // In order, and with no uncounted gap: which ones are missing depends on when the writing thread empties its queue.
        let kept = try Made.fixes(path)
        #expect(kept.count == report.fixes)
        var rest = updates.compactMap(\.fix)[...]
        for fix in kept {
            let place = try #require(rest.firstIndex(of: fix), "out of order")
            rest = rest[(place + 1)...]
        }
    }

    @Test func aTrackThatCanWaitLosesNothingToALock() async throws {
        let folder = try Folder(), path = folder.path("s.sqlite")
        let updates = Made.journey([("train", 10, 300)])
        let recorder = try SessionRecorder(path, source: "file", capacity: 50)
        let blocker = try OtherProgram(path)
        try blocker.execute("BEGIN IMMEDIATE")
        let keeping = Task {
            for update in updates { await recorder.record(update) }
        }
        try await Task.sleep(for: .milliseconds(300))
        try blocker.execute("ROLLBACK")
        await keeping.value
        #expect(try recorder.finish() == SessionRecorder.Report(fixes: 300, sessions: 1, missing: 0))
    }

    /// However long it lasted before the end, the last fixes wait for it.
    @Test func aLockOverTheEndLosesNothing() async throws {
        let folder = try Folder(), path = folder.path("s.sqlite")
        let troubles = Mutex(0)
        let recorder = try SessionRecorder(path, source: "live") { _ in troubles.withLock { $0 += 1 } }
        let blocker = try OtherProgram(path)
        try blocker.execute("BEGIN IMMEDIATE")
        await recorder.record(Made.update(Made.fix(0)))
        // Longer than the tries after the end.
        try await Task.sleep(for: .seconds(6))
        let release = Thread {
            sleep(3)
            #expect(throws: Never.self) { try blocker.execute("ROLLBACK") }
        }
        release.start()
        #expect(try recorder.finish().fixes == 1)
        #expect(try Made.fixes(path).count == 1)
        #expect(troubles.withLock { $0 } == 1)
    }

    /// The state of a disk after a power cut: the file and any prefix of its log.
    @Test func everyBeginningOfTheLogIsASoundFile() async throws {
        let folder = try Folder(), path = folder.path("s.sqlite")
        let updates = Made.journey([("train", 10, 60)])
        let recorder = try SessionRecorder(path, source: "live")
        // Several commits.
        for (number, update) in updates.enumerated() {
            await recorder.record(update)
            if number % 20 == 19 { try await Task.sleep(for: .milliseconds(250)) }
        }
        let main = try Data(contentsOf: URL(fileURLWithPath: path))
        let log = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
        var counts: [Int] = []
        for length in stride(from: 0, through: log.count, by: 1_531) {
            let copy = folder.path("cut.sqlite")
            for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: copy + ending) }
            try main.write(to: URL(fileURLWithPath: copy))
            try log.prefix(length).write(to: URL(fileURLWithPath: copy + "-wal"))
            let sessions = try SessionStore(copy).sessions()
            let fixes = sessions.isEmpty ? [] : try Made.fixes(copy)
            #expect(fixes == updates.prefix(fixes.count).compactMap(\.fix))
            counts.append(fixes.count)
        }
        #expect(counts == counts.sorted())
        #expect(counts.first == 0 && Set(counts).count >= 3, "\(counts)")
        try recorder.finish()
    }
}
