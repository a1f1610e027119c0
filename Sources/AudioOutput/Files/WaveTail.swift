// SPDX-License-Identifier: MIT
import Glibc

/// Writes what follows the samples of a finished WAV or RF64 file: cue points with their labels in a `cue ` chunk and a `LIST` of
/// type `adtl`, and the loop in a `smpl` chunk (Microsoft and IBM, Multimedia Programming Interface 1.0, 1991). libsndfile writes
/// none into RF64 and no labels into WAV.
enum WaveTail {
    /// Appends the chunks to the file and updates its header. A position beyond 2^32 frames gets no cue point.
    static func append(_ cues: [SoundCue], _ loop: SamplerLoop?, to descriptor: Int32, place: String) throws(AudioFileError) {
        let cues = cues.filter { $0.frame >= 0 && $0.frame <= Int64(UInt32.max) }
        var content = cues.isEmpty ? [] : bytes(of: cues)
        if let loop { content += loop.chunk.bytes }
        guard !content.isEmpty else { return }
        var head = [UInt8](repeating: 0, count: 28)
        let size = lseek(descriptor, 0, SEEK_END)
        guard size >= 28, pread(descriptor, &head, head.count, 0) == head.count else {
            throw .system(errno, place: place, doing: "cannot read back")
        }
        var chunks = size % 2 == 1 ? [UInt8(0)] : []
        chunks += content
        let riff = Int64(size) + Int64(chunks.count) - 8
        let isLarge = head.starts(with: "RF64".utf8)
        // A RIFF file cannot store a size beyond 32 bits; RF64 has it in its ds64 chunk.
        guard isLarge || riff < Int64(UInt32.max) else { return }
        var count = WaveBytes()
        if isLarge { count.quad(riff) } else { count.long(Int(riff)) }
        try write(chunks, at: size, descriptor, place)
        try write(count.bytes, at: isLarge ? 20 : 4, descriptor, place)
    }

    private static func bytes(of cues: [SoundCue]) -> [UInt8] {
        var points = WaveBytes(), labels = WaveBytes()
        points.long(cues.count)
        labels.text("adtl")
        for (index, cue) in cues.enumerated() {
            points.long(index + 1)
            points.long(Int(cue.frame))
            points.text("data")
            points.long(0)
            points.long(0)
            points.long(Int(cue.frame))
            var label = WaveBytes()
            label.long(index + 1)
            label.text(cue.label)
            label.bytes.append(0)
            labels.chunk("labl", label)
        }
        var chunks = WaveBytes()
        chunks.chunk("cue ", points)
        chunks.chunk("LIST", labels)
        return chunks.bytes
    }

    static func write(_ bytes: [UInt8], at offset: off_t, _ descriptor: Int32, _ place: String) throws(AudioFileError) {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, offset + off_t(done)) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .system(count < 0 ? errno : EIO, place: place, doing: "cannot complete the file") }
            done += count
        }
    }
}
