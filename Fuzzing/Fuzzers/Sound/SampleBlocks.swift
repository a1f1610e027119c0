// SPDX-License-Identifier: MIT
import RainSynthesis

/// Rendering for the rigs.
enum SampleBlocks {
    /// The samples of `frames` frames, rendered in blocks of the sizes that `size` returns; `fill` writes each block.
    static func render(
        _ frames: Int, channels: Int, size: () -> Int, fill: (_ block: UnsafeMutablePointer<Float>, _ frames: Int) -> Void
    ) -> [Float] {
        var samples: [Float] = []
        var done = 0
        while done < frames {
            let count = max(1, min(size(), frames - done))
            // Exactly the requested size, so that the sanitizer detects a write past the end.
            let block = UnsafeMutablePointer<Float>.allocate(capacity: count * channels)
            defer { block.deallocate() }
            fill(block, count)
            samples.append(contentsOf: UnsafeBufferPointer(start: block, count: count * channels))
            done += count
        }
        return samples
    }

    /// The maximum frames of an input. It is `frames` in stereo at 48 kHz, and fewer at higher rates and with many channels, so
    /// that an input takes a few milliseconds.
    static func most(_ frames: Int, _ configuration: EngineConfiguration) -> Int {
        frames * 48_000 / configuration.sampleRate * 2 / configuration.layout.engineChannels
    }
}
