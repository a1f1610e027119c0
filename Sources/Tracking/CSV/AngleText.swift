// SPDX-License-Identifier: MIT
/// Parses a latitude or a longitude in the forms that people and loggers write.
enum AngleText {
    /// An angle in degrees, and the hemisphere written beside it as an upper-case letter.
    struct Angle: Equatable {
        var degrees: Double
        var hemisphere: UInt8?
    }

    /// Parses decimal degrees, or degrees with minutes and seconds (`33°51'24.5"S`, `33 51.41 S`, `33:51:24.5`), with a sign or
    /// with N, S, E or W before or after.
    /// - Returns: nil for anything else.
    static func angle(_ bytes: UnsafeBufferPointer<UInt8>, decimalComma: Bool = false) -> Angle? {
        if let degrees = DecimalText.double(bytes, decimalComma: decimalComma) { return Angle(degrees: degrees) }
        var text = DecimalText.trimmed(bytes)
        var hemisphere: UInt8?
        if let first = text.first, let letter = letter(first) {
            hemisphere = letter
            text = DecimalText.trimmed(UnsafeBufferPointer(rebasing: text.dropFirst()))
        } else if let last = text.last, let letter = letter(last) {
            hemisphere = letter
            text = DecimalText.trimmed(UnsafeBufferPointer(rebasing: text.dropLast()))
        }
        guard text.count <= 40, let value = sexagesimal(text, decimalComma: decimalComma) else { return nil }
        return Angle(degrees: value, hemisphere: hemisphere)
    }

    /// N, S, E or W.
    static func letter(_ byte: UInt8) -> UInt8? {
        switch byte & 0xDF {
        case 0x4E, 0x53, 0x45, 0x57: byte & 0xDF
        default: nil
        }
    }

    /// The sign that a hemisphere implies; nil for a letter of the other axis.
    static func sign(of hemisphere: UInt8, isLatitude: Bool) -> Double? {
        switch (hemisphere, isLatitude) {
        case (0x4E, true), (0x45, false): 1
        case (0x53, true), (0x57, false): -1
        default: nil
        }
    }

    private static func sexagesimal(_ text: UnsafeBufferPointer<UInt8>, decimalComma: Bool) -> Double? {
        var parts: [Double] = []
        var negative = false
        var place = 0
        while place < text.count {
            let start = place
            if place == 0, text[0] == 0x2D || text[0] == 0x2B {
                negative = text[0] == 0x2D
                place += 1
            }
            while place < text.count, isOfNumber(text[place], decimalComma) { place += 1 }
            guard place > start, parts.count < 3, parts.last.map({ $0 == $0.rounded(.towardZero) }) ?? true,
                let number = DecimalText.double(UnsafeBufferPointer(rebasing: text[start..<place]), decimalComma: decimalComma)
            else { return nil }
            parts.append(number.magnitude)
            if parts.count > 1, number >= 60 { return nil }
            while place < text.count, isSeparator(text[place]) { place += 1 }
        }
        guard let degrees = parts.first else { return nil }
        let value = degrees + (parts.count > 1 ? parts[1] / 60 : 0) + (parts.count > 2 ? parts[2] / 3600 : 0)
        return negative ? -value : value
    }

    private static func isOfNumber(_ byte: UInt8, _ decimalComma: Bool) -> Bool {
        (0x30...0x39).contains(byte) || byte == 0x2E || decimalComma && byte == 0x2C
    }

    /// Spaces, `:`, `'`, `"`, `d`, `m`, and any byte beyond ASCII: the signs of degrees, minutes and seconds.
    private static func isSeparator(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x3A || byte == 0x27 || byte == 0x22 || byte >= 0x80 || byte | 0x20 == 0x64 || byte | 0x20 == 0x6D
    }
}
