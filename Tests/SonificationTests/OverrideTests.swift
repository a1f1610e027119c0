// SPDX-License-Identifier: MIT
import RainSynthesis
import TestTraits
import Testing

@testable import Sonification

/// A parameter that is held externally.
@Suite(.computing) struct OverrideTests {
    private static func sonifier() throws -> Sonifier {
        let preset = try Made.preset(
            """
            base: { drops.rate: 600, bed.pink: 0.02 }
            map:
              - { from: speed, to: drops.rate, domain: [0, 10], range: [1000, 3000], smooth: 1 }
              - { from: speed, to: drops.level, domain: [0, 10], range: [-20, 0], smooth: 1 }
            """)
        return Sonifier(preset: preset, sampleRate: 48_000)
    }

    private static func held(_ values: (ParameterID, Float)...) -> ParameterOverrides {
        var overrides = ParameterOverrides()
        for (id, value) in values { overrides[id] = value }
        return overrides
    }

    @Test func whatIsHeldStaysAndWhatIsReleasedIsWhereItsMappingIs() throws {
        var free = try Self.sonifier(), sonifier = free
        free.receive(Made.update(0, [("speed", 0)]), at: 0)
        free.receive(Made.update(1, [("speed", 10)]), at: 48_000)
        sonifier.receive(Made.update(0, [("speed", 0)]), at: 0)
        sonifier.receive(Made.update(1, [("speed", 10)]), at: 48_000)
        var expected = Emitted(), emitted = Emitted()
        free.advance(to: 192_000) { expected.add($0) }
        sonifier.advance(to: 40_000) { emitted.add($0) }
        sonifier.override(Self.held((.dropsRate, 1234), (.bedPink, 0.05)))
        sonifier.advance(to: 90_000) { emitted.add($0) }
        #expect(emitted.value(.dropsRate, at: 40_000) == 1234)
        #expect(
            emitted.sets.filter { $0.sample >= 40_000 }.allSatisfy {
                Float(bitPattern: $0.values[Int(ParameterID.dropsRate.rawValue)]) == 1234
            })
        #expect(emitted.value(.bedPink, at: 40_000) == 0.05)
        // Parameters that are not held continue unaffected.
        for sample in stride(from: Int64(48_000), to: 90_000, by: 960) {
            #expect(emitted.value(.dropsLevel, at: sample) == expected.value(.dropsLevel, at: sample))
        }
        sonifier.override(ParameterOverrides())
        sonifier.advance(to: 192_000) { emitted.add($0) }
        #expect(emitted.value(.bedPink, at: 90_000) == 0.02)
        #expect(emitted.value(.dropsRate, at: 90_000) == expected.value(.dropsRate, at: 90_000))
        #expect(emitted.value(.dropsRate, at: 191_000) == expected.value(.dropsRate, at: 191_000))
    }

    /// A fader in constant motion does not speed up anything else.
    @Test func manyMessagesLeaveTheGlidesAlone() throws {
        var free = try Self.sonifier(), sonifier = free
        var expected = Emitted(), emitted = Emitted()
        for update in [Made.update(0, [("speed", 0)]), Made.update(0, [("speed", 10)])] {
            free.receive(update, at: 0)
            sonifier.receive(update, at: 0)
        }
        free.advance(to: 96_000) { expected.add($0) }
        for turn in 0..<400 {
            sonifier.override(Self.held((.bedPink, 0.01 + 0.0001 * Float(turn))))
            sonifier.advance(to: Int64(turn + 1) * 240) { emitted.add($0) }
        }
        #expect(emitted.sets.count >= 400)
        for sample in stride(from: Int64(0), to: 96_000, by: 960) {
            #expect(emitted.value(.dropsLevel, at: sample) == expected.value(.dropsLevel, at: sample))
        }
    }

    @Test func anotherPresetChangesNothingAboutWhatIsHeld() throws {
        var sonifier = try Self.sonifier()
        sonifier.override(Self.held((.bedPink, 0.05), (.dropsRate, 50)))
        sonifier.use(try Made.preset("base: { bed.pink: 0.01, bed.brown: 0.01 }\n"))
        sonifier.advance(to: 4_800) { _ in }
        #expect(sonifier.parameters[.bedPink] == 0.05 && sonifier.parameters[.dropsRate] == 50)
        sonifier.override(ParameterOverrides())
        sonifier.advance(to: 9_600) { _ in }
        #expect(sonifier.parameters[.bedPink] == 0.01)
    }

    @Test func valuesAreKeptWithinTheLimits() {
        let overrides = Self.held((.dropsPan, 7), (.bedPink, .nan), (.dropsRate, -.infinity))
        #expect(overrides[.dropsPan] == 1 && overrides[.bedPink] == nil)
        #expect(overrides[.dropsRate] == ParameterTable.spec(.dropsRate).range.lowerBound)
    }
}
