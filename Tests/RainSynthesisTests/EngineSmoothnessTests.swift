// SPDX-License-Identifier: MIT
import TestTraits
import Testing

@testable import RainSynthesis

@Suite("Nothing clicks when a parameter moves", .computing)
struct EngineSmoothnessTests {
    static let change = 48_000

    /// Second differences (they remove the lows and keep a step): the largest around the change, the largest in the steady sound
    /// before and after, and the sound's own peak.
    static func residual(_ sound: [Float], at change: Int = change) -> (jump: Float, steady: Float, peak: Float) {
        let left = stride(from: 0, to: sound.count, by: 2).map { sound[$0] }
        func largest(_ range: Range<Int>) -> Float {
            range.reduce(0) { max($0, abs(left[$1 + 1] - 2 * left[$1] + left[$1 - 1])) }
        }
        let steady = max(largest(change - 12_000..<change), largest(change + 2400..<change + 24_000))
        let peak = left[(change - 12_000)..<(change + 24_000)].reduce(0) { max($0, abs($1)) }
        return (largest(change..<change + 2400), steady, peak)
    }

    static func isSmooth(_ sound: [Float]) -> Bool {
        let (jump, steady, peak) = residual(sound)
        return jump <= 1.25 * steady + 0.01 * peak
    }

    /// A sound with hardly any highs, which would expose a click, and the parameter that steps in it.
    static func sound(_ id: ParameterID, from low: Float, to high: Float, base: [ParameterID: Float]) throws -> [Float] {
        let before = SynthParameters.silent.with(base).with([id: low])
        var fixture = try EngineFixture(parameters: before)
        fixture.push([TimelineEntry(sample: Int64(change) - 64, payload: .parameters(before.with([id: high]), glide: 0))])
        return fixture.render(2 * change)
    }

    static let tone: [ParameterID: Float] = [.toneLevel: -12, .toneFrequency: 110]
    static let cases: [(ParameterID, Float, Float, [ParameterID: Float])] = [
        (.masterLevel, -30, 0, tone), (.masterLevel, -60, 12, tone), (.toneLevel, -40, -6, tone),
        (.toneLevel, -90, -6, tone), (.toneFrequency, 100, 400, tone),
        (.bedLevel, -20, 0, [.bedBrown: 0.1]), (.bedLevel, -60, 6, [.bedBrown: 0.1]), (.bedBrown, 0, 0.2, [:]),
        (.bedBrown, 0.2, 0.05, [:]), (.bedBrownCorner, 5, 50, [.bedBrown: 0.1]), (.washLevel, 0.02, 0.2, [:]),
        (.washFrequency, 60, 250, [.washLevel: 0.2]), (.washPulse, 0, 4, [.washLevel: 0.2]),
        (.bedPink, 0.01, 0.1, [:]), (.bedWhite, 0.01, 0.1, [:]),
    ]

    @Test("a step of each layer's parameters leaves no click", arguments: 0..<15)
    func step(_ index: Int) throws {
        try #require(Self.cases.count == 15)
        let (id, low, high, base) = Self.cases[index]
        for (from, to) in [(low, high), (high, low)] {
            let sound = try Self.sound(id, from: from, to: to, base: base)
            let (jump, steady, peak) = Self.residual(sound)
            #expect(Self.isSmooth(sound), "\(id) \(from) to \(to): \(jump) against \(steady), peak \(peak)")
        }
    }

    @Test("the measure hears a planted step")
    func planted() throws {
        var sound = try Self.sound(.masterLevel, from: -6, to: -6, base: Self.tone)
        #expect(Self.isSmooth(sound))
        // Not at a zero crossing.
        let place = (Self.change + 100..<Self.change + 600).max { abs(sound[2 * $0]) < abs(sound[2 * $1]) } ?? 0
        for index in 2 * place..<sound.count { sound[index] *= 0.5 }
        #expect(!Self.isSmooth(sound))
    }

    @Test("drops that fall while their parameters step do not click either")
    func drops() throws {
        let base: [ParameterID: Float] = [
            .dropsRate: 12_000, .dropsImpactDuration: 60, .dropsBubbleFrequency: 60, .dropsBubbleDuration: 200,
            .dropsWidth: 0, .masterLevel: -30,
        ]
        for (id, low, high) in [
            (ParameterID.dropsLevel, -30, 0), (.dropsRate, 0, 12_000), (.dropsImpactAmplitude, 0, 1.5),
            (.dropsBubbleFrequency, 30, 90), (.dropsPan, -1, 1),
        ] as [(ParameterID, Float, Float)] {
            for (from, to) in [(low, high), (high, low)] {
                #expect(Self.isSmooth(try Self.sound(id, from: from, to: to, base: base)), "\(id) \(from) to \(to)")
            }
        }
    }

    @Test("volume and mute do not click")
    func volume() throws {
        var knobs = Knobs()
        for (gain, muted) in [(Float(-20), false), (6, false), (0, true)] {
            var fixture = try EngineFixture(parameters: .silent.with(Self.tone))
            var sound = fixture.render(Self.change - 64)
            knobs.gain = gain
            knobs.muted = muted
            fixture.knobs.publish(knobs)
            sound += fixture.render(Self.change)
            #expect(Self.isSmooth(sound), "\(gain) dB, muted \(muted)")
        }
    }
}
