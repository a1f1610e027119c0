// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import RainSynthesis

@Suite("Tone", .computing) struct ToneTests {
    private func rendered(
        _ tone: inout Tone, frames: Int, segment: Int = 64, level: Ramp = Ramp(value: 1), frequency: Ramp, shape: Int
    ) -> [Float] {
        var left = [Float](repeating: 0, count: frames)
        var right = left
        StereoBlock.each(&left, &right, of: { _ in segment }) { block, start, count in
            tone.render(
                into: block, frames: count, level: Ramp(value: level.at(start), step: level.step),
                frequency: Ramp(value: frequency.at(start), step: frequency.step), shape: shape)
        }
        #expect(left == right)
        return left
    }

    private static let size = 65_536

    /// A steady tone's spectrum in bins, scaled to amplitude.
    private func spectrum(rate: Int, frequency: Float, shape: Int) -> NoiseSpectrum {
        var tone = Tone(sampleRate: rate)
        let sound = rendered(&tone, frames: ToneTests.size + 4096, frequency: Ramp(value: frequency), shape: shape)
        var spectrum = NoiseSpectrum(size: ToneTests.size, rate: Double(rate))
        let steady = Array(sound.suffix(ToneTests.size))
        spectrum.add(steady, steady)
        return spectrum
    }

    /// Amplitude of the line at a frequency, over the window's main lobe.
    private func amplitude(_ spectrum: NoiseSpectrum, _ frequency: Double) -> Double {
        let width = 6 * spectrum.rate / Double(spectrum.size)
        return (2 * spectrum.power(from: frequency - width, to: frequency + width)).squareRoot()
    }

    /// The strongest non-harmonic line, in dB relative to the fundamental.
    private func worstAlias(_ spectrum: NoiseSpectrum, _ frequency: Double) -> Double {
        let bin = spectrum.rate / Double(spectrum.size)
        var worst = 0.0
        for index in 8...spectrum.size / 2 {
            let place = Double(index) * bin
            let nearest = (place / frequency).rounded() * frequency
            if abs(place - nearest) <= 8 * bin, nearest < spectrum.rate / 2 { continue }
            // A line spreads over the window's main lobe; its largest bin has over a third of its power.
            worst = max(worst, spectrum.power[index])
        }
        let fundamental = amplitude(spectrum, frequency)
        return 10 * log10(worst * 2 * 2 / (fundamental * fundamental))
    }

    @Test("At 5 kHz and 48 kHz aliases lie at least 60 dB under the fundamental", arguments: 0...3)
    func aliasesAtFiveKilohertz(shape: Int) {
        let alias = worstAlias(spectrum(rate: 48_000, frequency: 5000, shape: shape), 5000)
        #expect(alias < -60)
    }

    @Test(
        "Over the whole range aliases below 20 kHz lie at least 60 dB under the fundamental",
        arguments: [44_100, 48_000, 96_000])
    func aliasesElsewhere(rate: Int) {
        for shape in 1...3 {
            for frequency in [Float(53), 441.3, 997, 1234.5, 3001, 4999.5, 7919, 10_007, 15_013, 19_990] {
                let sound = spectrum(rate: rate, frequency: frequency, shape: shape)
                var audible = 0.0
                let bin = Double(rate) / Double(ToneTests.size)
                for index in 8...Int(20_000 / bin) {
                    let place = Double(index) * bin
                    let nearest = (place / Double(frequency)).rounded() * Double(frequency)
                    if abs(place - nearest) > 8 * bin { audible = max(audible, sound.power[index]) }
                }
                let fundamental = amplitude(sound, Double(frequency))
                let alias = 10 * log10(audible * 4 / (fundamental * fundamental))
                #expect(alias < -60, "\(frequency) Hz, shape \(shape): \(alias) dB")
            }
        }
    }

    @Test("Harmonics have the textbook amplitudes", arguments: [Float(100), 440, 3000])
    func harmonics(frequency: Float) {
        let laws: [(Int, (Int) -> Double)] = [
            (0, { $0 == 1 ? 1 : 0 }),
            (1, { $0 % 2 == 1 ? 4 / (.pi * Double($0)) : 0 }),
            (2, { 2 / (.pi * Double($0)) }),
            (3, { $0 % 2 == 1 ? 8 / (Double.pi * Double.pi * Double($0 * $0)) : 0 }),
        ]
        for (shape, law) in laws {
            let sound = spectrum(rate: 48_000, frequency: frequency, shape: shape)
            for harmonic in 1...Int(19_000 / frequency) {
                let found = amplitude(sound, Double(harmonic) * Double(frequency))
                let expected = law(harmonic)
                #expect(
                    abs(found - expected) < 0.01 * expected + 1e-5,
                    "shape \(shape), harmonic \(harmonic): \(found), \(expected)")
            }
        }
    }

    @Test("The pitch is exact, and stays so") func pitch() {
        var tone = Tone(sampleRate: 44_100)
        let sound = rendered(&tone, frames: 44_100 * 20, frequency: Ramp(value: 440), shape: 0)
        // 24 samples late: a sine that began at phase 0 one step before the first sample.
        var worst = 0.0
        for frame in stride(from: 44_100 * 19, to: 44_100 * 20, by: 37) {
            worst = max(worst, abs(Double(sound[frame]) - sin(2 * .pi * 440 / 44_100 * Double(frame - 24 + 1))))
        }
        #expect(worst < 1e-6)
    }

    @Test("A change of shape fades within a few milliseconds, without a click") func shapes() {
        var tone = Tone(sampleRate: 48_000)
        var sound: [Float] = []
        for shape in [0, 3, 0, 3] {
            sound += rendered(&tone, frames: 4800, frequency: Ramp(value: 200), shape: shape)
        }
        // Sine and triangle of 200 Hz change by at most 2 pi 200 / 48000 per sample; a cut would jump far more.
        let steepest = zip(sound, sound.dropFirst()).map { abs($1 - $0) }.max()!
        #expect(steepest < 0.035)
        var direct = Tone(sampleRate: 48_000)
        let triangle = rendered(&direct, frames: 19_200, frequency: Ramp(value: 200), shape: 3)
        // 5 ms and the latency of 24 samples after the change, only the new shape remains.
        for frame in (14_400 + 240 + 60)..<19_200 where abs(sound[frame] - triangle[frame]) > 1e-4 {
            Issue.record("frame \(frame)")
            return
        }
    }

    @Test("Where segments begin changes nothing") func segments() {
        for shape in 0...3 {
            var expected: [Float]?
            for segment in [64, 1, 13, 63] {
                var tone = Tone(sampleRate: 48_000)
                let sound = rendered(
                    &tone, frames: 6400, segment: segment, level: Ramp(value: 0.25, step: 0x1p-16),
                    frequency: Ramp(value: 512, step: 0.125), shape: shape)
                if let expected { #expect(sound == expected) } else { expected = sound }
            }
        }
    }

    @Test("Level 0 is silence and stands still; silence() begins anew") func silence() {
        var tone = Tone(sampleRate: 48_000)
        let first = rendered(&tone, frames: 1000, frequency: Ramp(value: 300), shape: 2)
        let nothing = rendered(&tone, frames: 1000, level: Ramp(value: 0), frequency: Ramp(value: 300), shape: 2)
        #expect(nothing.allSatisfy { $0 == 0 })
        tone.silence()
        let again = rendered(&tone, frames: 1000, frequency: Ramp(value: 300), shape: 2)
        // All but the first cross-fade from the sine.
        #expect(again.suffix(600) == first.suffix(600))
    }
}
