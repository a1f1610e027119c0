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

    /// Loudness by the weighting of ITU-R BS.1770-4 (its filters at 48 kHz), ungated, in dB.
    static func loudness(_ samples: [Float]) -> Double {
        func filter(_ x: [Double], _ b: [Double], _ a: [Double]) -> [Double] {
            var (x1, x2, y1, y2) = (0.0, 0.0, 0.0, 0.0)
            return x.map { x0 in
                let y = b[0] * x0 + b[1] * x1 + b[2] * x2 - a[0] * y1 - a[1] * y2
                (x2, x1, y2, y1) = (x1, x0, y1, y)
                return y
            }
        }
        let shelf = filter(
            samples.map(Double.init), [1.53512485958697, -2.69169618940638, 1.19839281085285],
            [-1.69065929318241, 0.73248077421585])
        let weighted = filter(shelf, [1, -2, 1], [-1.99004745483398, 0.99007225036621])
        return 10 * log10(weighted.reduce(0) { $0 + $1 * $1 } / Double(weighted.count))
    }

    @Test("every material is as loud as plain drops within 2 dB at the classic defaults")
    func loudness() throws {
        let changes: [ParameterID: Float] = [
            .bedPink: 0, .dropsImpactAmplitudeVariation: 0, .dropsBubbleAmplitudeVariation: 0,
            .dropsBubbleFrequencyVariation: 0, .dropsWidth: 0,
        ]
        let levels = try Self.names.indices.map {
            Self.loudness(try Self.rain($0, perSecond: 10, seed: 3, seconds: 10, changes: changes))
        }
        for (material, level) in levels.enumerated() {
            #expect(abs(level - levels[0]) < 2, "\(Self.names[material]): \(level - levels[0]) dB")
        }
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
