// SPDX-License-Identifier: MIT
import Glibc

/// Corrects what libsndfile writes into the header of a WAV or RF64 file.
enum WaveHead {
    /// Turns a PEAK chunk into an empty JUNK chunk of the same size: it contains the time of day, so two equal renders would
    /// differ. libsndfile's command against it does not work for RF64.
    static func retirePeaks(_ descriptor: Int32, place: String) throws(AudioFileError) {
        guard let chunk = try find("PEAK", descriptor, place) else { return }
        let size = (0..<4).map { UInt8(truncatingIfNeeded: chunk.size >> (8 * $0)) }
        try WaveTail.write(
            Array("JUNK".utf8) + size + [UInt8](repeating: 0, count: chunk.size), at: off_t(chunk.offset), descriptor, place)
    }

    /// Replaces the `fmt ` chunk, which libsndfile always makes extensible, by that of a stream; an empty JUNK chunk fills the rest.
    static func setFormat(_ header: WaveHeader, _ descriptor: Int32, place: String) throws(AudioFileError) {
        guard let chunk = try find("fmt ", descriptor, place) else { return }
        var format = header.formatChunk
        let rest = chunk.size + 8 - format.bytes.count
        if rest >= 8 { format.chunk("JUNK", WaveBytes(bytes: [UInt8](repeating: 0, count: rest - 8))) }
        try WaveTail.write(format.bytes, at: off_t(chunk.offset), descriptor, place)
    }

    /// Finds a chunk before the samples: its position and the size of its content.
    private static func find(
        _ name: String, _ descriptor: Int32, _ place: String
    ) throws(AudioFileError) -> (offset: Int, size: Int)? {
        var head = [UInt8](repeating: 0, count: 65_536)
        let count = pread(descriptor, &head, head.count, 0)
        guard count >= 0 else { throw .system(errno, place: place, doing: "cannot read back") }
        var offset = 12
        while offset + 8 <= count {
            let size = (0..<4).reduce(0) { $0 | Int(head[offset + 4 + $1]) << (8 * $1) }
            let found = head[offset..<offset + 4]
            if found.elementsEqual(name.utf8) { return offset + 8 + size <= count ? (offset, size) : nil }
            if found.elementsEqual("data".utf8) { return nil }
            offset += 8 + size + size & 1
        }
        return nil
    }
}
