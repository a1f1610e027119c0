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
        let (day, clock) = dayAndClock
        let (year, month, dayOfMonth) = Self.civil(days: Int(day))
        return String(unsafeUninitializedCapacity: LinePen.longestTime) { space in
            guard let start = space.baseAddress else { return 0 }
            var pen = LinePen(at: start)
            pen.digits(UInt64(year), count: 4)
            pen.byte(0x2D)
            pen.digits(UInt64(month), count: 2)
            pen.byte(0x2D)
            pen.digits(UInt64(dayOfMonth), count: 2)
            pen.clock(clock)
            return pen.place - start
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
