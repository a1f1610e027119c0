// SPDX-License-Identifier: MIT
import Glibc

/// Writes numbers as decimal text, the same in every locale. Any thread.
public enum DecimalFormat {
    /// The number with the given number of digits after the point, rounded as by C's `%.Nf`.
    public static func fixed(_ value: Double, _ decimals: Int) -> String {
        formatted(value, "%.*f", decimals)
    }

    /// The number in a form of C's `printf`, with this many digits after the point.
    private static func formatted(_ value: Double, _ form: String, _ decimals: Int) -> String {
        // The longest number has 309 digits before the point.
        var text = [CChar](repeating: 0, count: 320 + max(0, decimals))
        let length = withVaList([Int32(decimals), value]) { vsnprintf(&text, text.count, form, $0) }
        return String(decoding: text.prefix(Int(max(0, length))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The shortest text that reads back as the same finite number, never with an exponent: `12.0`, `0.00005`.
    public static func shortest(_ value: Double) -> String {
        let text = value.description
        guard let mark = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: mark)...]) else { return text }
        // For very small or large numbers, the digits are placed around the decimal point.
        let sign = text.hasPrefix("-") ? "-" : ""
        let mantissa = text[..<mark].drop { $0 == "-" }
        let whole = mantissa.prefix { $0 != "." }, digits = whole + mantissa.dropFirst(whole.count + 1)
        let point = whole.count + exponent
        if point <= 0 { return sign + "0." + String(repeating: "0", count: -point) + digits }
        if point >= digits.count { return sign + digits + String(repeating: "0", count: point - digits.count) }
        return sign + digits.prefix(point) + "." + digits.dropFirst(point)
    }

    /// The number rounded to the given number of significant digits, without zeros at its end: `0.5`, `12.3`, `1230`.
    public static func significant(_ value: Double, _ digits: Int) -> String {
        guard value.isFinite, value != 0 else { return value == 0 ? "0" : fixed(value, 0) }
        // The exponent after rounding, as by C's `%e`: 9.996 with three digits is 10.
        let scientific = formatted(value, "%.*e", digits - 1)
        guard let mark = scientific.firstIndex(of: "e"), let exponent = Int(scientific[scientific.index(after: mark)...]),
            let rounded = Double(scientific)
        else { return scientific }
        let plain = fixed(rounded, max(0, digits - 1 - exponent))
        guard plain.contains(".") else { return plain }
        return String(plain[...(plain.lastIndex { $0 != "0" } ?? plain.startIndex)].trimmingPointAtEnd)
    }
}

extension Substring {
    fileprivate var trimmingPointAtEnd: Substring { last == "." ? dropLast() : self }
}
