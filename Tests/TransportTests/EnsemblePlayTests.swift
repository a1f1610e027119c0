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
    private static let table: String = {
        var rows: [(Int, String)] = []
        for (id, seconds, speed) in [("a", 0...10, 8), ("b", 2...8, 20), ("c", 6...10, 45)] {
            rows += seconds.map { ($0, "\(1_767_225_600 + $0),\(speed),\(id)\n") }
        }
        let order = rows.indices.sorted { (rows[$0].0, $0) < (rows[$1].0, $1) }
        return "time,speed,vehicle\n" + order.map { rows[$0].1 }.joined()
    }()

    @Test func whatIsPlayedIsWhatIsRendered() async throws {
        let file = try TemporaryFile(Self.table)
        let rig = try await Rig(file, choice: .separate)
        try await rig.playToTheEnd()
        var input = try RideInput(file.path, rereads: true)
        input.choice = .separate
        let performance = try Made.performance()
        let survey = try RideSurvey(of: [input], preset: performance.preset, isStrict: true, onFault: { _ in })
        let clock = survey.clock(rate: 48_000, speed: 1)
        let sink = KeepingSink()
        let render = OfflineRender(performance: performance, totalFrames: survey.lastSample(by: clock) + performance.fadeFrames)
        _ = try await render.run(survey.heard(by: clock, until: survey.end), to: sink)
        #expect(rig.sound.count == sink.samples.count && rig.sound == sink.samples)
        #expect(rig.status.telemetry.lateEntries == 0)
        for (track, seconds) in [("a", [2, 4, 6, 8]), ("b", [4, 6]), ("c", [8])] {
            // Every two seconds of each track's own time, which starts with the track; nothing starts at its end.
            #expect(rig.strikes(of: track).filter { $0.hasPrefix("every") } == seconds.map { "every 2 s at \(Double($0))" }, "\(track)")
        }
    }

    /// A listener's strike sounds also when the first track has ended.
    @Test func strikesSoundWithTheTrackThatSounds() async throws {
        let rows = (0...12).flatMap { second in
            (second < 3 ? ["a", "b"] : ["b"]).map { "\(1_767_225_600 + second),1,\($0)\n" }
        }
        let rig = try await Rig(try TemporaryFile("time,speed,vehicle\n" + rows.joined()), choice: .separate) { $0.isTuned = true }
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
        for (track, seconds) in [("a", [2, 4, 6, 8]), ("b", [4, 6]), ("c", [8])] {
            #expect(rig.strikes(of: track).filter { $0.hasPrefix("every") } == seconds.map { "every 2 s at \(Double($0))" }, "\(track)")
        }
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
