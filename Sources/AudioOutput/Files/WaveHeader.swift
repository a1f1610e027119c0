// SPDX-License-Identifier: MIT
import RainSynthesis

/// The header of a WAV stream, which libsndfile cannot write to a pipe (Microsoft RIFF; EBU Tech 3306 for RF64). Files have its
/// format chunk.
package struct WaveHeader: Sendable {
    package var format: SampleFormat
    package var layout: SpeakerLayout
    package var sampleRate: Int
    /// Nil if unknown; every size is then 0xFFFFFFFF, which readers take as "until the end".
    var frames: Int64?
    var title: String?
    var software: String?
    var comment: String?
    /// Whether the whole sound is a loop.
    var isLoop = false
    /// Whether the loop was cut short, which makes it none; its chunk is blank then.
    var isCut = false

    private var bytesPerFrame: Int { layout.channels * format.bytesPerSample }

    /// 1 when a pad byte must follow the samples (their number of bytes is odd and known).
    package var padding: Int { Int((frames ?? 0) * Int64(bytesPerFrame) & 1) }

    private var isFloat: Bool { format == .float32 }

    /// The complete `fmt ` chunk.
    var formatChunk: WaveBytes {
        // Two channels need no channel mask, and the old form is read everywhere.
        let isExtensible = layout.channels > 2
        var format = WaveBytes()
        format.word(isExtensible ? 0xfffe : isFloat ? 3 : 1)
        format.word(layout.channels)
        format.long(sampleRate)
        format.long(sampleRate * bytesPerFrame)
        format.word(bytesPerFrame)
        format.word(self.format.bytesPerSample * 8)
        if isExtensible {
            format.word(22)
            format.word(self.format.bytesPerSample * 8)
            format.long(layout.speakers.reduce(0) { $0 | $1.waveBit })
            // KSDATAFORMAT_SUBTYPE_PCM or _IEEE_FLOAT.
            format.word(isFloat ? 3 : 1)
            format.bytes += [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71]
        } else if isFloat {
            format.word(0)
        }
        var chunk = WaveBytes()
        chunk.chunk("fmt ", format)
        return chunk
    }

    /// The bytes up to the first sample.
    package var bytes: [UInt8] {
        let length = frames.map { $0 * Int64(bytesPerFrame) }
        var chunks = formatChunk
        if isFloat {
            var fact = WaveBytes()
            fact.long(frames.map { Int(min($0, 0xffff_ffff)) } ?? 0xffff_ffff)
            chunks.chunk("fact", fact)
        }
        let info = information
        if !info.bytes.isEmpty { chunks.chunk("LIST", info) }
        if isLoop, let frames, let loop = SamplerLoop(frames: frames, sampleRate: sampleRate) {
            chunks.bytes += (isCut ? loop.blank : loop.chunk).bytes
        }

        // 4 for WAVE, 8 for the header of the data chunk.
        let riff = length.map { 4 + Int64(chunks.bytes.count) + 8 + $0 + Int64(padding) }
        let isLarge = riff.map { $0 > 0xffff_fffe } ?? false
        // Stands for a size that is not known, or that the ds64 chunk has.
        let unknown = 0xffff_ffff
        var out = WaveBytes()
        out.text(isLarge ? "RF64" : "RIFF")
        out.long(isLarge ? unknown : riff.map(Int.init) ?? unknown)
        out.text("WAVE")
        if isLarge, let riff, let length, let frames {
            var sizes = WaveBytes()
            sizes.quad(riff + 36)
            sizes.quad(length)
            sizes.quad(frames)
            sizes.long(0)
            out.chunk("ds64", sizes)
        }
        out.bytes += chunks.bytes
        out.text("data")
        out.long(isLarge ? unknown : length.map(Int.init) ?? unknown)
        return out.bytes
    }

    private var information: WaveBytes {
        var info = WaveBytes()
        for case (let name, let text?) in [("INAM", title), ("ISFT", software), ("ICMT", comment)] {
            if info.bytes.isEmpty { info.text("INFO") }
            var value = WaveBytes()
            value.text(text)
            value.bytes.append(0)
            info.chunk(name, value)
        }
        return info
    }
}
