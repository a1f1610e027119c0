// SPDX-License-Identifier: MIT
/// A drawing made of Braille dots: two across and four down in each cell.
public struct BrailleCanvas: Sendable {
    let columns: Int
    let rows: Int
    private var patterns: [UInt8]

    /// The bits of U+2800 ... U+28FF: dots 1 2 3 7 on the left, 4 5 6 8 on the right.
    private static let bits: [[UInt8]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]

    /// - Parameters: The size, in cells.
    public init(columns: Int, rows: Int) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
        patterns = Array(repeating: 0, count: self.columns * self.rows)
    }

    /// The size in dots.
    public var width: Int { 2 * columns }
    public var height: Int { 4 * rows }

    /// Sets the dot at (`x`, `y`), counted from the top left. A dot outside the canvas is ignored.
    mutating func set(_ x: Int, _ y: Int) {
        guard (0..<width).contains(x), (0..<height).contains(y) else { return }
        patterns[y / 4 * columns + x / 2] |= Self.bits[x % 2][y % 4]
    }

    /// Sets the dots of column `x` from `a` to `b`, both inclusive.
    public mutating func setColumn(_ x: Int, from a: Int, to b: Int) {
        let low = max(0, min(a, b)), high = min(height - 1, max(a, b))
        guard low <= high else { return }
        for y in low...high { set(x, y) }
    }

    /// Draws a curve from left to right. There may be fewer or more values than dot columns: each column spans the minimum to
    /// the maximum of its values and joins its neighbour, so the curve has no gaps.
    /// - Parameters:
    ///   - values: Spread over the full width.
    ///   - limit: The value at the upper edge; its negative is at the lower edge. Must be greater than 0.
    public mutating func drawWave(_ values: [Double], limit: Double) {
        guard !values.isEmpty, limit > 0, limit.isFinite, width > 0, height > 0 else { return }
        func dot(_ value: Double) -> Int {
            let share = min(max((1 - value / limit) / 2, 0), 1)
            return share.isFinite ? min(height - 1, Int(share * Double(height))) : height / 2
        }
        var last: (low: Int, high: Int)?
        for x in 0..<width {
            let first = x * values.count / width
            let end = max(first + 1, (x + 1) * values.count / width)
            let piece = values[first..<min(end, values.count)]
            guard let least = piece.min(), let greatest = piece.max() else { continue }
            var high = dot(least), low = dot(greatest)
            let own = (low, high)
            if let last {
                if last.high < low { low = last.high + 1 }
                if last.low > high { high = last.low - 1 }
            }
            setColumn(x, from: low, to: high)
            last = own
        }
    }

    /// The character of a cell; a blank where no dot is set.
    public func character(_ row: Int, _ column: Int, isUnicode: Bool = true) -> Character {
        guard (0..<rows).contains(row), (0..<columns).contains(column) else { return " " }
        let pattern = patterns[row * columns + column]
        guard pattern != 0 else { return " " }
        guard isUnicode else {
            // Without Braille, show only whether the upper and the lower half have a dot.
            let isAbove = pattern & 0b0001_1011 != 0, isBelow = pattern & 0b1110_0100 != 0
            return isAbove ? (isBelow ? "|" : "'") : "."
        }
        return UnicodeScalar(0x2800 + UInt32(pattern)).map(Character.init) ?? " "
    }
}
