// SPDX-License-Identifier: MIT
import Glibc
import PlainText

/// Figures in readable form.
enum FigureText {
    /// A span of time: `1:02:03`, and from two days on in days or years.
    static func span(_ seconds: Double) -> String {
        let days = seconds / 86_400
        guard days >= 2 else { return ClockText.text(seconds) }
        return days < 730.5 ? "\(number(days)) days" : "\(number(days / 365.25)) years"
    }

    /// A number with the given number of decimals.
    static func number(_ value: Double, _ decimals: Int = 0) -> String { DecimalFormat.fixed(value, decimals) }

    /// Metres, or kilometres from one kilometre on.
    static func distance(_ metres: Double) -> String {
        metres < 999.5 ? "\(number(metres)) m" : "\(number(metres / 1000, metres < 99_950 ? 1 : 0)) km"
    }

    /// Bytes as kB or MB.
    static func bytes(_ count: Int) -> String {
        count < 999_500 ? "\(number(Double(count) / 1000)) kB" : "\(number(Double(count) / 1e6, 1)) MB"
    }

    /// A sample rate as kHz.
    static func kilohertz(_ rate: Int) -> String { "\(number(Double(rate) / 1000, rate % 1000 == 0 ? 0 : 1)) kHz" }

    /// Metres per second as kilometres per hour.
    static func speed(_ metresPerSecond: Double) -> String { "\(number(metresPerSecond * 3.6)) km/h" }

    /// A linear power in dB of full scale; `silent` for 0.
    static func level(power: Float) -> String { power > 0 ? "\(number(10 * log10(Double(power)))) dB" : "silent" }
}

/// The columns of a table. A text longer than its column is kept whole.
extension String {
    func left(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
    func right(_ width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }

    var withoutTrailingBlanks: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
