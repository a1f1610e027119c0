// SPDX-License-Identifier: MIT
extension TrackTime: CustomStringConvertible {
    /// Parses ISO 8601 (UTC if no zone is given); nil if it is not a time or lies outside the years 1830 to 2111.
    public init?(iso8601 text: String) {
        var text = text
        guard let time = text.withUTF8(TimeText.iso8601) else { return nil }
        self = time
    }

    /// ISO 8601 in UTC with milliseconds, or with 6 or 9 digits if the time needs them.
    public var description: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(30)
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the text of `description`.
    func write(to bytes: inout [UInt8]) {
        var seconds = nanoseconds / 1_000_000_000
        var fraction = nanoseconds % 1_000_000_000
        if fraction < 0 {
            fraction += 1_000_000_000
            seconds -= 1
        }
        var days = seconds / 86_400
        var clock = Int(seconds % 86_400)
        if clock < 0 {
            clock += 86_400
            days -= 1
        }
        let (year, month, day) = Self.civil(days: Int(days))
        append(year, digits: 4, to: &bytes)
        bytes.append(0x2D)
        append(month, digits: 2, to: &bytes)
        bytes.append(0x2D)
        append(day, digits: 2, to: &bytes)
        bytes.append(0x54)
        append(clock / 3600, digits: 2, to: &bytes)
        bytes.append(0x3A)
        append(clock / 60 % 60, digits: 2, to: &bytes)
        bytes.append(0x3A)
        append(clock % 60, digits: 2, to: &bytes)
        bytes.append(0x2E)
        if fraction % 1_000_000 == 0 {
            append(Int(fraction / 1_000_000), digits: 3, to: &bytes)
        } else if fraction % 1_000 == 0 {
            append(Int(fraction / 1_000), digits: 6, to: &bytes)
        } else {
            append(Int(fraction), digits: 9, to: &bytes)
        }
        bytes.append(0x5A)
    }

    private func append(_ value: Int, digits: Int, to bytes: inout [UInt8]) {
        var weight = 1
        for _ in 1..<digits { weight *= 10 }
        while weight > 0 {
            bytes.append(0x30 + UInt8(value / weight % 10))
            weight /= 10
        }
    }

    /// The inverse of `TimeText.daysSince1970` (same source).
    private static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}
