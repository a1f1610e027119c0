// SPDX-License-Identifier: MIT
import Foundation
import Sonification
import Testing
import Tracking

@testable import Transport

/// Fixes that arrive one by one during playing.
@Suite struct LiveTrackTests {
    /// Sends a fix and waits until it has passed through.
    private func give(_ second: Int, to feed: Feed, _ rig: Rig) async throws {
        try feed.write(Made.row(second))
        #expect(try await rig.conduct { rig.estimate?.lastTime == Made.time(Double(second)) }, "second \(second) has not come")
    }

    private func live(_ feed: Feed, configure: (inout LivePlayback) -> Void = { _ in }) async throws -> Rig {
        try await Rig(.live(RideInput(feed)), configure: configure)
    }

    /// A track that has been heard up to a second.
    private func live(through last: Int) async throws -> (feed: Feed, rig: Rig) {
        let feed = Feed()
        let rig = try await live(feed)
        try feed.write(Made.header)
        for second in 0...last {
            try await give(second, to: feed, rig)
            try await rig.play(1)
        }
        return (feed, rig)
    }

    @Test func fixesAreHeardAsTheyCome() async throws {
        let feed = Feed()
        let rig = try await live(feed)
        // Nothing has arrived: it still rains, and nothing waits.
        try await rig.play(0.5)
        #expect(!rig.isSilent(0.2..<0.5))
        #expect(rig.status.time == nil)
        try feed.write(Made.header)
        for second in 0...6 {
            try await give(second, to: feed, rig)
            try await rig.play(1)
            #expect(rig.status.update?.channels["speed"]?.number == Double(second))
            #expect(abs(try #require(rig.second) - Double(second + 1)) < 0.15)
        }
        try await rig.end(feed)
        #expect(rig.frames < 8 * 48_000)
        #expect(rig.sound.suffix(2_000).allSatisfy { $0 == 0 })
        #expect(rig.strikes() == ["every 2 s at 2.0", "every 2 s at 4.0", "every 2 s at 6.0"])
        #expect(rig.status.telemetry.lateEntries == 0)
    }

    @Test func aSilenceTicksAndStrikesOnce() async throws {
        let (feed, rig) = try await live(through: 3)
        // A second has passed since the fix of second 3.
        try await rig.play(2.5)
        #expect(rig.status.update?.estimated == true)
        #expect(rig.status.update?.channels["lost"]?.number == 0)
        let age = try #require(rig.status.update?.channels["fixAge"]?.number)
        #expect(abs(age - 3.5) < 0.25)
        try await rig.play(6.5)
        #expect(rig.status.update?.channels["lost"]?.number == 1)
        #expect(rig.status.update?.channels["speed"] == nil)
        #expect(rig.strikes().filter { $0.contains("fix lost") }.count == 1)
        // Ten seconds are missing, which the pipe's own ticks do not repeat.
        for second in 13...15 {
            try await give(second, to: feed, rig)
            try await rig.play(1)
        }
        #expect(rig.status.update?.channels["speed"]?.number == 15)
        try await rig.end(feed)
        let names = rig.log.records.flatMap { $0.events.map(\.name) }.filter { $0.hasPrefix("fix") }
        #expect(names == ["fix lost", "fix back"])
    }

    /// Real time passes with the sound.
    private func run(_ rig: Rig, seconds: Double) async throws {
        // In complete periods, so that neither gains on the other.
        let frames = 4 * Int64(Rig.period)
        for _ in 0..<Int((seconds * 48_000 / Double(frames)).rounded(.up)) {
            rig.output.realTime.add(frames * 1_000_000_000 / 48_000, ordering: .relaxed)
            try await rig.play(Double(frames) / 48_000)
        }
    }

    /// The device stalls for four seconds while fixes arrive: afterwards current fixes sound, not old ones.
    @Test func aLiveTrackDoesNotWaitForItsDevice() async throws {
        let feed = Feed()
        let rig = try await live(feed)
        try feed.write(Made.header)
        for second in 0...2 {
            try await give(second, to: feed, rig)
            try await run(rig, seconds: 1)
        }
        for second in 3...6 {
            try await give(second, to: feed, rig)
            rig.output.realTime.add(1_000_000_000, ordering: .relaxed)
        }
        try await give(7, to: feed, rig)
        try await run(rig, seconds: 0.4)
        #expect(rig.status.update?.channels["speed"]?.number == 7)
        try await run(rig, seconds: 0.6)
        for second in 8...10 {
            try await give(second, to: feed, rig)
            try await run(rig, seconds: 1)
            #expect(rig.status.update?.channels["speed"]?.number == Double(second))
            #expect(abs(try #require(rig.second) - Double(second + 1)) < 0.4)
        }
        #expect(!rig.strikes().contains { $0.hasPrefix("fix") })
    }

    /// A source whose clock runs at half speed stays late, and is never lost.
    @Test func aSlowClockIsNotALostFix() async throws {
        let feed = Feed()
        let rig = try await live(feed)
        try feed.write(Made.header)
        for second in 0...12 {
            try await give(second, to: feed, rig)
            try await rig.play(2)
            #expect(rig.status.update?.channels["speed"]?.number == Double(second))
        }
        #expect(!rig.strikes().contains { $0.hasPrefix("fix") })
    }

    @Test func aPauseHoldsALiveTrackToo() async throws {
        let (feed, rig) = try await live(through: 2)
        try await rig.execute(.togglePause)
        let time = rig.status.time
        try feed.write(Made.row(3) + Made.row(4) + Made.row(5))
        try await rig.play(6)
        #expect(rig.status.time == time)
        #expect(try await rig.conduct { rig.estimate?.lastTime == Made.time(5) })
        try await rig.execute(.togglePause)
        try await rig.play(1.05)
        #expect(rig.status.update?.channels["speed"]?.number == 3)
        try await rig.end(feed)
        #expect(rig.strikes() == ["every 2 s at 2.0", "every 2 s at 4.0"])
        #expect(rig.status.update?.channels["speed"]?.number == 5)
    }

    /// However long the device stalls, the history kept for rewinding does not grow.
    @Test func aDeviceThatStandsStillCostsNoMemory() async throws {
        let (feed, rig) = try await live(through: 2)
        defer { withExtendedLifetime(feed) {} }
        let before = rig.session.parts[0].history.checkpoints.count
        for _ in 0..<2_000 { try await rig.session.conduct() }
        #expect(rig.session.parts[0].history.checkpoints.count <= before + 1)
    }

    @Test func anInputWithoutAFixIsAFault() async throws {
        let feed = Feed()
        let rig = try await live(feed)
        try feed.write(Made.header + "yesterday,3\n")
        var failure: InputFault?
        do { try await rig.end(feed) } catch let fault as InputFault { failure = fault }
        #expect(failure?.kind == .noFix)
    }

    @Test func aDurationEndsItBeforeItsInput() async throws {
        let feed = Feed()
        let rig = try await live(feed) { $0.totalFrames = 72_000 }
        try feed.write(Made.header + Made.row(0) + Made.row(1))
        try await rig.playToTheEnd()
        #expect(rig.frames == 72_000)
        #expect(rig.sound.suffix(2_000).allSatisfy { $0 == 0 })
    }
}

/// The reports during a gap, whatever the pipe's own ticks.
@Suite struct LiveGapTests {
    private let track = TrackClock(time0: Made.time(0), rate: 48_000, speed: 1)

    private func tick(_ second: Double, _ events: [String] = []) -> TrackerUpdate {
        var update = TrackerUpdate(time: Made.time(second), fix: nil)
        update.events = events.compactMap { TrackEvent(name: $0) }
        return update
    }

    private func fix(_ second: Double, _ events: [String] = []) -> TrackerUpdate {
        var update = TrackerUpdate(time: Made.time(second), fix: Fix())
        update.events = events.compactMap { TrackEvent(name: $0) }
        return update
    }

    private func tracker(_ seconds: Int) -> MotionTracker {
        var tracker = MotionTracker()
        for second in 0...seconds {
            var fix = Fix()
            fix.time = Made.time(Double(second))
            _ = tracker.process(fix)
        }
        return tracker
    }

    /// By its own time the fix precedes the loss, but the loss was already announced.
    @Test func aLossThatWasSaidIsTakenBack() {
        var gap = LiveGap()
        _ = gap.admit(fix(9), at: 0, by: track)
        let tracker = tracker(9)
        var said: [String] = []
        for turn in 1...800 { said += gap.tick(at: Int64(turn) * 480, by: tracker)?.events.map(\.name) ?? [] }
        #expect(said == ["fix lost"])
        #expect(gap.admit(tick(9.5), at: 390_000, by: track) == nil)
        #expect(gap.admit(fix(13), at: 390_000, by: track)?.events.map(\.name) == ["fix back"])
        #expect(gap.admit(fix(14), at: 400_000, by: track)?.events.isEmpty == true)
    }

    /// A fix that was long on its way does not tell again what a tick has told.
    @Test func aTellingOfATickIsNotRepeated() {
        struct Telling: TrackerEstimate {
            let motion: MotionTracker
            var lastTime: TrackTime? { motion.lastTime }
            var gapAfter: Double { motion.gapAfter }
            func tick(at time: TrackTime, after previous: TrackTime) -> TrackerUpdate {
                var update = motion.tick(at: time, after: previous)
                if previous < Made.time(14), time >= Made.time(14) {
                    update.events.append(TrackEvent(.destinationSoon, subject: "A"))
                }
                return update
            }
        }
        var gap = LiveGap()
        _ = gap.admit(fix(9), at: 0, by: track)
        let estimate = Telling(motion: tracker(9))
        var said: [String] = []
        for turn in 1...800 { said += gap.tick(at: Int64(turn) * 480, by: estimate)?.events.map(\.name) ?? [] }
        #expect(said == ["fix lost", "destination soon"])
        var late = fix(13)
        late.events.append(TrackEvent(.destinationSoon, subject: "A"))
        #expect(gap.admit(late, at: 390_000, by: track)?.events.map(\.name) == ["fix back"])
        var next = fix(30)
        next.events.append(TrackEvent(.destinationSoon, subject: "A"))
        #expect(gap.admit(next, at: 400_000, by: track)?.events.map(\.name) == ["destination soon"])
    }

    @Test func theNextFixesTicksAreHeardAsLongAsNoneWasMade() {
        var gap = LiveGap()
        _ = gap.admit(fix(0), at: 0, by: track)
        #expect(gap.admit(tick(4), at: 10, by: track) != nil)
        #expect(gap.admit(tick(6, ["fix lost"]), at: 20, by: track)?.events.count == 1)
        #expect(gap.admit(fix(8, ["fix back"]), at: 30, by: track)?.events.map(\.name) == ["fix back"])
    }

    @Test func noTickSpeaksForAFixThatIsNotHeardYet() {
        var gap = LiveGap()
        _ = gap.admit(fix(0), at: 0, by: track)
        #expect(gap.tick(at: 48_000 * 30, by: tracker(9)) == nil)
    }

    @Test func aPauseIsNoSilence() {
        var gap = LiveGap()
        _ = gap.admit(fix(9), at: 0, by: track)
        gap.reschedule(from: 48_000, at: 48_000 * 100, speed: 2)
        let tracker = tracker(9)
        // A second had passed; two more pass in one second of sound.
        #expect(gap.tick(at: 48_000 * 100 + 24_000, by: tracker) == nil)
        let update = gap.tick(at: 48_000 * 101, by: tracker)
        #expect(abs((update?.channels["fixAge"]?.number ?? 0) - 3) < 1e-9)
    }
}
