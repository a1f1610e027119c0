// SPDX-License-Identifier: MIT
/// Parses positions in a single field.
enum PositionText {
    /// Parses two angles separated by a comma, a semicolon or spaces, with or without parentheses: `35.6812,139.7671`, `(35.6812,
    /// 139.7671)`, `35.6812°N 139.7671°E`; `POINT (139.7671 35.6812)` in well-known text, and a GeoJSON point.
    /// - Returns: degrees in the order of the text; nil for anything else.
    static func pair(_ text: String) -> (Double, Double)? {
        var text = Substring(text)
        let isPoint = isWellKnownText(String(text))
        if isPoint {
            guard let open = text.lastIndex(of: text.contains("(") ? "(" : "["),
                let close = text[open...].firstIndex(where: { $0 == ")" || $0 == "]" })
            else { return nil }
            text = text[text.index(after: open)..<close]
        } else {
            while let first = text.first, "([{ ".contains(first) { text = text.dropFirst() }
            while let last = text.last, ")]} ".contains(last) { text = text.dropLast() }
        }
        for separator in [",", ";"] as [Character] where text.contains(separator) {
            return angles(text.split(separator: separator, omittingEmptySubsequences: false), isPoint)
        }
        return angles(text.split(separator: " "), isPoint)
    }

    private static func angles(_ parts: [Substring], _ mayHaveHeight: Bool) -> (Double, Double)? {
        guard parts.count == 2 || mayHaveHeight && (3...4).contains(parts.count) else { return nil }
        func degrees(_ part: Substring, isLatitude: Bool) -> Double? {
            var text = String(part)
            guard let angle = text.withUTF8({ AngleText.angle($0) }) else { return nil }
            guard let letter = angle.hemisphere else { return angle.degrees }
            guard let sign = AngleText.sign(of: letter, isLatitude: isLatitude), angle.degrees >= 0 else { return nil }
            return sign * angle.degrees
        }
        guard let first = degrees(parts[0], isLatitude: true), let second = degrees(parts[1], isLatitude: false) else { return nil }
        return (first, second)
    }

    /// Whether longitude comes first because the text is `POINT (…)` or a GeoJSON point.
    static func isWellKnownText(_ text: String) -> Bool {
        let upper = text.uppercased()
        if upper.hasPrefix("{") { return upper.contains("\"POINT\"") }
        return upper.hasPrefix("POINT") || upper.hasPrefix("SRID=4326;POINT")
    }

    /// The UTM zone of a text: `54N`, `54 north`, `18T` with the letter of its band, `EPSG:32654`, or a number beside a
    /// hemisphere.
    /// - Returns: nil if it is not a zone, and for an S beside the number, which is both a band of the northern hemisphere and
    ///   the southern hemisphere.
    static func utm(zone: String, hemisphere: String?) -> ProjectedGrid? {
        var text = zone.uppercased().filter { $0 != " " }
        for prefix in ["EPSG:", "UTM", "ZONE", "WGS84/UTM"] where text.hasPrefix(prefix) { text = String(text.dropFirst(prefix.count)) }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits) else { return nil }
        if digits.count == 5, digits.count == text.count {
            guard (326...327).contains(number / 100), (1...60).contains(number % 100) else { return nil }
            return .utm(zone: number % 100, isNorth: number / 100 == 326)
        }
        guard (1...60).contains(number) else { return nil }
        let rest = String(text.dropFirst(digits.count))
        if let word = hemisphere?.uppercased().first, rest.isEmpty || hemisphere?.count ?? 0 > 1 || word == "N" || word == "S" {
            switch word {
            case "N": return .utm(zone: number, isNorth: true)
            case "S": return .utm(zone: number, isNorth: false)
            case "C"..."X": return .utm(zone: number, isNorth: word > "N")
            default: return nil
            }
        }
        switch rest {
        case "N", "NORTH": return .utm(zone: number, isNorth: true)
        case "SOUTH": return .utm(zone: number, isNorth: false)
        case "S": return nil
        default:
            guard rest.count == 1, let band = rest.first, ("C"..."X").contains(band) else { return nil }
            return .utm(zone: number, isNorth: band > "N")
        }
    }
}
