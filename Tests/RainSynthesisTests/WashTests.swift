// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import RainSynthesis

@Suite("Wash", .computing) struct WashTests {
    private func rendered(
        _ wash: inout Wash, frames: Int, segment: Int = 64, level: Ramp = Ramp(value: 0.1), frequency: Ramp,
        pulse: Float = 0
    ) -> (left: [Float], right: [Float]) {
        var left = [Float](repeating: 0, count: frames)
        var right = left
        StereoBlock.each(&left, &right, of: { _ in segment }) { block, start, count in
            wash.render(
                into: block, frames: count, level: Ramp(value: level.at(start), step: level.step),
                frequency: Ramp(value: frequency.at(start), step: frequency.step), pulse: Ramp(value: pulse))
        }
        return (left, right)
    }

    @Test("The stated RMS at every rate and frequency, steady or swelling", .tags(.sounds), arguments: EngineConfiguration.sampleRates)
    func level(rate: Int) {
        for (frequency, pulse) in [(Float(60), Float(0)), (250, 0), (2000, 0), (2000, 2), (700, 0.7)] {
            var wash = Wash(sampleRate: rate, seed: 5)
            // A narrow band has few degrees of freedom per second.
            let seconds = frequency < 500 ? 60 : 20
            let (left, right) = rendered(&wash, frames: rate * seconds, frequency: Ramp(value: frequency), pulse: pulse)
            var moments = Moments()
            for x in left + right { moments.add(Double(x)) }
            #expect(abs(moments.rms / 0.1 - 1) < 0.025, "\(frequency) Hz, \(pulse): \(moments.rms)")
        }
    }

    @Test("The energy lies round the middle frequency, the same on both sides, and falls off") func band() {
        var wash = Wash(sampleRate: 48_000, seed: 5)
        var spectrum = NoiseSpectrum(size: 16_384, rate: 48_000)
        for _ in 0..<150 {
            let (left, right) = rendered(&wash, frames: 16_384, frequency: Ramp(value: 500))
            spectrum.add(left, right)
        }
        let octave = { (middle: Double) in 10 * log10(spectrum.power(from: middle / 1.414, to: middle * 1.414)) }
        #expect(octave(500) - octave(125) > 10)
        #expect(octave(500) - octave(4000) > 20)
        #expect(octave(500) > octave(250) && octave(500) > octave(1000))
    }

    @Test("It swells at the pulse's rate") func swell() {
        var wash = Wash(sampleRate: 48_000, seed: 5)
        let (left, _) = rendered(&wash, frames: 48_000 * 40, frequency: Ramp(value: 1000), pulse: 2)
        // The power of 10 ms frames, folded at half a second.
        var folded = [Double](repeating: 0, count: 50)
        for frame in 0..<(left.count / 480) {
            folded[frame % 50] += left[(frame * 480)..<(frame * 480 + 480)].reduce(0) { $0 + Double($1 * $1) }
        }
        // Between (1 + 0.9)^2 and (1 - 0.9)^2.
        let range = 10 * log10(folded.max()! / folded.min()!)
        #expect(range > 18 && range < 28, "\(range) dB")
        let top = folded.firstIndex(of: folded.max()!)!
        #expect(abs(top - 25) <= 3)
    }

    @Test("Two channels of their own; segments change nothing; level 0 is nothing") func rest() {
        var wash = Wash(sampleRate: 48_000, seed: 5)
        let (left, right) = rendered(&wash, frames: 480_000, frequency: Ramp(value: 2000))
        var product = 0.0
        for (l, r) in zip(left, right) { product += Double(l * r) }
        #expect(abs(product / 480_000 / 0.01) < 0.05)

        var expected: [Float]?
        for segment in [64, 1, 13] {
            var cut = Wash(sampleRate: 48_000, seed: 9)
            let sound = rendered(
                &cut, frames: 6400, segment: segment, level: Ramp(value: 0.25, step: 0x1p-16),
                frequency: Ramp(value: 256, step: 0.125), pulse: 1)
            if let expected { #expect(sound.left == expected) } else { expected = sound.left }
        }
        let nothing = rendered(&wash, frames: 640, level: Ramp(value: 0), frequency: Ramp(value: 250))
        #expect(nothing.left.allSatisfy { $0 == 0 })
    }
}
