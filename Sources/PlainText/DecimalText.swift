// SPDX-License-Identifier: MIT
import Glibc

/// Numbers as decimal text, the same in every locale. Any thread.
public enum DecimalText {
    /// The number with the given number of digits after the point, rounded as by C's `%.Nf`.
    public static func fixed(_ value: Double, _ decimals: Int) -> String {
        // The longest number has 309 digits before the point.
        var text = [CChar](repeating: 0, count: 320 + max(0, decimals))
        let length = withVaList([Int32(decimals), value]) { vsnprintf(&text, text.count, "%.*f", $0) }
        return String(decoding: text.prefix(Int(max(0, length))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The number rounded to the given number of significant digits, without zeros at its end: `0.5`, `12.3`, `1230`.
    public static func significant(_ value: Double, _ digits: Int) -> String {
        guard value.isFinite, value != 0 else { return value == 0 ? "0" : fixed(value, 0) }
        // The exponent after rounding, as by C's `%e`: 9.996 with three digits is 10.
        var text = [CChar](repeating: 0, count: 320)
        let length = withVaList([Int32(digits - 1), value]) { vsnprintf(&text, text.count, "%.*e", $0) }
        let scientific = String(decoding: text.prefix(Int(max(0, length))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
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
