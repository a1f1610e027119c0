// SPDX-License-Identifier: MIT
import Foundation
import RainSynthesis
import TestTraits
import Testing
import Tracking

@testable import Sonification

/// The steady state fades down, a change brings it back; in seconds of sound, for any way of advancing.
@Suite(.computing) struct FatigueTests {
    private static let preset = """
        base: { drops.level: -3, bed.level: -6, wash.level: 0.1 }
        map:
          - { from: speed, unit: m/s, to: drops.rate, domain: [0, 100], range: [100, 1100], smooth: 0 }
        events:
          - { on: every 1 km, play: { voice: wood, notes: [a4] } }
        fatigue: { by: 6, after: 20, over: 10, back: 2 }
        """

    private func level(_ emitted: Emitted, _ id: ParameterID, _ seconds: Double) -> Float? {
        // A set is reached one grid step after its sample.
        emitted.value(id, at: Int64((seconds - 0.02) * 48_000))
    }

    @Test func theSteadyRainStepsBack() throws {
        var sonifier = try Made.sonifier(Self.preset)
        let emitted = sonifier.run([(0, Made.update(0, [("speed", 10)]))], to: 100)
        #expect(level(emitted, .dropsLevel, 19.9) == -3)
        // Half-way after 25 s, complete after 30 s.
        #expect(abs(try #require(level(emitted, .dropsLevel, 25)) + 6) < 0.05)
        #expect(abs(try #require(level(emitted, .dropsLevel, 30.05)) + 9) < 1e-4)
        #expect(abs(try #require(level(emitted, .bedLevel, 40)) + 12) < 1e-4)
        #expect(abs(try #require(level(emitted, .washLevel, 40)) - 0.0501187) < 1e-6)
        #expect(level(emitted, .strikesLevel, 40) == 0 && level(emitted, .masterLevel, 40) == 0)
        // After that nothing moves.
        #expect(emitted.sets.allSatisfy { $0.sample < 31 * 48_000 })
    }

    /// Two changes below one step together make one; the second of them brings the rain back.
    @Test func aChangeBringsItBack() throws {
        var sonifier = try Made.sonifier(Self.preset)
        let emitted = sonifier.run(
            [(0, Made.update(0, [("speed", 10)])), (40, Made.update(40, [("speed", 11.5)])), (50, Made.update(50, [("speed", 13.5)]))],
            to: 90)
        #expect(abs(try #require(level(emitted, .dropsLevel, 49.9)) + 9) < 1e-4)
        #expect(abs(try #require(level(emitted, .dropsLevel, 51)) + 6) < 0.1)
        #expect(level(emitted, .dropsLevel, 52.1) == -3)
        #expect(level(emitted, .dropsLevel, 69.9) == -3)
        #expect(abs(try #require(level(emitted, .dropsLevel, 80.1)) + 9) < 1e-4)
    }

    @Test func anEventBringsItBack() throws {
        var sonifier = try Made.sonifier(Self.preset)
        // 25 m per update: a kilometre after 40 s.
        let updates = (0...60).map { second -> (Double, TrackerUpdate) in
            (Double(second), Made.update(Double(second), [("speed", 25), ("distance", Double(second) * 25)]))
        }
        let emitted = sonifier.run(updates, to: 60)
        try #require(emitted.strikes.count == 1)
        let struck = Double(emitted.strikes[0].sample) / 48_000
        #expect(abs(try #require(level(emitted, .dropsLevel, struck)) + 9) < 1e-4)
        #expect(level(emitted, .dropsLevel, struck + 2.1) == -3)
    }

    @Test(arguments: [44_100, 48_000]) func itIsTheSameHoweverItIsAsked(rate: Int) throws {
        let preset = try Made.preset(Self.preset)
        func emitted(_ step: Int64) -> Emitted {
            var sonifier = Sonifier(preset: preset, sampleRate: rate)
            sonifier.receive(Made.update(0, [("speed", 10)]), at: 0)
            sonifier.receive(Made.update(45, [("speed", 40)]), at: 45 * Int64(rate) + 77)
            var emitted = Emitted()
            var now: Int64 = 0
            while now < 80 * Int64(rate) {
                now += step
                sonifier.advance(to: min(now, 80 * Int64(rate))) { emitted.add($0) }
            }
            return emitted
        }
        let whole = emitted(80 * Int64(rate))
        #expect(whole.sets.count > 500)
        for step: Int64 in [64, 1000, 48_000] { #expect(emitted(step) == whole) }
    }

    /// A pause does not count as listening time.
    @Test func aPauseDoesNotCount() throws {
        var sonifier = try Made.sonifier(Self.preset)
        _ = sonifier.run([(0, Made.update(0, [("speed", 10)]))], to: 15)
        sonifier.restart(at: 1_000 * 48_000, generation: 1)
        var emitted = Emitted()
        sonifier.advance(to: 1_030 * 48_000) { emitted.add($0) }
        #expect(level(emitted, .dropsLevel, 1_004.9) == -3)
        #expect(abs(try #require(level(emitted, .dropsLevel, 1_010)) + 6) < 0.05)
    }

    @Test func whatIsWrongIsSaid() throws {
        func findings(_ line: String) -> [PresetDiagnostic] {
            let text = "preset: 1\ntitle: Test\nplace: abstract\n\(line)\n"
            return Made.check(text).diagnostics
        }
        #expect(findings("fatigue: { by: 6 }").isEmpty)
        #expect(findings("fatigue: { after: 6 }").contains { $0.message.contains("by") })
        #expect(findings("fatigue: { by: 90 }").contains { $0.message == "by cannot be 90 dB" && $0.place.line == 4 })
        #expect(findings("fatigue: { by: 6, after: 0 }").contains { $0.message == "after cannot be 0 s" })
        #expect(findings("fatigue: { by: 6, afer: 3 }").contains { $0.remedy.contains("after") })
        let described = PresetDescription(try Made.preset(Self.preset)).text
        #expect(described.contains("While nothing changes for 20 s, the rain is lowered by 6 dB over 10 s"))
    }
}
