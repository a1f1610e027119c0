// SPDX-License-Identifier: MIT
import DeterministicMath
import Foundation
import SoundAnalysis

/// Seeded pink noise (P. Kellet's filter, +-0.03 dB from 20 Hz to 20 kHz at 48 kHz). One thread at a time.
struct PinkNoise {
    private var random: SplitMix64
    private var poles = [Double](repeating: 0, count: 7)
    private static let filter: [(pole: Double, gain: Double)] = [
        (0.99886, 0.0555179), (0.99332, 0.0750759), (0.96900, 0.1538520), (0.86650, 0.3104856), (0.55000, 0.5329522),
        (-0.7616, -0.0168980),
    ]

    init(seed: UInt64) { random = SplitMix64(seed) }

    /// The next sample, with an RMS of about 1.76.
    mutating func next() -> Double {
        let white = 2 * random.unit() - 1
        var sum = poles[6] + white * 0.5362
        for (index, filter) in Self.filter.enumerated() {
            poles[index] = filter.pole * poles[index] + white * filter.gain
            sum += poles[index]
        }
        poles[6] = white * 0.115926
        return sum
    }

    /// The integrated loudness of this noise in LUFS on `channels` channels, independent in each, with a factor of 1.
    static func loudness(sampleRate: Int, channels: Int) -> Double {
        var noise = PinkNoise(seed: 0)
        let sound = Sound(
            sampleRate: sampleRate, channels: (0..<channels).map { _ in (0..<5 * sampleRate).map { _ in Float(noise.next() * 0.1) } })
        let meter = LoudnessMeter(sampleRate: sampleRate, channelCount: channels, findsPeaks: false)
        meter.add(sound)
        return meter.integrated + 20
    }
}
