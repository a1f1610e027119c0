// SPDX-License-Identifier: MIT
import DeterministicMath
import PlainText

/// Formats numbers as presets write them and as descriptions show them.
package enum PlainNumber {
    /// Parses a finite decimal number (`-8`, `0.25`, `1e3`, `40_000_000`), or returns nil.
    package static func read(_ text: String) -> Double? {
        let letters = text.utf8
        guard let first = letters.first, letters.count <= 40, first != UInt8(ascii: "_"),
            letters.allSatisfy({ "0123456789+-._eE".utf8.contains($0) }),
            letters.contains(where: { (48...57).contains($0) }),
            let number = Double(letters.contains(UInt8(ascii: "_")) ? text.replacing("_", with: "") : text), number.isFinite
        else { return nil }
        return number
    }

    /// The shortest decimal that preserves the number, as a person writes it into a file: `1200`, `0.028`, never `1.2e3`.
    package static func write(_ number: Double) -> String {
        guard number.isFinite else { return "0" }
        let text = DecimalFormat.shortest(number == 0 ? 0 : number)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// The number for people: with four significant digits, without a trailing `.0`; from 1000 on as an integer with thousands separators.
    package static func display(_ number: Double) -> String {
        guard number.isFinite else { return "\(number)" }
        let size = number.magnitude
        // What four digits would round to 1000 is an integer, too.
        if size >= 999.95, size < 1e15 { return grouped(Int64(DeterministicMath.round(number))) }
        if size == 0 { return "0" }
        if size < 1e-6 || size >= 1e15 { return "\(number)" }
        var unit = 1.0
        var digits = size
        while digits < 1000 { (digits, unit) = (digits * 10, unit * 10) }
        let rounded = DeterministicMath.round(number * unit) / unit
        return rounded == DeterministicMath.round(rounded) ? "\(Int64(rounded))" : "\(rounded)"
    }

    /// The number with its unit, which is empty for a plain number.
    static func display(_ number: Double, in unit: String) -> String { display(number) + (unit.isEmpty ? "" : " \(unit)") }

    private static func grouped(_ number: Int64) -> String {
        var digits = "\(number.magnitude)"
        var text = ""
        while digits.count > 3 {
            text = "," + digits.suffix(3) + text
            digits.removeLast(3)
        }
        return (number < 0 ? "-" : "") + digits + text
    }
}

extension Float {
    /// The same shortest decimal form as a `Double`: 0.2, without the digits that widening adds.
    package var plain: Double { Double("\(self)") ?? Double(self) }
}
