import RainSynthesis

/// How the rigs render.
enum SampleBlocks {
    /// The samples of so many frames in blocks of the sizes that `size` gives; `fill` writes each block.
    static func render(
        _ frames: Int, channels: Int, size: () -> Int, fill: (_ block: UnsafeMutablePointer<Float>, _ frames: Int) -> Void
    ) -> [Float] {
        var samples: [Float] = []
        var done = 0
        while done < frames {
            let count = max(1, min(size(), frames - done))
            // Exactly as large as asked for, so that the sanitizer sees a sample too many.
            let block = UnsafeMutablePointer<Float>.allocate(capacity: count * channels)
            defer { block.deallocate() }
            fill(block, count)
            samples.append(contentsOf: UnsafeBufferPointer(start: block, count: count * channels))
            done += count
        }
        return samples
    }

    /// The most frames of an input, which are `frames` in stereo at 48 kHz: fewer at the higher rates and in many channels, so
    /// that an input takes a few milliseconds.
    static func most(_ frames: Int, _ configuration: EngineConfiguration) -> Int {
        frames * 48_000 / configuration.sampleRate * 2 / configuration.layout.engineChannels
    }
}
