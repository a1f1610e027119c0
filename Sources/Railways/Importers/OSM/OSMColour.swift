// SPDX-License-Identifier: MIT
/// Parses the values of OpenStreetMap's `colour`: hexadecimal, or the names of CSS 2.1 and others that mappers use for lines.
enum OSMColour {
    private static let names: [String: String] = [
        "black": "#000000", "silver": "#C0C0C0", "gray": "#808080", "grey": "#808080", "white": "#FFFFFF", "maroon": "#800000",
        "red": "#FF0000", "purple": "#800080", "fuchsia": "#FF00FF", "magenta": "#FF00FF", "green": "#008000", "lime": "#00FF00",
        "olive": "#808000", "yellow": "#FFFF00", "navy": "#000080", "blue": "#0000FF", "teal": "#008080", "aqua": "#00FFFF",
        "cyan": "#00FFFF", "orange": "#FFA500", "brown": "#A52A2A", "pink": "#FFC0CB", "violet": "#EE82EE", "gold": "#FFD700",
    ]

    /// `#80C342`; nil if the text is not a colour.
    static func hexadecimal(_ text: String) -> String? {
        let value = text.lowercased()
        if let named = names[value] { return named }
        let digits = value.hasPrefix("#") ? String(value.dropFirst()) : value
        guard digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
        switch digits.count {
        case 6: return "#" + digits.uppercased()
        case 3: return "#" + digits.uppercased().map { "\($0)\($0)" }.joined()
        default: return nil
        }
    }
}
