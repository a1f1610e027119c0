// SPDX-License-Identifier: MIT
import Foundation
import SoundAnalysis

/// Adds pink noise to a sound, independent on each channel. One thread at a time.
struct MaskingNoise {
    private var pink: PinkNoise
    private let factor: Double

    init(_ noise: Hearing.Noise, sampleRate: Int, channels: Int) {
        pink = PinkNoise(seed: noise.seed)
        factor = pow(10, (max(noise.loudness, -70) - PinkNoise.loudness(sampleRate: sampleRate, channels: channels)) / 20)
    }

    mutating func add(to block: Sound) -> Sound {
        var block = block
        for channel in block.channels.indices {
            for frame in 0..<block.frames { block.channels[channel][frame] += Float(factor * pink.next()) }
        }
        return block
    }
}
