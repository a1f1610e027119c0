// SPDX-License-Identifier: MIT
/// A sound that repeats from its first to its last frame, as samplers and editors read it: the `smpl` chunk of a WAV file.
struct SamplerLoop {
    let frames: Int64
    let sampleRate: Int

    /// Nil for a length that the chunk cannot hold.
    init?(frames: Int64, sampleRate: Int) {
        guard (1...Int64(UInt32.max)).contains(frames), sampleRate > 0 else { return nil }
        self.frames = frames
        self.sampleRate = sampleRate
    }

    /// The complete chunk (Microsoft, Multimedia Data Standards Update 3.0, 1994).
    var chunk: WaveBytes { chunk(named: "smpl") }

    /// A chunk of the same size that readers pass over.
    var blank: WaveBytes { chunk(named: "JUNK") }

    private func chunk(named name: String) -> WaveBytes {
        var content = WaveBytes()
        // Manufacturer, product, nanoseconds per frame, the key that plays it as it is (middle C), its fraction, SMPTE format and
        // offset, the number of loops, the length of what follows them.
        for value in [0, 0, (1_000_000_000 + sampleRate / 2) / sampleRate, 60, 0, 0, 0, 1, 0] { content.long(value) }
        // The loop: its name, forward, the first and the last frame, no fraction, without end.
        for value in [0, 0, 0, Int(frames - 1), 0, 0] { content.long(value) }
        var chunk = WaveBytes()
        chunk.chunk(name, content)
        return chunk
    }
}
