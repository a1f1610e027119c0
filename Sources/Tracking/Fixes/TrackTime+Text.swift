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
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the `description`.
    func write(to bytes: inout [UInt8]) {
        // Appends a number with leading zeros, and the byte after it.
        func put(_ number: Int64, digits count: Int, _ end: UInt8) {
            bytes += repeatElement(0x30, count: count)
            var (place, rest) = (bytes.count, number)
            while rest > 0 {
                place -= 1
                bytes[place] += UInt8(rest % 10)
                rest /= 10
            }
            bytes.append(end)
        }
        let (day, clock) = dayAndClock
        let (year, month, dayOfMonth) = Self.civil(days: Int(day))
        let (second, fraction) = clock.quotientAndRemainder(dividingBy: 1_000_000_000)
        put(Int64(year), digits: 4, 0x2D)
        put(Int64(month), digits: 2, 0x2D)
        put(Int64(dayOfMonth), digits: 2, 0x54)
        put(second / 3600, digits: 2, 0x3A)
        put(second / 60 % 60, digits: 2, 0x3A)
        put(second % 60, digits: 2, 0x2E)
        if fraction % 1_000_000 == 0 {
            put(fraction / 1_000_000, digits: 3, 0x5A)
        } else if fraction % 1_000 == 0 {
            put(fraction / 1_000, digits: 6, 0x5A)
        } else {
            put(fraction, digits: 9, 0x5A)
        }
    }

    static let nanosecondsPerDay: Int64 = 86_400_000_000_000

    /// - Parameters:
    ///   - day: days since 1970.
    ///   - clock: nanoseconds since midnight.
    /// - Returns: nil outside the years 1830 to 2111.
    init?(day: Int, clock: Int64) {
        guard day.magnitude < 60_000 else { return nil }
        nanoseconds = Int64(day) * Self.nanosecondsPerDay + clock
        guard TimeText.range.contains(self) else { return nil }
    }

    /// Days since 1970, and nanoseconds since midnight.
    var dayAndClock: (day: Int64, clock: Int64) {
        let (days, rest) = nanoseconds.quotientAndRemainder(dividingBy: Self.nanosecondsPerDay)
        return rest < 0 ? (days - 1, rest + Self.nanosecondsPerDay) : (days, rest)
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
