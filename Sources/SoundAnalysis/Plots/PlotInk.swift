/// A colour that belongs to what is drawn, such as a railway line's own. Beside it stands always a label.
public struct PlotInk: Equatable, Sendable {
    private let red: UInt8, green: UInt8, blue: UInt8

    /// Reads `#80C342` or `80C342`; nil for anything else.
    public init?(_ text: String) {
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        guard digits.utf8.count == 6, let value = UInt32(digits, radix: 16) else { return nil }
        red = UInt8(value >> 16 & 255)
        green = UInt8(value >> 8 & 255)
        blue = UInt8(value & 255)
    }

    /// As SVG writes it.
    var text: String {
        func pair(_ value: UInt8) -> String { (value < 16 ? "0" : "") + String(value, radix: 16) }
        return "#" + pair(red) + pair(green) + pair(blue)
    }

    static let black = PlotInk(grey: 0x10), white = PlotInk(grey: 0xFF)

    private init(grey: UInt8) { (red, green, blue) = (grey, grey, grey) }

    /// Black or white, whichever stands out more on it (WCAG 2.2, relative luminance).
    var writing: PlotInk {
        func linear(_ value: UInt8) -> Double {
            let share = Double(value) / 255
            // The curve of sRGB, near enough for a choice of two.
            return share * share * (0.2 + 0.8 * share)
        }
        let luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
        return luminance > 0.18 ? .black : .white
    }
}
