// SPDX-License-Identifier: MIT
/// Parses decimal numbers from bytes: correctly rounded, independent of locale, without NaN, infinity or hexadecimal.
public enum DecimalText {
    private static let powersOfTen: [Double] = (0...22).map { exponent in
        // Exact: every power of ten up to 10^22 fits a double.
        (0..<exponent).reduce(1.0) { product, _ in product * 10 }
    }

    /// The number that fills `bytes` (spaces around it are allowed), or nil.
    /// - Parameter decimalComma: whether a single comma may replace the point.
    public static func double(_ bytes: UnsafeBufferPointer<UInt8>, decimalComma: Bool = false) -> Double? {
        let text = trimmed(bytes)
        var place = 0
        let count = text.count
        guard count > 0, count <= 64 else { return nil }
        var negative = false
        if text[0] == 0x2D || text[0] == 0x2B {
            negative = text[0] == 0x2D
            place = 1
        }
        var mantissa: UInt64 = 0
        var digits = 0
        var significant = 0
        var scale = 0
        var point = false
        var hasComma = false
        scan: while place < count {
            let byte = text[place]
            switch byte {
            case 0x30...0x39:
                digits += 1
                if significant < 19 {
                    mantissa = mantissa &* 10 &+ UInt64(byte &- 0x30)
                    if mantissa > 0 { significant += 1 }
                } else {
                    significant += 1
                }
                if point { scale -= 1 }
            case 0x2E where !point: point = true
            case 0x2C where decimalComma && !point:
                point = true
                hasComma = true
            default: break scan
            }
            place += 1
        }
        guard digits > 0 else { return nil }
        var exponent = 0
        if place < count {
            guard text[place] | 0x20 == 0x65 else { return nil }
            place += 1
            var negativeExponent = false
            if place < count, text[place] == 0x2D || text[place] == 0x2B {
                negativeExponent = text[place] == 0x2D
                place += 1
            }
            guard place < count else { return nil }
            while place < count {
                guard case 0x30...0x39 = text[place], exponent < 10_000 else { return nil }
                exponent = exponent * 10 + Int(text[place] - 0x30)
                place += 1
            }
            if negativeExponent { exponent = -exponent }
        }
        exponent += scale
        // An exact mantissa and an exact power of ten: one rounding, hence correctly rounded (Clinger 1990).
        if significant <= 19, mantissa <= 1 << 53, exponent >= -22, exponent <= 22 {
            let value = Double(mantissa)
            let magnitude = exponent < 0 ? value / powersOfTen[-exponent] : value * powersOfTen[exponent]
            return negative ? -magnitude : magnitude
        }
        var written = String(decoding: text, as: UTF8.self)
        if hasComma { written = String(written.map { $0 == "," ? "." : $0 }) }
        guard let value = Double(written), value.isFinite else { return nil }
        return value
    }

    /// Whether a field without surrounding spaces holds no number on purpose: it is empty, or a word for none as statistics
    /// programs and databases write it.
    package static func isNone(_ field: UnsafeBufferPointer<UInt8>) -> Bool {
        // Longer fields are no such word, and most fields are numbers.
        guard let first = field.first, field.count <= 4 else { return field.isEmpty }
        if (0x30...0x39).contains(first) { return false }
        return ["nan", "na", "n/a", "null", "none", "-"].contains(String(decoding: field, as: UTF8.self).lowercased())
    }

    /// The value of a text of digits alone; nil for another text, an empty one, or one of more than `most` (up to 18) digits.
    static func digits(_ text: some Collection<UInt8>, atMost most: Int) -> Int? {
        guard !text.isEmpty, text.count <= most else { return nil }
        var value = 0
        for byte in text {
            guard (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        return value
    }

    /// The digits after a decimal point as billionths, without those beyond the ninth; nil for another text.
    static func billionths(_ digits: some Collection<UInt8>) -> Int64? {
        var value: Int64 = 0
        var weight: Int64 = 100_000_000
        for byte in digits {
            guard (0x30...0x39).contains(byte) else { return nil }
            value += Int64(byte - 0x30) * weight
            weight /= 10
        }
        return value
    }

    /// The value of a hexadecimal digit; nil for another byte.
    static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }

    /// `bytes` without surrounding spaces, tabs and line breaks.
    /// - Parameter dropsZeros: also drop the zero bytes with which some loggers pad the fields of a table.
    static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>, dropsZeros: Bool = false) -> UnsafeBufferPointer<UInt8> {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) || (dropsZeros && byte == 0) }
        var first = 0
        var last = bytes.count
        while first < last, isBlank(bytes[first]) { first += 1 }
        while last > first, isBlank(bytes[last - 1]) { last -= 1 }
        return UnsafeBufferPointer(rebasing: bytes[first..<last])
    }
}
