// SPDX-License-Identifier: MIT
import Foundation

@testable import SoundAnalysis

/// Signals for the statistics of rain.
extension TestSignals {
    /// Impulses of one sample at Poisson times, of random sign.
    static func clicks(rate: Double, amplitude: Double = 0.5, seconds: Double, seed: UInt64) -> [Float] {
        var random = SeededRandom(seed: seed)
        var samples = [Float](repeating: 0, count: Int(seconds * 48_000))
        var time = -log(random.uniform()) / rate
        while time < seconds {
            let index = Int(time * 48_000)
            if index < samples.count { samples[index] += Float(random.uniform() < 0.5 ? amplitude : -amplitude) }
            time -= log(random.uniform()) / rate
        }
        return samples
    }

    /// A rain-like signal: Poisson clicks of heavy-tailed levels that ring briefly, some noise, and a slow movement, in two
    /// channels, half of which is common.
    static func rain(rate: Double, seconds: Double, seed: UInt64) -> Sound {
        let parts = (0..<3).map { part -> [Double] in
            var random = SeededRandom(seed: seed &+ UInt64(part) &* 31)
            var samples = (0..<Int(seconds * 48_000)).map { _ in 0.01 * random.gaussian() }
            var time = -log(random.uniform()) / rate
            while time < seconds {
                let level = 0.05 * min(20, pow(random.uniform(), -1 / 2.4)) * (random.uniform() < 0.5 ? 1 : -1)
                let frequency = 3000 * exp(0.6 * random.gaussian())
                let first = Int(time * 48_000)
                for frame in first..<min(first + 240, samples.count) {
                    let age = Double(frame - first) / 48_000
                    samples[frame] += level * exp(-age * 2000) * cos(2 * .pi * min(frequency, 14_000) * age)
                }
                time -= log(random.uniform()) / rate
            }
            return samples
        }
        let movement = slowMovement(deviation: 0.8, time: 1.1, seconds: seconds, seed: seed)
        let channels = [1, 2].map { own in
            parts[0].indices.map { Float(0.3 * (parts[0][$0] + parts[own][$0]) * pow(10, movement[$0 / 480] / 20)) }
        }
        return Sound(sampleRate: 48_000, channels: channels)
    }

    /// A level in dB that wanders around 0 (Ornstein and Uhlenbeck), 100 values per second.
    static func slowMovement(deviation: Double, time: Double, seconds: Double, seed: UInt64) -> [Double] {
        var random = SeededRandom(seed: seed &+ 77)
        let keep = exp(-0.01 / time)
        var value = deviation * random.gaussian()
        return (0...Int(seconds * 100)).map { _ in
            value = keep * value + deviation * (1 - keep * keep).squareRoot() * random.gaussian()
            return value
        }
    }
}
