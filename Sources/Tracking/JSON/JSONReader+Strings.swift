// SPDX-License-Identifier: MIT
/// Keys and strings: runs of characters, escapes, and the repair of invalid UTF-8.
extension JSONReader {
    /// Reads the rest of a key or a string, from its quote on, into `text`.
    func readString() throws(InputFault) {
        text.removeAll(keepingCapacity: true)
        place += 1
        start = place
        var seen: UInt8 = 0
        while true {
            var end = place
            while end < bytes.count {
                let byte = bytes[end]
                if byte == 0x22 || byte == 0x5C || byte < 0x20 { break }
                seen |= byte
                end += 1
            }
            if end > place {
                endPair()
                append(run: bytes[place..<end])
                place = end
            }
            if place == bytes.count {
                guard try refill() else { throw fault("the JSON ends within a string") }
                continue
            }
            switch bytes[place] {
            case 0x22:
                place += 1
                endPair()
                if seen >= 0x80 || text.count == Self.longestText { repair() }
                return
            case 0x5C:
                place += 1
                try readEscape()
            default: throw fault("a line break or another control character in a string")
            }
        }
    }

    /// Reads the character after a backslash.
    private func readEscape() throws(InputFault) {
        guard let byte = try peek() else { throw fault("the JSON ends within a string") }
        if byte == 0x75 {
            place += 1
            return try readUnit()
        }
        endPair()
        switch byte {
        case 0x6E: append(0x0A)
        case 0x74: append(0x09)
        case 0x72: append(0x0D)
        case 0x62: append(0x08)
        case 0x66: append(0x0C)
        case 0x22, 0x5C: append(byte)
        // The character is taken literally.
        default: return
        }
        place += 1
    }

    /// Reads the four digits of a UTF-16 code unit.
    private func readUnit() throws(InputFault) {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = try peek(), let value = DecimalText.hexadecimalDigit(digit) else { throw fault("invalid escape sequence") }
            place += 1
            unit = unit << 4 | UInt32(value)
        }
        if let high = highSurrogate, 0xDC00...0xDFFF ~= unit {
            highSurrogate = nil
            append(scalar: 0x10000 + (high - 0xD800) << 10 + (unit - 0xDC00))
            return
        }
        endPair()
        if 0xD800...0xDBFF ~= unit { highSurrogate = unit } else { append(scalar: unit) }
    }

    /// Replaces a first half without a second by U+FFFD.
    private func endPair() {
        guard highSurrogate != nil else { return }
        highSurrogate = nil
        append(scalar: 0xFFFD)
    }

    private func append(scalar code: UInt32) {
        for unit in UTF8.encode(Unicode.Scalar(code) ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter { append(unit) }
    }

    private func append(_ byte: UInt8) { if text.count < Self.longestText { text.append(byte) } }

    private func append(run: Slice<UnsafeBufferPointer<UInt8>>) {
        text.append(contentsOf: UnsafeBufferPointer(rebasing: run.prefix(Self.longestText - text.count)))
    }

    /// Repairs invalid UTF-8, and removes a partial character at the end of a truncated text.
    private func repair() {
        if text.count == Self.longestText {
            while let last = text.last, last & 0xC0 == 0x80 { text.removeLast() }
            if let last = text.last, last >= 0x80 { text.removeLast() }
        }
        if String(validating: text, as: UTF8.self) == nil { text = Array(string.utf8.prefix(Self.longestText)) }
    }
}
