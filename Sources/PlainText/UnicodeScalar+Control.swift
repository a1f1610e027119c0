// SPDX-License-Identifier: MIT
extension Unicode.Scalar {
    /// Whether a terminal, an editor or a page acts on the character instead of showing it: the C0 and C1 control characters,
    /// DEL, line and paragraph separators, the embeddings, overrides and isolates that change the direction of text, and the byte
    /// order mark.
    public var isControl: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }

    /// At least four hexadecimal digits, as `\u` requires.
    var escapeDigits: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension UInt8 {
    /// Whether this byte of UTF-8 is a control character or may begin one. Most text has none and is passed on unchanged.
    @inline(__always) var mayBeginControl: Bool { self < 0x20 || self == 0x7F || self == 0xC2 || self == 0xE2 || self == 0xEF }
}
