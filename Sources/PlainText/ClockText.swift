// SPDX-License-Identifier: MIT

/// Spans of time as text. Any thread.
public enum ClockText {
    /// `4:05`, `1:02:03`, always with minutes; `0:00` for a negative span.
    public static func text(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds.magnitude < 1e15 else { return "-:--" }
        let whole = Int(max(0, seconds)), (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))"
    }

    /// Parses `90`, `90s`, `5m`, `1.5h`, `1:30` or `1:02:03.5`.
    /// - Returns: seconds from 0 up; nil if the text is not a span of time.
    public static func seconds(_ text: some StringProtocol) -> Double? {
        let fields = text.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
        guard fields.count > 1 else {
            let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600]
            // Programs write plain seconds with an exponent.
            guard let unit = text.last.flatMap({ units[$0] }) else { return number(text, marks: ".eE+-") }
            return number(text.dropLast(), unit: unit)
        }
        guard fields.count <= 3, let last = number(fields[fields.count - 1]), last < 60 else { return nil }
        var minutes = 0.0
        for (place, field) in fields.dropLast().enumerated() {
            guard field.first?.isNumber == true, let whole = UInt32(field), place == 0 || whole < 60 else { return nil }
            minutes = minutes * 60 + Double(whole)
        }
        return minutes * 60 + last
    }

    /// Digits and marks only: Swift would read hexadecimal numbers and `infinity` as well.
    private static func number(_ text: some StringProtocol, unit: Double = 1, marks: String = ".") -> Double? {
        guard text.first?.isNumber == true || text.first == ".", text.allSatisfy({ $0.isNumber || marks.contains($0) }),
            let number = Double(text), (number * unit).isFinite
        else { return nil }
        return number * unit
    }
}
