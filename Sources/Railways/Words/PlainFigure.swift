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
}
