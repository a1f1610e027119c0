// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import RainSynthesis

@Suite("Every continuous parameter moves without a click", .computing)
struct EngineSweepTests {
    /// Parameters whose movement itself sounds, and the pitch that carries the tone above 5 kHz.
    private static let sounding: Set<ParameterID> = [
        .dropsRate, .bedWhite, .bedPink, .bedBrown, .washLevel, .rainIntensity, .windLevel, .railsLevel, .toneFrequency,
    ]
    static let moved = ParameterTable.all.filter {
        $0.choices.isEmpty && !$0.fixedAtStart && !sounding.contains($0.id)
    }

    /// The largest sample above 5 kHz (two fourth-order Butterworth high-pass filters) from the first second on.
    private static func highs(_ sound: [Float]) -> Float {
        var samples = stride(from: 0, to: sound.count, by: 2).map { Double(sound[$0]) }
        let w = tan(Double.pi * 5000 / 48_000)
        for _ in 0..<2 {
            for q in [0.5411961001461969, 1.3065629648763766] {
                let norm = 1 / (1 + w / q + w * w)
                let (b0, b1) = (norm, -2 * norm)
                let (a1, a2) = (2 * (w * w - 1) * norm, (1 - w / q + w * w) * norm)
                var (x1, x2, y1, y2) = (0.0, 0.0, 0.0, 0.0)
                for index in samples.indices {
                    let x = samples[index]
                    let y = b0 * (x + x2) + b1 * x1 - a1 * y1 - a2 * y2
                    (x2, x1, y2, y1) = (x1, x, y1, y)
                    samples[index] = y
                }
            }
        }
        return samples[24_000...].reduce(0) { max($0, Float(abs($1))) }
    }

    /// A tone of 440 Hz at -20 dBFS while the parameter goes from one end of its range to the other in `glide` frames. Measures
    /// the excess over either end by itself (at 0 dB the tone reaches the limiter).
    private static func highs(_ spec: ParameterSpec, rising: Bool, glide: Int32) throws -> Float {
        var before = SynthParameters.silent
        before[.toneLevel] = -20
        var after = before
        before[spec.id] = rising ? spec.range.lowerBound : spec.range.upperBound
        after[spec.id] = rising ? spec.range.upperBound : spec.range.lowerBound
        var fixture = try EngineFixture(parameters: before)
        fixture.push([TimelineEntry(sample: 48_011, payload: .parameters(after, glide: glide))])
        let still = try [before, after].map { set in
            var fixture = try EngineFixture(parameters: set)
            return highs(fixture.render(48_000))
        }
        return highs(fixture.render(48_000 * 3)) - max(still[0], still[1])
    }

    @Test("over a second, and at once", .tags(.sounds), arguments: moved.map(\.name))
    func moves(_ name: String) throws {
        let spec = try #require(ParameterTable.spec(named: name))
        for rising in [true, false] {
            for glide: Int32 in [48_000, 0] {
                let found = try Self.highs(spec, rising: rising, glide: glide)
                #expect(found < 0.001, "\(rising ? "up" : "down") in \(glide): \(20 * log10(max(found, 1e-9))) dBFS")
            }
        }
    }
}
