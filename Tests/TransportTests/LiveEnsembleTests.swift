// SPDX-License-Identifier: MIT
import Foundation
import RainSynthesis
import Sonification
import SoundAnalysis
import Synchronization
import Testing
import Tracking

@testable import Transport

/// Several live tracks, distinguished as they come and go.
@Suite(.serialized) struct LiveEnsembleTests {
    /// - Parameter arrives: true plays fixes as they arrive, whatever their times; false plays by their times.
    private func live(
        arrives: Bool = false, text: String = Made.preset, configure: (inout LivePlayback) -> Void = { _ in }
    ) async throws -> (feed: Feed, rig: Rig) {
        let feed = Feed()
        var input = arrives ? RideInput(playedOnArrival: feed) : try RideInput(feed)
        input.choice = .separate
        let rig = try await Rig(.live(input), text: text, configure: configure)
        try feed.write(Made.headerOfThings)
        return (feed, rig)
    }

    /// Sends a fix of each track and waits until it has reached its slot.
    private func give(_ second: Int, _ ids: [String], speed: Double = 20, to feed: Feed, _ rig: Rig) async throws {
        try feed.write(ids.map { Made.row(second, of: $0, speed: speed) }.joined())
        let hasCome = try await rig.conduct {
            ids.count == rig.session.parts.count { $0.source?.estimate?.lastTime == Made.time(Double(second)) }
        }
        #expect(hasCome, "the fixes of second \(second) have not come")
    }

    @Test(arguments: [false, true]) func eachHasAPlaceFromItsFirstFixOn(arrives: Bool) async throws {
        let (feed, rig) = try await live(arrives: arrives)
        try await rig.play(0.5)
        #expect(!rig.isSilent(0.2..<0.5))
        for second in 0...8 {
            let ids = second < 3 ? ["a"] : second < 5 ? ["a", "b"] : ["b", "c"]
            try await give(second, ids, speed: second == 8 ? 8 : 20, to: feed, rig)
            try await rig.play(1)
            #expect(rig.session.parts.count { !$0.isVacant } == (second < 3 ? 1 : second < 5 ? 2 : 3))
            #expect(rig.status.tracks.map(\.name) == (second < 3 ? [] : second < 5 ? ["a", "b"] : ["a", "b", "c"]))
        }
        try await rig.end(feed)
        // While it is the only one, its id is implicit.
        #expect(rig.strikes(of: nil) == ["every 2 s at 2.0"])
        // It sends nothing from there on, and continues by the clock.
        #expect(rig.strikes(of: "a").first == "every 2 s at 4.0")
        #expect(rig.strikes(of: "b") == ["every 2 s at 5.0", "every 2 s at 7.0"])
        #expect(rig.strikes(of: "c") == ["every 2 s at 7.0"])
        #expect(rig.status.telemetry.lateEntries == 0)
    }

    /// A single track with an id sounds as it would alone, except for the last bit of its sum: 63 empty slots add nothing
    /// audible.
    @Test func emptyPlacesAreNotHeard() async throws {
        var sounds: [[Float]] = []
        for choice in [TrackChoice.separate, .together] {
            let feed = Feed()
            var input = try RideInput(feed)
            input.choice = choice
            let rig = try await Rig(.live(input))
            // All of it is there before the first period.
            try feed.write(Made.headerOfThings + (0...5).map { Made.row($0, of: "a", speed: Double(4 * $0)) }.joined())
            #expect(try await rig.conduct { rig.estimate?.lastTime == Made.time(5) })
            try await rig.end(feed)
            sounds.append(rig.sound)
        }
        #expect(sounds[0].count == sounds[1].count)
        let difference = zip(sounds[0], sounds[1]).map { abs($0 - $1) }.max() ?? 1
        print("one of 64 places against one alone: at most \(difference)")
        #expect(difference < 1.2e-7)
    }

    @Test(arguments: ["preset: 1\ntitle: Test\nextends: commuter\n", "preset: 1\ntitle: Test\nextends: downpour\n", Made.tone])
    func manyAreAsLoudAsOne(_ text: String) async throws {
        var one: Double?
        for count in [1, 2, 8, 64] {
            let (feed, rig) = try await live(text: text)
            let ids = (0..<count).map { "\($0)" }
            for second in 0...8 {
                try await give(second, ids, to: feed, rig)
                try await rig.play(1)
            }
            let meter = LoudnessMeter(sampleRate: 48_000, channelCount: 2)
            meter.add(Sound(sampleRate: 48_000, interleaved: Array(rig.sound[(2 * 96_000)...]), channelCount: 2))
            let found = meter.integrated
            let difference = found - (one ?? found)
            print("\(count) live tracks: \(found) LUFS, \(difference) LU")
            #expect(abs(difference) < 1, "\(count) tracks: \(difference) LU")
            one = one ?? found
            #expect(rig.status.telemetry.lateEntries == 0)
        }
    }

    /// A track that sends nothing for twenty seconds, while others do, falls silent; on its return it sounds again in its slot.
    @Test func whoeverLeavesFallsSilent() async throws {
        let (feed, rig) = try await live()
        for second in 0...30 {
            try await give(second, second < 8 ? ["a", "b"] : ["b"], to: feed, rig)
            try await rig.play(1)
            #expect(rig.session.parts[0].isVacant == (second >= 26), "\(second)")
        }
        #expect(rig.status.update?.fix?.speed == 20)
        try await give(31, ["a", "b"], to: feed, rig)
        try await rig.play(2)
        #expect(!rig.session.parts[0].isVacant && !rig.session.parts[1].isVacant)
        #expect(rig.session.parts.dropFirst(2).allSatisfy { $0.isVacant })
        // If all tracks are silent, all of them are lost, and sound so.
        try await rig.play(30)
        #expect(!rig.session.parts[0].isVacant && !rig.session.parts[1].isVacant)
        let a = rig.strikes(of: "a").filter { $0.hasPrefix("fix") }.map { $0.split(separator: " at")[0] }
        #expect(a == ["fix lost", "fix back", "fix lost"])
    }

    /// A fault that ended the source is reported once everything before it was played, however far ahead it was read.
    @Test func aFaultEndsItWhenItIsDue() async throws {
        let (feed, rig) = try await live { $0.isStrict = true }
        try feed.write((0...6).map { Made.row($0, of: "a", speed: 20) }.joined() + "yesterday,20,a\n")
        try feed.end()
        // All of it is read before the first period.
        #expect(try await rig.conduct { rig.estimate?.lastTime == Made.time(6) })
        var failure: InputFault?
        do { while !rig.hasEnded, rig.seconds < 20 { try await rig.step() } } catch let fault as InputFault { failure = fault }
        #expect(failure?.line == 9, "\(String(describing: failure))")
        #expect(rig.status.update?.fix?.speed == 20 && rig.seconds > 5.5 && rig.seconds < 7, "\(rig.seconds)")
    }

    /// Fixes that arrive after the end was decided do not sound beyond it.
    @Test func theEndIsTheEnd() async throws {
        for late in stride(from: 1.55, through: 1.95, by: 0.05) {
            let (feed, rig) = try await live { $0.totalFrames = 96_000 }
            try await give(0, ["a"], to: feed, rig)
            try await rig.play(late)
            try feed.write(Made.row(1, of: "b", speed: 40))
            #expect(try await rig.conduct { rig.session.parts.contains { $0.source?.estimate?.lastTime == Made.time(1) } })
            try await rig.playToTheEnd()
            #expect(rig.frames == 96_000 && rig.sound.suffix(2_000).allSatisfy { $0 == 0 }, "\(late)")
            #expect(rig.status.telemetry.lateEntries == 0, "\(late)")
        }
    }

    @Test func anotherPresetIsTakenUpByAll() async throws {
        let (feed, rig) = try await live()
        for second in 0...2 {
            try await give(second, ["a", "b"], to: feed, rig)
            try await rig.play(1)
        }
        let other = try Made.performance(Made.preset.replacingOccurrences(of: "drops.rate: 1200", with: "drops.rate: 77")).preset
        try await rig.execute(.use(other))
        try await give(3, ["a", "b", "c"], to: feed, rig)
        try await rig.play(1)
        #expect(rig.session.parts.prefix(3).allSatisfy { $0.conductor.parameters[.dropsRate] == 77 })
        #expect(rig.status.telemetry.lateEntries == 0)
    }

    @Test func pauseHoldsThemAndSilencesNobody() async throws {
        let (feed, rig) = try await live()
        for second in 0...2 {
            try await give(second, ["a", "b"], to: feed, rig)
            try await rig.play(1)
        }
        try await rig.execute(.togglePause)
        try await rig.play(40)
        #expect(rig.isSilent(4..<40))
        try await rig.execute(.togglePause)
        try await give(3, ["b"], to: feed, rig)
        try await rig.play(2)
        #expect(rig.session.parts.prefix(2).allSatisfy { !$0.isVacant } && rig.session.parts.dropFirst(2).allSatisfy { $0.isVacant })
        #expect(rig.status.telemetry.lateEntries == 0)
    }

    // MARK: Places

    private func fix(_ track: String, _ second: Double) -> Fix {
        var fix = Fix()
        fix.track = track
        fix.time = Made.time(second)
        return fix
    }

    @Test func aPlaceGoesToAnotherOnceItsTrackIsGone() {
        let left = Mutex<[String?]>([])
        var trackers = LiveTrackers(3, onLeftOut: { track in left.withLock { $0.append(track) } }) { MotionTracker() }
        func place(_ track: String, _ second: Double) -> Int? {
            let placed = trackers.step(to: fix(track, second), at: Int64(second * 1e9), isPlayedOnArrival: true)
            #expect(placed.map { $0.track == track && $0.update.track == track && $0.update.slot == $0.slot } ?? true)
            return placed?.slot
        }
        for second in 0...2 { #expect(["a", "b", "c"].map { place($0, Double(second)) } == [0, 1, 2]) }
        #expect(place("d", 11) == nil && place("d", 11.5) == nil && place("e", 11.9) == nil)
        #expect(left.withLock { $0 } == ["d", "e"])
        #expect(place("b", 12) == 1)
        // Longer than ten seconds: a's slot is free, and a gets another one.
        #expect(place("d", 12.5) == 0 && place("a", 13) == 2)
        #expect(place("c", 13) == nil && place("d", 13) == 0)
    }

    /// A phone that reports every half minute keeps its slot.
    @Test func whoeverIsSlowIsNotGone() {
        var trackers = LiveTrackers(2) { MotionTracker() }
        func place(_ track: String, _ second: Double) -> Int? {
            trackers.step(to: fix(track, second), at: Int64(second * 1e9), isPlayedOnArrival: true)?.slot
        }
        for second in stride(from: 0.0, through: 300, by: 30) {
            #expect(place("slow", second) == 0 && place("other", second + 15) == 1)
            if second >= 60 { #expect(place("third", second + 29) == nil) }
        }
        #expect(place("third", 330 + 46) == 0)
    }

    /// One clock is set back; the others are not affected.
    @Test func eachHasAClockOfItsOwn() {
        var trackers = LiveTrackers(3) { MotionTracker() }
        func age(_ track: String, _ second: Double) -> TrackTime? {
            trackers.step(to: fix(track, second), at: 0, isPlayedOnArrival: true).map { trackers.estimate(at: $0.slot) }?.lastTime
        }
        for second in 0...3 {
            #expect(age("a", 90_000 + Double(second)) == Made.time(90_000 + Double(second)))
            #expect(age("b", Double(second)) == Made.time(Double(second)))
        }
        _ = (age("a", 10), age("a", 11))
        #expect(age("a", 12) == Made.time(12))
        #expect(age("b", 4) == Made.time(4))
    }

    /// Sixty-five tracks: the last is reported once.
    @Test func whatIsLeftOutIsTold() async throws {
        let told = Mutex<[InputFault]>([])
        let (feed, rig) = try await live { $0.onFault = { fault in told.withLock { $0.append(fault) } } }
        let ids = (0..<65).map { "\($0)" }
        for second in 0...1 {
            try await give(second, Array(ids.prefix(64)), to: feed, rig)
            try feed.write(Made.row(second, of: "64", speed: 9))
            try await rig.play(1)
        }
        try await rig.end(feed)
        let faults = told.withLock { $0 }
        #expect(faults.count == 1 && faults.first?.kind == .leftOut && faults.first?.message.contains("'64'") == true)
    }
}
