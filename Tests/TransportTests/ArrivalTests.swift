// SPDX-License-Identifier: MIT
import Foundation
import Synchronization
import TestTraits
import Testing
import Tracking

@testable import Transport

/// A live source with an address never waits: its fixes sound as they arrive, whatever their own clock.
@Suite struct ArrivalTests {
    private func live() async throws -> (feed: Feed, rig: Rig) {
        let feed = Feed()
        let rig = try await Rig(.live(RideInput(playedOnArrival: feed)))
        try feed.write(Made.header)
        return (feed, rig)
    }

    /// Sends a fix of that second and waits until it has passed the tracker and sounds.
    private func give(_ second: Int, speed: Int, to feed: Feed, _ rig: Rig) async throws {
        try feed.write(Made.row(second, speed: Double(speed)))
        #expect(try await rig.conduct { rig.estimate?.lastTime == Made.time(Double(second)) }, "second \(second) has not come")
        let last = rig.seconds + 1
        while rig.seconds < last,
            rig.status.update?.fix?.speed != Double(speed) || rig.status.update?.fix?.time != Made.time(Double(second))
        { try await rig.step() }
        #expect(rig.seconds < last, "the fix of second \(second) was not heard")
    }

    /// One fix per second, at a speed equal to its second.
    private func ride(_ seconds: ClosedRange<Int>, to feed: Feed, _ rig: Rig) async throws {
        for second in seconds {
            try await give(second, speed: second, to: feed, rig)
            try await rig.play(1)
        }
    }

    private func fixEvents(_ rig: Rig) -> [String] { rig.strikes().filter { $0.hasPrefix("fix") } }

    /// An hour, a day, 1024 weeks; and its clock runs at half speed after that.
    @Test(arguments: [3600, 86_400, 619_315_200]) func aClockThatJumpsAheadIsFollowedAtOnce(_ jump: Int) async throws {
        let (feed, rig) = try await live()
        try await ride(0...3, to: feed, rig)
        for second in 4...8 {
            let before = rig.seconds
            try await give(jump + second, speed: second, to: feed, rig)
            #expect(rig.seconds - before < 0.2)
            #expect(abs(try #require(rig.second) - Double(jump + second)) < 0.2)
            try await rig.play(2)
        }
        #expect(fixEvents(rig).isEmpty, "\(rig.strikes())")
    }

    /// A receiver that acquires the date: two fixes may be stragglers, the third belongs to another clock.
    @Test func aClockThatIsSetBackBeginsAnew() async throws {
        let (feed, rig) = try await live()
        for second in 86_400...86_403 {
            try await give(second, speed: second - 86_400, to: feed, rig)
            try await rig.play(1)
        }
        try feed.write(Made.row(4, speed: 11) + Made.row(5, speed: 12))
        try await give(6, speed: 13, to: feed, rig)
        try await rig.play(1)
        try await give(7, speed: 14, to: feed, rig)
        #expect(rig.status.update?.channels["speed"]?.number == 14)
        #expect(fixEvents(rig).isEmpty)
    }

    /// A delayed first fix does not delay later ones.
    @Test func aFirstFixThatWasHeldUpHoldsNothingUp() async throws {
        let (feed, rig) = try await live()
        try await give(0, speed: 0, to: feed, rig)
        for second in 1...5 {
            let before = rig.seconds
            try await give(second + 9, speed: second, to: feed, rig)
            #expect(rig.seconds - before < 0.2)
            try await rig.play(0.8)
        }
    }

    @Test func aSilenceIsToldOnce() async throws {
        let (feed, rig) = try await live()
        try await ride(0...3, to: feed, rig)
        try await rig.play(9)
        #expect(rig.status.update?.channels["lost"]?.number == 1)
        try await give(14, speed: 14, to: feed, rig)
        try await rig.play(1)
        #expect(fixEvents(rig).map { $0.split(separator: " at")[0] } == ["fix lost", "fix back"])
    }

    /// Fixes that arrive during a pause are queued, and sound when it resumes.
    @Test func aPausesQueueIsShown() async throws {
        let (feed, rig) = try await live()
        try await ride(0...2, to: feed, rig)
        try await rig.execute(.togglePause)
        for second in 3...40 { try feed.write(Made.row(second)) }
        try await eventually("\(rig.status.waiting.fixes) are queued", within: 5) { rig.status.waiting.fixes == 38 }
        #expect(rig.status.waiting.seconds > 0)
        try await rig.execute(.togglePause)
        try await rig.play(0.5)
        #expect(rig.status.update?.channels["speed"]?.number == 40)
        #expect(rig.status.waiting == QueueDepth())
    }

    private final class Kept: UpdateRecorder {
        let seconds = Mutex<[Double]>([])
        let isLive = Mutex<Bool?>(nil)
        func begin(extraNames: [String], restartsOnClockReset: Bool) { isLive.withLock { $0 = restartsOnClockReset } }
        func record(_ update: TrackerUpdate) async { seconds.withLock { $0.append(Made.seconds(update.time)) } }
    }

    /// All fixes that arrived before playing ends are stored, however many of them were still queued.
    @Test func whatWaitsInAPauseIsKeptAtTheEnd() async throws {
        let feed = Feed()
        let kept = Kept()
        var input = RideInput(playedOnArrival: feed)
        input.recorder = kept
        let tracks = LiveTracks(UpdateStream(input, .init(playsOnArrival: true)), slots: 1)
        try feed.write(Made.rows(1_000))
        try feed.end()
        // However little processor time is left for it.
        await tracks.drain(within: 600) { try? await Task.sleep(for: .milliseconds(2)) }
        let isWhole = kept.seconds.withLock { $0 } == (0...1_000).map(Double.init)
        #expect(isWhole)
    }

    /// A pipe may be a replay or live; its first fix decides, also for the replay of what is recorded of it.
    @Test(arguments: [(4.0, true), (-9.0, true), (11.0, false), (-3600.0, false)])
    func aPipeWhoseFirstFixIsOfNowIsLive(late: Double, isLive: Bool) async throws {
        let kept = Kept()
        // What `--reorder` holds back does not make it late.
        for reorder in [nil, 20.0] {
            let stream = UpdateStream(.init(playsOnArrival: true), recorder: kept) {
                TimedReader(
                    SpeedCheckReader(CountedReader(count: .init(), fixes: 60), source: "made", holds: false, now: { Made.time(late) }),
                    source: "made", reorder: reorder)
            }
            #expect(try await stream.next() != nil)
            #expect(stream.isPlayedOnArrival == isLive)
            #expect(kept.isLive.withLock { $0 } == isLive)
        }
    }

    /// A session recorded live stays one where it is recorded again.
    @Test(arguments: [true, false]) func aRecordingOfALiveSessionIsLive(isLive: Bool) async throws {
        struct Session: FixReader {
            let extraNames: [String] = []
            let restartsOnClockReset: Bool
            var reader = CountedReader(count: .init(), fixes: 3)
            mutating func next() throws(InputFault) -> ReaderItem? { try reader.next() }
        }
        let input = try RideInput("made", rereads: true, opener: { () throws(InputFault) in Session(restartsOnClockReset: isLive) })
        let kept = Kept()
        try await Made.survey([input], Made.performance().preset).record(until: Made.time(3), to: kept)
        #expect(kept.isLive.withLock { $0 } == isLive)
        #expect(kept.seconds.withLock { $0 } == [0, 1, 2])
    }

    @Test func stragglersAreNoSetClock() {
        var reset = ClockReset()
        func takes(_ seconds: Double) -> Bool {
            var fix = Fix()
            fix.time = Made.time(seconds)
            return reset.detectsReset(at: fix)
        }
        for second in [0, 1, 2, 5000, 1, 2, 5001, 3, 2, 1, 5002] { #expect(!takes(Double(second)), "\(second)") }
        // A jump of less than a minute does not count as a set clock.
        for second in 4950...4960 { #expect(!takes(Double(second))) }
        #expect(!takes(100) && !takes(101) && takes(102))
        #expect(!takes(103))
    }
}
