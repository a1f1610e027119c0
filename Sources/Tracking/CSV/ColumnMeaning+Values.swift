// SPDX-License-Identifier: MIT

/// Values that are more, or less, than a number.
extension ColumnMeaning {
    /// A number followed by its unit, as some loggers write it: `15.862 km/h`, `513.863 M`.
    /// - Returns: the meaning with that unit, and the number; nil for another text.
    func quantity(_ text: String, decimalComma: Bool) -> (ColumnMeaning, Double?) {
        let parts = text.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, case var digits = String(parts[0]),
            let number = digits.withUTF8({ DecimalText.double($0, decimalComma: decimalComma) })
        else {
            return (self, nil)
        }
        switch self {
        case .speed: return Self.speedUnit(String(parts[1])).map { (.speed($0), number) } ?? (self, nil)
        case .altitude, .accuracy:
            // Such as `40.20 m from MSL`.
            switch parts[1].lowercased().prefix(while: { $0 != " " }) {
            case "m", "meters", "metres": return (self == .accuracy ? self : .altitude(feet: false), number)
            case "ft", "feet": return self == .accuracy ? (self, number * 0.3048) : (.altitude(feet: true), number)
            default: return (self, nil)
            }
        case .course: return (self, ["°", "deg", "degrees"].contains(parts[1].lowercased().prefix { $0 != " " }) ? number : nil)
        default: return (self, nil)
        }
    }

    /// Course 360 and speed 102.3 knots mean unknown in AIS (ITU-R M.1371).
    func isUnknownInAIS(_ number: Double) -> Bool {
        switch self {
        case .course: number == 360
        case .speed(.knots): number >= 102.3
        case .speed(.tenthsOfKnots): number >= 1023
        default: false
        }
    }
}
