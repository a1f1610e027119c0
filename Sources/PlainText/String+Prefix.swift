// SPDX-License-Identifier: MIT
extension String {
    /// Decodes at most the first `most` bytes of a text in UTF-8, without the part of a character that is cut there; U+FFFD for
    /// invalid bytes.
    public init(utf8 bytes: some RandomAccessCollection<UInt8>, atMost most: Int) {
        var part = bytes.prefix(most)
        func continues(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
        if part.endIndex < bytes.endIndex, continues(bytes[part.endIndex]),
            let start = part.suffix(3).lastIndex(where: { !continues($0) })
        {
            part = part[..<start]
        }
        self.init(decoding: part, as: UTF8.self)
    }
}
