// SPDX-License-Identifier: MIT
import TestTraits
import Testing
import Tracking

@Suite struct TimeOrderTests {
    static func read(_ text: String, reorder: Double? = nil) throws -> (times: [Int64], tally: InputTally) {
        let (fixes, tally) = try fixes(text, reorder: reorder, separatesTracks: false)
        return (fixes.map(\.second), tally)
    }

    private static func fixes(_ text: String, reorder: Double?, separatesTracks: Bool) throws -> (
        fixes: [(track: String?, second: Int64)], tally: InputTally
    ) {
        let bytes = ByteSource(name: "made", bytes: Array(text.utf8))
        var reader = TimedReader(try TrackInput.open(bytes), source: "made", reorder: reorder, separatesTracks: separatesTracks)
        var fixes: [(String?, Int64)] = []
        while let item = try reader.next() {
            if case .fix(let fix) = item { fixes.append((fix.track, (fix.time?.nanoseconds ?? -1) / 1_000_000_000)) }
        }
        return (fixes, reader.tally)
    }
    private func csv(_ times: [Int]) -> String { "time,lat,lon\n" + times.map { "\($0),1,2\n" }.joined() }

    @Test func lateFixesAreCountedRefusedOrSorted() throws {
        let text = csv([0, 1, 3, 2, 4, 4, 9, 3, 10])
        let asTheyCome = try Self.read(text)
        #expect(asTheyCome.times == [0, 1, 3, 2, 4, 4, 9, 3, 10] && asTheyCome.tally.late == 2 && asTheyCome.tally.duplicates == 1)
        let refused = try Self.read(text, reorder: 0)
        #expect(refused.times == [0, 1, 3, 4, 4, 9, 10] && refused.tally.refused == 2 && refused.tally.late == 2)
        let sorted = try Self.read(text, reorder: 3)
        #expect(sorted.times == [0, 1, 2, 3, 4, 4, 9, 10] && sorted.tally.refused == 1)
        let all = try Self.read(text, reorder: 60)
        #expect(all.times == [0, 1, 2, 3, 3, 4, 4, 9, 10] && all.tally.refused == 0)
        #expect(all.tally.summary.contains("2 late"))
    }

    /// Fixes shuffled within the window come out in order and complete.
    @Test func anyShuffleWithinTheWindowIsMended() throws {
        var random = SplitMix(seed: 3)
        for _ in 0..<50 {
            var keyed = (0..<300).map { (Double($0) + Double.random(in: 0..<10, using: &random), $0) }
            keyed.sort { $0.0 < $1.0 }
            let reading = try Self.read(csv(keyed.map(\.1)), reorder: 10)
            #expect(reading.times == Array(0..<300))
        }
    }

    /// However many fixes wait, they come out in order of time, and those of the same time in order of arrival.
    @Test func fixesOfTheSameTimeKeepTheirOrder() throws {
        var random = SplitMix(seed: 4)
        let newestFirst = (0..<2000).map { 2000 - $0 }
        for times in [newestFirst, (0..<2000).map { _ in Int.random(in: 0..<8, using: &random) }] {
            let rows = times.enumerated().map { (time: $1, name: "p\($0)") }
            let text = "time,track_id,lat,lon\n" + rows.map { "\($0.time),\($0.name),1,2\n" }.joined()
            let (fixes, tally) = try Self.fixes(text, reorder: 86_400, separatesTracks: false)
            // Swift's sort is stable.
            #expect(fixes.map(\.track) == rows.sorted { $0.time < $1.time }.map(\.name) && tally.refused == 0)
        }
    }

    /// Tracks have separate clocks: sequential or interleaved in a file, each is sorted by itself.
    @Test func tracksAreSortedEachByItself() throws {
        let order = [0, 1, 4, 2, 3, 5, 8, 6, 7, 9]
        let behind = ["a", "b", "c"].flatMap { track in order.map { (track, $0) } }
        let byTurns = order.flatMap { second in [("a", second), ("b", second + 5000), ("c", second)] }
        for rows in [behind, byTurns] {
            let text = "time,track_id,lat,lon\n" + rows.map { "\($0.1),\($0.0),1,2\n" }.joined()
            let (fixes, tally) = try Self.fixes(text, reorder: 5, separatesTracks: true)
            for (track, first) in [("a", 0), ("b", rows[1].1 >= 5000 ? 5000 : 0), ("c", 0)] as [(String, Int64)] {
                #expect(fixes.filter { $0.track == track }.map(\.second) == (0..<10).map { first + $0 }, "\(track)")
            }
            #expect(tally.refused == 0 && fixes.count == 30)
        }
        // Within one track whose fixes have distinct names, there is one order.
        let text = "time,track_id,lat,lon\n" + order.map { "\($0),p\($0),1,2\n" }.joined()
        #expect(try Self.read(text, reorder: 5).times == Array(0..<10))
    }

    /// Fixes from the future end no live track's sorting: once the clock is set back, what they held is returned, and later fixes
    /// are in order again. A recorded track's late fixes stay late.
    @Test(arguments: [false, true]) func fixesFromTheFutureEndNoSorting(isLive: Bool) throws {
        let text = csv([0, 1, 5_000, 5_010, 5_012, 2, 3, 4, 6, 5, 7, 8, 9, 20])
        let input = try TrackInput.open(ByteSource(name: "made", bytes: Array(text.utf8)))
        var reader = TimedReader(input, source: "made", reorder: 3, isOfLiveAddress: isLive)
        var times: [Int64] = []
        while case .fix(let fix)? = try reader.next() { times.append((fix.time?.nanoseconds ?? -1) / 1_000_000_000) }
        #expect(times == [0, 1, 5_000, 5_010, 5_012] + (isLive ? [4, 5, 6, 7, 8, 9, 20] : []))
        #expect(reader.tally.refused == (isLive ? 2 : 9) && reader.tally.late == (isLive ? 3 : 9))
    }

    @Test func clocksThatJumpAreNotedOnce() throws {
        func notes(_ times: [Int], moving: Bool = false) throws -> [String] {
            let rows = times.enumerated().map { "\($1),\(1 + Double($0) * 0.0001),2\(moving ? ",11" : "")\n" }.joined()
            return try Self.read("time,lat,lon\(moving ? ",speed" : "")\n" + rows).tally.notes
        }
        let start = Array(1_700_000_000..<1_700_000_020)
        let zone = try notes(start + start.map { $0 + 20 - 3600 } + start.map { $0 + 40 })
        #expect(zone.count == 1 && zone[0].contains("back by 60 minutes"))
        let weeks = try notes(start.map { $0 - 619_315_200 } + start.map { $0 + 20 })
        #expect(weeks.isEmpty, "standing, or a pause of years: \(weeks)")
        let rolled = try notes(start + start.map { $0 + 20 - 619_315_200 })
        #expect(rolled.count == 1 && rolled[0].contains("1024 weeks"))
        let forth = try notes(start + start.map { $0 + 20 + 7200 }, moving: true)
        #expect(forth.count == 1 && forth[0].contains("on by 120 minutes"))
        let leap = try notes(start + start.map { $0 + 20 - 17 })
        #expect(leap.count == 1 && leap[0].contains("leap"))
        #expect(try notes(start + start.map { $0 + 4000 }).isEmpty)
        // Several stations that measure every hour.
        #expect(try notes((0..<60).map { 1_700_000_000 + $0 / 3 * 3600 }).isEmpty)
        #expect(try notes([5, 6, 8, 7, 9, 10, 11]).count <= 1)
    }

    /// A source's report of a lost fix takes effect at once, and so does its return.
    @Test func noFixIsHeardAtOnce() {
        func fix(_ second: Int, lost: Bool = false) -> Fix {
            var fix = Fix()
            fix.time = TrackTime(nanoseconds: Int64(second) * 1_000_000_000)
            fix.isNoFix = lost
            if !lost { (fix.latitude, fix.longitude) = (1 + Double(second) * 1e-4, 2) }
            return fix
        }
        var tracker = MotionTracker()
        let told = [fix(0), fix(1), fix(2), fix(3, lost: true), fix(4, lost: true), fix(30, lost: true), fix(31), fix(32)].map {
            tracker.step(to: $0)
        }
        let updates = told.map(\.update)
        #expect(updates.map { $0.events.map(\.name) } == [[], [], [], ["fix lost"], [], [], ["fix back"], []])
        #expect(updates.map { $0.channels["lost"]?.number } == [0, 0, 0, 1, 1, 1, 0, 0])
        #expect(updates[4].channels["fixAge"]?.number == 2 && updates[4].channels["speed"] == nil)
        // Ticks fill the silence between the reports, not again from the last fix, and repeat nothing.
        #expect(told[4].tickCount == 0 && told[5].tickCount == 259)
        #expect(told[5].dropLast().allSatisfy { $0.events.isEmpty && $0.channels["lost"]?.number == 1 })
        #expect((updates[7].channels["speed"]?.number ?? 0) > 5)
    }

    /// A fix that comes late while the source has none repeats what is known: also how old the last fix is.
    @Test func aLateFixLeavesTheAgeOfALostOne() {
        var tracker = MotionTracker()
        var updates: [TrackerUpdate] = []
        for (second, isNoFix) in [(0, false), (1, false), (5, true), (3, false), (5, false)] {
            var fix = MotionTrackerTests.fix(Double(second), speed: 1)
            fix.isNoFix = isNoFix
            updates.append(tracker.process(fix))
        }
        #expect(updates.map { $0.channels["fixAge"]?.number } == [0, 0, 4, 4, 4])
        #expect(updates.map { $0.channels["lost"]?.number } == [0, 0, 1, 1, 1])
    }
}
