// SPDX-License-Identifier: MIT
/// Formats numbers as plain decimals, as XML Schema requires: the fewest digits that read back as the same value, without an
/// exponent. Numbers beyond 1e±40, which no measurement yields, keep their exponent: readers reject numbers of hundreds of
/// digits.
enum PlainDecimal {
    private static let longestExponent = 40

    /// Appends a finite number.
    static func write(_ number: Double, to bytes: inout [UInt8]) {
        let text = number.description
        guard let mark = text.utf8.firstIndex(of: 0x65) else {
            // `12.0` is as good as `12`, and -0 keeps its sign either way.
            bytes.append(contentsOf: text.utf8)
            return
        }
        let exponent = Int(text[text.utf8.index(after: mark)...]) ?? 0
        if exponent.magnitude > longestExponent { return bytes.append(contentsOf: text.utf8) }
        var digits = Array(text[..<mark].utf8)
        if digits.first == 0x2D { bytes.append(digits.removeFirst()) }
        let point = digits.firstIndex(of: 0x2E) ?? digits.count
        if point < digits.count { digits.remove(at: point) }
        let place = point + exponent
        if place <= 0 {
            bytes.append(contentsOf: "0.".utf8)
            bytes.append(contentsOf: repeatElement(0x30, count: -place))
            bytes.append(contentsOf: digits)
        } else if place >= digits.count {
            bytes.append(contentsOf: digits)
            bytes.append(contentsOf: repeatElement(0x30, count: place - digits.count))
        } else {
            bytes.append(contentsOf: digits[..<place])
            bytes.append(0x2E)
            bytes.append(contentsOf: digits[place...])
        }
    }
}
