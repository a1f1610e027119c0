// SPDX-License-Identifier: MIT
/// A scanner for XML of the simplest form: ASCII without references, comments and sections, with tags without prefixes.
///
/// Anything else ends the scan and is left to the XML parser.
struct PlainXML {
    private let start: UnsafePointer<UInt8>
    private let count: Int
    /// The number of bytes scanned.
    var place = 0

    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return nil }
        self.start = start
        count = bytes.count
    }

    var isAtEnd: Bool { place == count }

    mutating func take(_ byte: UInt8) -> Bool {
        guard place < count, start[place] == byte else { return false }
        place += 1
        return true
    }

    mutating func take(_ word: StaticString) -> Bool { take(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)) }

    mutating func take(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
        guard count - place >= word.count else { return false }
        for offset in 0..<word.count where start[place + offset] != word[offset] { return false }
        place += word.count
        return true
    }

    /// Skips spaces and line breaks; a lone carriage return is not a line break.
    mutating func skipBlanks() {
        while place < count {
            switch start[place] {
            case 0x20, 0x09, 0x0A: place += 1
            case 0x0D where place + 1 < count && start[place + 1] == 0x0A: place += 2
            default: return
            }
        }
    }

    /// Scans a name of letters and digits, at least one.
    mutating func name() -> UnsafeBufferPointer<UInt8>? {
        let first = place
        guard first < count, Self.isLetter(start[first]) else { return nil }
        place += 1
        while place < count, Self.isLetter(start[place]) || Self.isDigit(start[place]) { place += 1 }
        return UnsafeBufferPointer(start: start + first, count: place - first)
    }

    /// Scans the text up to `end`, and `end` itself; nil if `end` does not come, or if a byte with a special meaning comes first.
    mutating func text(before end: UInt8) -> UnsafeBufferPointer<UInt8>? {
        let first = place
        while place < count {
            let byte = start[place]
            if byte == end {
                place += 1
                return UnsafeBufferPointer(start: start + first, count: place - 1 - first)
            }
            guard byte >= 0x20, byte < 0x7F, byte != UInt8(ascii: "<"), byte != UInt8(ascii: "&"), byte != UInt8(ascii: ">") else {
                return nil
            }
            place += 1
        }
        return nil
    }

    /// Scans an attribute's value in single or double quotes.
    mutating func value() -> UnsafeBufferPointer<UInt8>? {
        if take(UInt8(ascii: "\"")) { return text(before: UInt8(ascii: "\"")) }
        return take(UInt8(ascii: "'")) ? text(before: UInt8(ascii: "'")) : nil
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}
