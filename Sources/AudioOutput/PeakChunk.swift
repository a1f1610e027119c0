import Glibc

/// The PEAK chunk that libsndfile puts into every float RF64 file (its command against it does not reach RF64): the
/// time of day stands in it, so two equal renders would differ.
enum PeakChunk {
    /// Turns a PEAK chunk in the head of a finished WAV or RF64 file into a blank JUNK chunk of the same size.
    static func retire(_ descriptor: Int32, place: String) throws(AudioFileError) {
        var head = [UInt8](repeating: 0, count: 65_536)
        let count = pread(descriptor, &head, head.count, 0)
        guard count >= 0 else { throw .system(errno, place: place, doing: "cannot read back") }
        var offset = 12
        while offset + 8 <= count {
            let name = head[offset..<offset + 4]
            let size = (0..<4).reduce(0) { $0 | Int(head[offset + 4 + $1]) << (8 * $1) }
            if name.elementsEqual("data".utf8) { return }
            if name.elementsEqual("PEAK".utf8), offset + 8 + size <= count {
                let blank = Array("JUNK".utf8) + head[offset + 4..<offset + 8] + [UInt8](repeating: 0, count: size)
                guard pwrite(descriptor, blank, blank.count, off_t(offset)) == blank.count else {
                    throw .system(errno, place: place, doing: "cannot complete the file")
                }
                return
            }
            offset += 8 + size + size & 1
        }
    }
}
