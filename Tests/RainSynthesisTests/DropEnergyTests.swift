// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import RainSynthesis

@Suite("The weighted energy of a drop", .computing)
struct DropEnergyTests {
    @Test("the weight is that of the recommendation's filters")
    func weight() {
        for frequency in [20.0, 38, 100, 250, 700, 1200, 1900, 3000, 5000] {
            let ratio = DropEnergy.weight(frequency) / LoudnessFilter.power(at: frequency)
            #expect(abs(10 * log10(ratio)) < 0.1, "\(frequency) Hz: \(ratio)")
        }
    }

    @Test("an impact's energy is that of its samples after the filters", arguments: [0.2, 0.5, 1.2, 2, 7.5, 20, 60])
    func impact(_ milliseconds: Double) {
        let frames = Int(milliseconds * 48)
        var samples = (0..<frames).map { Float(0.4 * sin(.pi * (Double($0) + 0.5) / Double(frames))) }
        samples += [Float](repeating: 0, count: 48_000)
        let energy = LoudnessFilter.power(of: samples) * Double(samples.count) / 48_000
        let ratio = DropEnergy.impact(amplitude: 0.4, duration: Double(frames) / 48_000) / energy
        #expect(abs(10 * log10(ratio)) < 0.15, "\(10 * log10(ratio)) dB")
    }

    @Test(
        "a bubble's energy is that of its samples after the filters",
        arguments: [(400.0, 30.0, 6.0, 0.5), (1500, 6, 6, 0.2), (700, 20, 6, 0.2), (250, 60, 3, 1), (2000, 10, 12, 0)])
    func bubble(_ frequency: Double, _ milliseconds: Double, _ decay: Double, _ rise: Double) {
        let duration = milliseconds / 1000
        let samples = (0..<96_000).map { index -> Float in
            let t = Double(index) / 48_000, x = t / duration
            return x > 4 ? 0 : Float(0.7 * exp(-decay * x) * sin(2 * .pi * frequency * t * exp(rise * x)))
        }
        let energy = LoudnessFilter.power(of: samples) * Double(samples.count) / 48_000
        let found = DropEnergy.bubble(amplitude: 0.7, frequency: frequency, duration: duration, decay: decay, rise: rise)
        #expect(abs(10 * log10(found / energy)) < 0.4, "\(10 * log10(found / energy)) dB")
    }
}
