// SPDX-License-Identifier: MIT
import Foundation
import RainSynthesis
import Sonification
import Testing
import Tracking

@testable import Transport

/// Several recorded tracks, played: their sound, and the effect of the listener's keys on all of them.
@Suite(.serialized) struct EnsemblePlayTests {
    /// `a` for ten seconds, `b` from the second second to the eighth, `c` from the sixth on.
    private static let table = Made.table([
        .init(id: "a", seconds: 0...10, speed: 8), .init(id: "b", seconds: 2...8, speed: 20), .init(id: "c", seconds: 6...10, speed: 45),
    ])

    /// Every two seconds of each track's own time, which starts with the track; nothing starts at its end.
    private func checkStrikes(_ rig: Rig) {
        for (track, seconds) in [("a", [2, 4, 6, 8]), ("b", [4, 6]), ("c", [8])] {
            #expect(rig.strikes(of: track).filter { $0.hasPrefix("every") } == seconds.map { "every 2 s at \(Double($0))" }, "\(track)")
        }
    }

    @Test func whatIsPlayedIsWhatIsRendered() async throws {
        let file = try TemporaryFile(Self.table)
        let rig = try await Rig(file, choice: .separate)
        try await rig.playToTheEnd()
        let performance = try Made.performance()
        let survey = try Made.survey([RideInput(file, choice: .separate)], performance.preset)
        let clock = survey.clock(rate: 48_000, speed: 1)
        let sink = KeepingSink()
        let render = OfflineRender(performance: performance, totalFrames: survey.lastSample(by: clock) + performance.fadeFrames)
        _ = try await render.run(survey.heard(by: clock, until: survey.end), to: sink)
        #expect(rig.sound.count == sink.samples.count && rig.sound == sink.samples)
        #expect(rig.status.telemetry.lateEntries == 0)
        checkStrikes(rig)
    }

    /// A listener's strike sounds also when the first track has ended.
    @Test func strikesSoundWithTheTrackThatSounds() async throws {
        let table = Made.table([.init(id: "a", seconds: 0...2, speed: 1), .init(id: "b", seconds: 0...12, speed: 1)])
        let rig = try await Rig(try TemporaryFile(table), choice: .separate) { $0.isTuned = true }
        try await rig.play(6)
        // The bell of the second rule.
        try await rig.execute(.strike(1))
        try await rig.play(2)
        func power(_ start: Double) -> Double {
            let first = Int(start * 48_000), step = 2 * Double.pi * 523.25 / 48_000
            var (cosine, sine) = (0.0, 0.0)
            for frame in 0..<24_000 {
                let angle = step * Double(frame), value = Double(rig.sound[2 * (first + frame)])
                cosine += value * cos(angle)
                sine += value * sin(angle)
            }
            return cosine * cosine + sine * sine
        }
        func most(from start: Double) -> Double { stride(from: start, to: start + 1.5, by: 0.25).map(power).max() ?? 0 }
        #expect(most(from: 6) > 10 * most(from: 4), "\(most(from: 4)) \(most(from: 6))")
    }

    @Test func pauseHoldsAllOfThem() async throws {
        let rig = try await Rig(try TemporaryFile(Self.table), choice: .separate)
        try await rig.play(3)
        try await rig.execute(.togglePause)
        try await rig.play(2)
        #expect(rig.isSilent(3.5..<5))
        try await rig.execute(.togglePause)
        try await rig.playToTheEnd()
        #expect(abs(rig.seconds - 12.2) < 0.2, "\(rig.seconds)")
        checkStrikes(rig)
        #expect(rig.status.telemetry.lateEntries == 0)
    }

    @Test func aSeekFindsEachWhereItIs() async throws {
        let rig = try await Rig(try TemporaryFile(Self.table), choice: .separate)
        try await rig.play(1)
        try await rig.execute(.seekTo(9))
        try await rig.play(0.7)
        #expect(rig.strikes(of: "b").isEmpty)
        // Back to a time at which only the first has begun.
        try await rig.execute(.seekTo(0.5))
        try await rig.playToTheEnd()
        #expect(rig.strikes(of: "b").filter { $0.hasPrefix("every") } == ["every 2 s at 4.0", "every 2 s at 6.0"])
        #expect(rig.status.telemetry.lateEntries == 0)
        #expect(abs(rig.seconds - (1.7 + 9.7)) < 0.2, "\(rig.seconds)")
    }

    @Test func speedAndPresetAreForAll() async throws {
        let rig = try await Rig(try TemporaryFile(Self.table), choice: .separate)
        try await rig.play(3)
        try await rig.execute(.setSpeed(2))
        try await rig.play(1)
        try await rig.execute(
            .use(try Made.performance(Made.preset.replacingOccurrences(of: "drops.rate: 1200", with: "drops.rate: 0")).preset))
        try await rig.playToTheEnd()
        #expect(abs(rig.seconds - (3 + 3.5 + 0.2)) < 0.2, "\(rig.seconds)")
        #expect(rig.status.parameters[.dropsRate] == 0 && rig.status.telemetry.lateEntries == 0)
        let b = rig.strikes(of: "b").filter { $0.hasPrefix("every") }
        #expect(b.first == "every 2 s at 4.0")
    }
}
