// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import RainSynthesis

@Suite("Materials", .computing)
struct MaterialTests {
    static let names = ParameterTable.spec(.dropsMaterial).choices

    /// Seconds of rain on a material; one channel.
    static func rain(
        _ material: Int, perSecond: Float, seed: UInt64, seconds: Int = 5, changes: [ParameterID: Float] = [:]
    ) throws -> [Float] {
        let set = SynthParameters([
            .dropsMaterial: Float(material), .dropsRate: perSecond * 60, .bedPink: 0.01, .bedBrown: 0,
            .dropsImpactAmplitudeVariation: 40, .dropsBubbleAmplitudeVariation: 40, .dropsBubbleFrequencyVariation: 20,
            .dropsRegularity: 4,
        ]).with(changes)
        var fixture = try EngineFixture(seed: seed, parameters: set)
        let sound = fixture.render(48_000 * seconds)
        return stride(from: 0, to: sound.count, by: 2).map { sound[$0] + sound[$0 + 1] }
    }

    static func spectrum(
        _ material: Int, perSecond: Float, seed: UInt64, changes: [ParameterID: Float] = [:]
    ) throws -> [Double] {
        MaterialSpectrum.levels(
            try rain(material, perSecond: perSecond, seed: seed, changes: changes), rate: 48_000)
    }

    /// The name of the nearest template.
    static func name(_ levels: [Double], _ templates: [[[Double]]]) -> Int {
        let distances = templates.map { pitches in
            pitches.map { MaterialSpectrum.distance(levels, $0) }.min() ?? .infinity
        }
        return distances.indices.min { distances[$0] < distances[$1] } ?? -1
    }

    @Test(
        "a listener who knows each material from two pitches names it at other pitches and any brightness", .tags(.sounds),
        arguments: [5, 60] as [Float])
    func named(_ perSecond: Float) throws {
        // Two templates per material, each the mean of two seeds.
        let templates = try Self.names.indices.map { material in
            try [400, 1200].map { (pitch: Float) in
                let spectra = try [101, 102].map {
                    try Self.spectrum(
                        material, perSecond: perSecond, seed: $0, changes: [.dropsBubbleFrequency: pitch])
                }
                return zip(spectra[0], spectra[1]).map { ($0 + $1) / 2 }
            }
        }
        let conditions: [[ParameterID: Float]] = [
            [:], [.dropsBrightness: -1], [.dropsBrightness: 1], [.dropsBubbleFrequency: 1200],
            [.dropsBubbleFrequency: 250],
        ]
        for material in Self.names.indices {
            var right = 0
            var wrong: [String] = []
            for seed in 1...5 as ClosedRange<UInt64> {
                for (index, changes) in conditions.enumerated() {
                    let levels = try Self.spectrum(material, perSecond: perSecond, seed: seed, changes: changes)
                    let named = Self.name(levels, templates)
                    if named == material {
                        right += 1
                    } else {
                        wrong.append("\(index) as \(named < 0 ? "none" : Self.names[named])")
                    }
                }
            }
            let share = Double(right) / Double(right + wrong.count)
            #expect(share >= 0.95, "\(Self.names[material]) is named in \(share) of the cases: \(wrong)")
        }
    }

    /// Drops of every kind: the classic one, those of commuter at rest and at full speed, of hiker, of gutter; an impact or a bubble
    /// alone; drops that differ much from one another.
    static let kinds: [[ParameterID: Float]] = [
        [:],
        [
            .dropsImpactAmplitude: 0.5, .dropsImpactDuration: 0.5, .dropsDelay: 0.3, .dropsBubbleAmplitude: 0.5,
            .dropsBubbleFrequency: 1500,
            .dropsBubbleDuration: 6, .dropsBubbleRise: 0.2, .dropsBrightness: -0.7, .dropsWidth: 0.4,
        ],
        [
            .dropsImpactAmplitude: 0.5, .dropsImpactDuration: 0.5, .dropsDelay: 0.3, .dropsBubbleAmplitude: 0.5,
            .dropsBubbleFrequency: 1500,
            .dropsBubbleDuration: 6, .dropsBubbleRise: 0.2, .dropsBrightness: 0.8, .dropsWidth: 0.4,
        ],
        [.dropsImpactDuration: 2, .dropsDelay: 0.5, .dropsBubbleAmplitude: 0.4, .dropsBubbleFrequency: 700, .dropsBubbleDuration: 20],
        [
            .dropsImpactAmplitude: 0.3, .dropsImpactDuration: 1.2, .dropsBubbleAmplitude: 0.5, .dropsBubbleFrequency: 750,
            .dropsBubbleDuration: 35,
        ],
        [.dropsImpactAmplitude: 0], [.dropsBubbleAmplitude: 0, .dropsImpactDuration: 1],
        [
            .dropsImpactAmplitudeVariation: 100, .dropsImpactDurationVariation: 60, .dropsBubbleAmplitudeVariation: 100,
            .dropsBubbleFrequencyVariation: 50, .dropsBubbleDurationVariation: 60,
        ],
    ]

    @Test("every material is as loud as plain drops within 1 dB, for drops of every kind", arguments: kinds.indices)
    func loudness(_ kind: Int) throws {
        let levels = try Self.names.indices.map { material -> Double in
            var set = SynthParameters([.dropsMaterial: Float(material), .dropsRate: 6000, .bedPink: 0, .bedBrown: 0]).with(Self.kinds[kind])
            // So quiet that the limiter rests.
            set[.dropsLevel] = -30
            var fixture = try EngineFixture(seed: 3, parameters: set)
            let sound = fixture.render(48_000 * 6)
            return (0...1).map { side in LoudnessFilter.power(of: stride(from: side, to: sound.count, by: 2).map { sound[$0] }) }.reduce(
                0, +)
        }
        let differences = levels.map { 10 * log10($0 / levels[0]) }
        print("kind \(kind):", differences.map { String(format: "%.2f", $0) }.joined(separator: " "))
        for (material, difference) in differences.enumerated() { #expect(abs(difference) < 1, "\(Self.names[material]): \(difference) dB") }
    }

    @Test("drops.resonance scales what a material adds, and at -60 nothing is left of it")
    func resonance() throws {
        func sound(_ changes: [ParameterID: Float]) throws -> [Float] {
            try Self.rain(3, perSecond: 20, seed: 5, seconds: 2, changes: changes)
        }
        let dry = try sound([.dropsResonance: -60])
        let full = try sound([:])
        let half = try sound([.dropsResonance: -6.0206])
        for (index, value) in full.enumerated() where index > 1000 {
            // The added sound is halved, sample by sample.
            let error = abs((half[index] - dry[index]) - 0.5 * (value - dry[index]))
            if error > 2e-5 {
                Issue.record("at \(index): \(error)")
                return
            }
        }
        #expect(zip(full, dry).contains { abs($0 - $1) > 0.01 })
    }
}
