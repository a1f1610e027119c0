// SPDX-License-Identifier: MIT
import PlainText

/// Numbers formatted for reading.
enum PlainFigure {
    /// Formats a value rounded to `decimals`, halves away from 0; values out of bounds become `?`. No zero has a sign.
    static func of(_ value: Double, decimals: Int = 0) -> String {
        let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
        let scaled = (value * scale).rounded() + 0
        return scaled.magnitude < 1e15 ? DecimalFormat.fixed(scaled / scale, decimals) : "?"
    }

    /// A distance or a length: `140 m`, `2.3 km`.
    static func length(_ metres: Double) -> String {
        guard metres < 1e9 else { return "far" }
        return metres < 1000 ? "\(of(metres)) m" : "\(of(metres / 1000, decimals: 1)) km"
    }
}
