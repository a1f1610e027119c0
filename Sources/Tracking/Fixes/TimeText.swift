// SPDX-License-Identifier: MIT
/// Parses the times that trackers write, in integer nanoseconds and with integer arithmetic only.
package enum TimeText {
    /// Parses ISO 8601: `2026-01-05T05:49:05.250Z`, with `Z`, an offset (`+09:00`, `+0900`, `+09`) or no zone (UTC). A space
    /// instead of `T`, `/` instead of `-`, the basic form without separators (`20260105T054905`, `20260105054905`), a date alone
    /// and a month alone (`2026-01`, its first day) are also accepted. Digits beyond the nanosecond are dropped; a leap second is
    /// read as the next second.
    /// - Returns: nil if it is not a time, or lies outside the years 1830 to 2111, whose differences all fit in nanoseconds.
    static func iso8601(_ bytes: UnsafeBufferPointer<UInt8>) -> TrackTime? {
        var scan = Scan(DecimalText.trimmed(bytes))
        guard let year = scan.digits(4) else { return nil }
        let separated = scan.take(0x2D) || scan.take(0x2F)
        guard let month = scan.digits(2) else { return nil }
        let isMonth = separated && scan.ended
        if separated, !isMonth { guard scan.take(0x2D) || scan.take(0x2F) else { return nil } }
        guard let day = isMonth ? 1 : scan.digits(2) else { return nil }
        guard let date = Self.day(year: year, month: month, day: day) else { return nil }
        var seconds = Int64(date) * 86_400
        var fraction: Int64 = 0
        if !scan.ended {
            let isCompact = !separated && scan.digitsAhead == 6
            guard isCompact || scan.take(0x54) || scan.take(0x74) || scan.take(0x20) else { return nil }
            guard let clock = clock(&scan) else { return nil }
            seconds += clock.seconds
            fraction = clock.nanoseconds
            // A zone, a leap second or 24:00 may cross the limit.
            guard (secondsOf1830..<secondsOf2112).contains(seconds) else { return nil }
        }
        return TrackTime(nanoseconds: seconds * 1_000_000_000 + fraction)
    }

    /// Parses an instant in any form that needs no other field: a count, ISO 8601, or a date with a time of day.
    /// - Parameters:
    ///   - unit: the nanoseconds of one count; nil infers it from the size.
    ///   - order: the order of a numeric date that does not imply it.
    static func instant(_ bytes: UnsafeBufferPointer<UInt8>, unit: Int64?, order: DateOrder? = nil) -> TrackTime? {
        count(bytes, unit: unit) ?? iso8601(bytes) ?? DateText(bytes, order: order)?.time
    }

    /// Parses a date with its hour, or hour and minute, in ten or twelve plain digits: `2026010505`, `202601050549`. Only a column's
    /// name tells them from a count of seconds or milliseconds.
    static func compact(_ bytes: UnsafeBufferPointer<UInt8>) -> TrackTime? {
        var scan = Scan(DecimalText.trimmed(bytes))
        guard scan.bytes.count == 10 || scan.bytes.count == 12, let year = scan.digits(4), let month = scan.digits(2),
            let day = scan.digits(2), let hour = scan.digits(2), hour < 24, let minute = scan.ended ? 0 : scan.digits(2), minute < 60,
            let date = Self.day(year: year, month: month, day: day)
        else { return nil }
        return TrackTime(nanoseconds: (Int64(date) * 86_400 + Int64(hour * 3600 + minute * 60)) * 1_000_000_000)
    }

    /// Parses `hh:mm[:ss[.fff]]` with an optional zone, as seconds since midnight UTC.
    private static func clock(_ scan: inout Scan) -> (seconds: Int64, nanoseconds: Int64)? {
        guard let hour = scan.digits(2), hour <= 24 else { return nil }
        let separated = scan.take(0x3A)
        guard let minute = scan.digits(2), minute < 60 else { return nil }
        var second = 0
        var fraction: Int64 = 0
        if separated ? scan.take(0x3A) : scan.nextIsDigit {
            guard let read = scan.digits(2), read <= 60 else { return nil }
            second = read
            if scan.take(0x2E) || scan.take(0x2C) {
                guard let read = scan.fraction() else { return nil }
                fraction = read
            }
        }
        if hour == 24, minute > 0 || second > 0 || fraction > 0 { return nil }
        _ = scan.take(0x20)
        var offset = 0
        if scan.take(0x5A) || scan.take(0x7A) {
            offset = 0
        } else if let sign = scan.sign() {
            guard let hours = scan.digits(2), hours < 24 else { return nil }
            _ = scan.take(0x3A)
            let minutes = scan.ended ? 0 : scan.digits(2)
            guard let minutes, minutes < 60 else { return nil }
            offset = sign * (hours * 3600 + minutes * 60)
        } else if scan.takeWord([0x55, 0x54, 0x43]) {  // UTC
            offset = 0
        }
        guard scan.ended else { return nil }
        return (Int64(hour * 3600 + minute * 60 + second - offset), fraction)
    }

    /// Parses a count of units since 1970, or since the start of the recording, exact to the nanosecond.
    /// - Parameter unit: the nanoseconds of one unit; nil infers the unit from the size: seconds below 10^11, then milliseconds,
    ///   microseconds from 10^14, nanoseconds from 10^17.
    static func count(_ bytes: UnsafeBufferPointer<UInt8>, unit: Int64?) -> TrackTime? {
        let text = DecimalText.trimmed(bytes)
        var scan = Scan(text)
        let negative = scan.sign() == -1
        guard let whole = scan.integer() else { return nil }
        var scale = unit ?? 1_000_000_000
        if unit == nil {
            // The year 9999 in seconds or milliseconds, which programs write for no time, must not be read as 1978 in smaller
            // units.
            if secondsOf9999.contains(whole) || secondsOf9999.contains(whole / 1000) { return nil }
            switch whole {
            case ..<100_000_000_000: scale = 1_000_000_000
            case ..<100_000_000_000_000: scale = 1_000_000
            case ..<100_000_000_000_000_000: scale = 1_000
            default: scale = 1
            }
        }
        var fraction: Int64 = 0
        if scan.take(0x2E) || scan.take(0x2C), !scan.ended {
            guard let read = scan.fraction() else { return nil }
            fraction = read / (1_000_000_000 / scale)
        }
        guard scan.ended else {
            // Numbers such as 1.7e9: as exact as a double.
            guard let value = DecimalText.double(text), value.magnitude < farthest / Double(scale) else { return nil }
            return TrackTime(nanoseconds: Int64((value * Double(scale)).rounded()))
        }
        let (product, overflow) = whole.multipliedReportingOverflow(by: scale)
        guard !overflow, Double(product) < farthest else { return nil }
        return TrackTime(nanoseconds: negative ? -(product + fraction) : product + fraction)
    }

    private static let secondsOf1830 = Int64(daysSince1970(year: 1830, month: 1, day: 1)) * 86_400
    private static let secondsOf2112 = Int64(daysSince1970(year: 2112, month: 1, day: 1)) * 86_400
    private static let secondsOf9999: ClosedRange<Int64> = 253_370_764_800...253_402_300_800

    /// The fault of a text that `iso8601` does not read.
    /// - Parameter quoted: the text, for the message.
    static func fault(_ bytes: UnsafeBufferPointer<UInt8>, quoted: String) -> (kind: InputFault.Kind, message: String) {
        isOutside(bytes)
            ? (.outOfRange, "the time \(quoted) lies outside the years 1830 to 2111")
            : (.badValue, "not an ISO 8601 time: \(quoted)")
    }

    /// Whether this is a date in an unsupported year, such as 9999 or 0001, by which programs mean no time.
    static func isOutside(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let text = DecimalText.trimmed(bytes)
        var scan = Scan(text)
        if let year = scan.digits(4), scan.take(0x2D) || scan.take(0x2F) { return !(1830...2111).contains(year) }
        scan = Scan(text)
        guard let whole = scan.integer() else { return false }
        return secondsOf9999.contains(whole) || secondsOf9999.contains(whole / 1000)
    }

    /// The years whose differences all fit in nanoseconds.
    static let range =
        TrackTime(nanoseconds: secondsOf1830 * 1_000_000_000)..<TrackTime(nanoseconds: secondsOf2112 * 1_000_000_000)
    /// The limit of the supported range in nanoseconds from 1970.
    private static let farthest = 4.45e18

    package static func days(month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days since 1970; nil if there is no such day in the years 1830 to 2111.
    static func day(year: Int, month: Int, day: Int) -> Int? {
        guard (1830...2111).contains(year), (1...12).contains(month), day >= 1, day <= days(month: month, year: year) else { return nil }
        return daysSince1970(year: year, month: month, day: day)
    }

    /// Days from 1970-01-01 in the proleptic Gregorian calendar (Howard Hinnant, chrono-Compatible Low-Level Date Algorithms).
    package static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// 0 for Monday ... 6 for Sunday, of a day counted from 1970-01-01, which was a Thursday.
    package static func weekday(daysSince1970 day: Int) -> Int { (day % 7 + 10) % 7 }

    /// A cursor in the text that advances as parts are taken.
    private struct Scan {
        let bytes: UnsafeBufferPointer<UInt8>
        var place = 0
        init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }
        var ended: Bool { place >= bytes.count }
        var nextIsDigit: Bool { place < bytes.count && bytes[place] >= 0x30 && bytes[place] <= 0x39 }
        /// The number of digits that follow.
        var digitsAhead: Int { bytes[place...].prefix { (0x30...0x39).contains($0) }.count }
        mutating func take(_ byte: UInt8) -> Bool {
            guard place < bytes.count, bytes[place] == byte else { return false }
            place += 1
            return true
        }
        mutating func takeWord(_ word: [UInt8]) -> Bool {
            guard place + word.count <= bytes.count, bytes[place..<place + word.count].elementsEqual(word) else { return false }
            place += word.count
            return true
        }
        mutating func sign() -> Int? { take(0x2B) ? 1 : take(0x2D) ? -1 : nil }
        mutating func digits(_ count: Int) -> Int? {
            guard place + count <= bytes.count else { return nil }
            var value = 0
            for _ in 0..<count {
                guard nextIsDigit else { return nil }
                value = value * 10 + Int(bytes[place] - 0x30)
                place += 1
            }
            return value
        }
        mutating func integer() -> Int64? {
            guard nextIsDigit else { return nil }
            var value: Int64 = 0
            while nextIsDigit {
                guard value < 900_000_000_000_000_000 else { return nil }
                value = value * 10 + Int64(bytes[place] - 0x30)
                place += 1
            }
            return value
        }
        /// Takes the digits after a decimal point, as billionths.
        mutating func fraction() -> Int64? {
            let first = place
            while nextIsDigit { place += 1 }
            return first == place ? nil : DecimalText.billionths(bytes[first..<place])
        }
    }
}
