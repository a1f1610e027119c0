// SPDX-License-Identifier: MIT
/// JSON's text forms of strings and numbers: the only way in which the program writes them.
public enum JSONText {
    /// Returns a string with its quotes. Characters that a terminal or a page would act on are escaped too, so the result is safe
    /// to show.
    public static func quoted(_ text: some StringProtocol) -> String {
        var bytes: [UInt8] = []
        append(String(text), to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends a string with its quotes, as `quoted` writes it.
    public static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(0x22)
        var text = text
        let isPlain = text.withUTF8 { letters in
            guard !letters.contains(where: isSpecial) else { return false }
            bytes.append(contentsOf: letters)
            return true
        }
        if !isPlain { for scalar in text.unicodeScalars { append(scalar, to: &bytes) } }
        bytes.append(0x22)
    }

    private static func isSpecial(_ byte: UInt8) -> Bool { byte == 0x22 || byte == 0x5C || byte.mayBeginControl }

    private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        switch scalar {
        case "\"", "\\": bytes += [0x5C, UInt8(ascii: scalar)]
        case "\n": bytes += "\\n".utf8
        case "\r": bytes += "\\r".utf8
        case "\t": bytes += "\\t".utf8
        case _ where scalar.isControl: bytes += "\\u\(scalar.escapeDigits)".utf8
        default: bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        }
    }

    /// Returns the shortest form that reads back the same; `null` for infinities and NaN, which JSON cannot express.
    public static func number(_ number: Double) -> String { number.isFinite ? plain(number.description) : "null" }

    /// Returns a float's shortest form, in single precision; `null` for infinities and NaN.
    public static func number(_ number: Float) -> String { number.isFinite ? plain(number.description) : "null" }

    /// Appends a finite number in its shortest form that reads back the same.
    ///
    /// Usual numbers do not need the search for that form: up to fifteen digits, no two decimals are the same double.
    public static func append(_ number: Double, to bytes: inout [UInt8]) {
        let magnitude = number.magnitude
        let scaled = magnitude < 1e8 ? UInt64(magnitude * 1e7 + 0.5) : 0
        guard magnitude == 0 || magnitude >= 1e-4, Double(scaled) / 1e7 == magnitude else {
            bytes += Self.number(number).utf8
            return
        }
        if number < 0 { bytes.append(0x2D) }
        let (whole, fraction) = scaled.quotientAndRemainder(dividingBy: 10_000_000)
        append(whole, to: &bytes)
        guard fraction > 0 else { return }
        let point = bytes.count
        // A one in front keeps the zeros behind the point.
        append(10_000_000 + fraction, to: &bytes)
        bytes[point] = 0x2E
        while bytes.last == 0x30 { bytes.removeLast() }
    }

    private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
        let start = bytes.count
        var rest = number
        repeat {
            bytes.append(0x30 + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }

    private static func plain(_ text: String) -> String { text.hasSuffix(".0") ? String(text.dropLast(2)) : text }
}
