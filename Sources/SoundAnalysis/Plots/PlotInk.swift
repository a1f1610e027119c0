// SPDX-License-Identifier: MIT
/// A colour given by the data, such as a railway line's. It is always accompanied by a label.
public struct PlotInk: Hashable, Sendable {
    private let red: UInt8, green: UInt8, blue: UInt8

    /// Parses `#80C342` or `80C342`; nil for anything else.
    public init?(_ text: String) {
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        guard digits.utf8.count == 6, let value = UInt32(digits, radix: 16) else { return nil }
        red = UInt8(value >> 16 & 255)
        green = UInt8(value >> 8 & 255)
        blue = UInt8(value & 255)
    }

    /// The colour in SVG notation.
    var text: String {
        func pair(_ value: UInt8) -> String { (value < 16 ? "0" : "") + String(value, radix: 16) }
        return "#" + pair(red) + pair(green) + pair(blue)
    }

    /// The colour of a kind that has none of its own, by its place among the kinds; colours repeat after the seventh.
    public static func kind(_ place: Int) -> PlotInk { kinds[place % kinds.count] }
    private static let kinds = ["#c2571a", "#2f6fa5", "#4f8a3a", "#7d55b5", "#b08a1e", "#a01f5c", "#2f8f8f"].compactMap { PlotInk($0) }

    static let black = PlotInk(grey: 0x10), white = PlotInk(grey: 0xFF)

    private init(grey: UInt8) { (red, green, blue) = (grey, grey, grey) }

    /// Black or white, whichever has the higher contrast on it (WCAG 2.2, relative luminance).
    var writing: PlotInk {
        func linear(_ value: UInt8) -> Double {
            let share = Double(value) / 255
            // Approximates the sRGB curve well enough for a choice between two.
            return share * share * (0.2 + 0.8 * share)
        }
        let luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
        return luminance > 0.18 ? .black : .white
    }
}
