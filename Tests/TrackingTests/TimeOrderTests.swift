import Testing

import Tracking

@Suite struct TimeOrderTests {
    private func read(_ text: String, reorder: Double? = nil) throws -> (times: [Int64], tally: InputTally) {
        var reader = TimedReader(try TrackInput.open(ByteSource(name: "made", bytes: Array(text.utf8))), source: "made", reorder: reorder)
        var times: [Int64] = []
        while let item = try reader.next() { if case .fix(let fix) = item { times.append((fix.time?.nanoseconds ?? -1) / 1_000_000_000) } }
        return (times, reader.tally)
    }
    private func csv(_ times: [Int]) -> String { "time,lat,lon\n" + times.map { "\($0),1,2\n" }.joined() }

    @Test func lateFixesAreCountedRefusedOrSorted() throws {
        let text = csv([0, 1, 3, 2, 4, 4, 9, 3, 10])
        let asTheyCome = try read(text)
        #expect(asTheyCome.times == [0, 1, 3, 2, 4, 4, 9, 3, 10] && asTheyCome.tally.late == 2 && asTheyCome.tally.duplicates == 1)
        let refused = try read(text, reorder: 0)
        #expect(refused.times == [0, 1, 3, 4, 4, 9, 10] && refused.tally.refused == 2 && refused.tally.late == 2)
        let sorted = try read(text, reorder: 3)
        #expect(sorted.times == [0, 1, 2, 3, 4, 4, 9, 10] && sorted.tally.refused == 1)
        let all = try read(text, reorder: 60)
        #expect(all.times == [0, 1, 2, 3, 3, 4, 4, 9, 10] && all.tally.refused == 0)
        #expect(all.tally.summary.contains("2 late"))
    }

    /// Whatever comes within the window is in order and whole, the more so the wider it is.
    @Test func anyShuffleWithinTheWindowIsMended() throws {
        var random = TestRandom(state: 3)
        for _ in 0..<50 {
            var keyed = (0..<300).map { (Double($0) + Double.random(in: 0..<10, using: &random), $0) }
            keyed.sort { $0.0 < $1.0 }
            let reading = try read(csv(keyed.map(\.1)), reorder: 10)
            #expect(reading.times == Array(0..<300))
        }
    }

    @Test func clocksThatJumpAreNotedOnce() throws {
        func notes(_ times: [Int], moving: Bool = false) throws -> [String] {
            let rows = times.enumerated().map { "\($1),\(1 + Double($0) * 0.0001),2\(moving ? ",11" : "")\n" }.joined()
            return try read("time,lat,lon\(moving ? ",speed" : "")\n" + rows).tally.notes
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
        #expect(try notes([5, 6, 8, 7, 9, 10, 11]).count <= 1)
    }

    /// A source that says that it lost its fix is heard at once, and when it is back.
    @Test func noFixIsHeardAtOnce() {
        func fix(_ second: Int, lost: Bool = false) -> Fix {
            var fix = Fix()
            fix.time = TrackTime(nanoseconds: Int64(second) * 1_000_000_000)
            fix.isNoFix = lost
            if !lost { (fix.latitude, fix.longitude) = (1 + Double(second) * 1e-4, 2) }
            return fix
        }
        var tracker = MotionTracker()
        let told = [fix(0), fix(1), fix(2), fix(3, lost: true), fix(4, lost: true), fix(30, lost: true), fix(31), fix(32)].map { tracker.step(to: $0) }
        let updates = told.map(\.update)
        #expect(updates.map { $0.events.map(\.name) } == [[], [], [], ["fix lost"], [], [], ["fix back"], []])
        #expect(updates.map { $0.channels["lost"]?.number } == [0, 0, 0, 1, 1, 1, 0, 0])
        #expect(updates[4].channels["fixAge"]?.number == 2 && updates[4].channels["speed"] == nil)
        // Ticks fill the silence between the reports, not from the last fix again, and say nothing twice.
        #expect(told[4].tickCount == 0 && told[5].tickCount == 259)
        #expect(told[5].dropLast().allSatisfy { $0.events.isEmpty && $0.channels["lost"]?.number == 1 })
        #expect((updates[7].channels["speed"]?.number ?? 0) > 5)
    }
}
