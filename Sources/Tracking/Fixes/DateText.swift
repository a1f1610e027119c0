// SPDX-License-Identifier: MIT
/// The order of day, month and year in a purely numeric date.
enum DateOrder: Equatable {
    case dayFirst, monthFirst, yearFirst
}

/// Parses dates and times of day that are not ISO 8601: `31/12/2025 14:49:05`, `Jan 5, 2026, 2:49:05 PM`, `05-Jan-2026
/// 14:49:05.123`, `Thu Jan 05 14:49:05 GMT+09:00 2026`.
struct DateText {
    /// Days since 1970; nil if there is no date.
    private(set) var day: Int?
    /// Nanoseconds since midnight UTC; nil if there is no time of day. A zone may make it negative or more than a day.
    private(set) var clock: Int64?
    /// Whether the date can be read in two ways; `day` is nil then.
    private(set) var isAmbiguous = false
    /// The order that the date's numbers imply.
    private(set) var evidentOrder: DateOrder?

    /// The instant, if both are present.
    var time: TrackTime? {
        guard let day, let clock else { return nil }
        return TrackTime(day: day, clock: clock)
    }

    /// - Parameter order: the order of a date whose numbers do not imply it; nil leaves it ambiguous.
    /// - Returns: nil if it is neither a date nor a time of day.
    init?(_ bytes: UnsafeBufferPointer<UInt8>, order: DateOrder?) {
        let text = DecimalText.trimmed(bytes)
        guard (3...64).contains(text.count) else { return nil }
        var parts = Parts()
        guard parts.split(text) else { return nil }
        guard setClock(&parts), setDate(parts, order) else { return nil }
        if day == nil, clock == nil, !isAmbiguous { return nil }
    }

    /// Parses plain digits as a time of day: `054905`, `54905`, `054905.250`, `054905,250`, `0549`.
    static func digitsClock(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
        let text = DecimalText.trimmed(bytes)
        let whole = text.prefix { (0x30...0x39).contains($0) }
        let point = text.dropFirst(whole.count).first
        guard (3...6).contains(whole.count), point == nil || point == 0x2E || point == 0x2C,
            let fraction = DecimalText.billionths(text.dropFirst(whole.count + 1))
        else { return nil }
        var number = whole.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        guard number < 240_000 else { return nil }
        if whole.count <= 4 {
            guard point == nil else { return nil }
            number *= 100
        }
        guard number % 100 < 60, number / 100 % 100 < 60 else { return nil }
        let seconds = number / 10_000 * 3600 + number / 100 % 100 * 60 + number % 100
        return Int64(seconds) * 1_000_000_000 + fraction
    }

    /// Parses a date of six or eight plain digits, or a year, which is its first day.
    /// - Returns: nil if it is not a date; `isAmbiguous` if more than one order gives a date and `order` does not decide.
    static func digitsDay(_ bytes: UnsafeBufferPointer<UInt8>, order: DateOrder?) -> (day: Int?, isAmbiguous: Bool)? {
        let text = DecimalText.trimmed(bytes)
        guard [4, 6, 8].contains(text.count), text.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        func number(_ range: Range<Int>) -> Int { text[range].reduce(0) { $0 * 10 + Int($1 - 0x30) } }
        if text.count == 4 { return TimeText.day(year: number(0..<4), month: 1, day: 1).map { ($0, false) } }
        func day(_ order: DateOrder) -> Int? {
            let long = text.count == 8
            switch order {
            case .yearFirst:
                return TimeText.day(
                    year: long ? number(0..<4) : 2000 + number(0..<2), month: number(text.count - 4..<text.count - 2),
                    day: number(text.count - 2..<text.count))
            case .dayFirst, .monthFirst:
                let year = long ? number(4..<8) : 2000 + number(4..<6)
                let (first, second) = (number(0..<2), number(2..<4))
                return TimeText.day(year: year, month: order == .dayFirst ? second : first, day: order == .dayFirst ? first : second)
            }
        }
        if let order { return day(order).map { ($0, false) } }
        if text.count == 8, let day = day(.yearFirst) { return (day, false) }
        let days = [day(.dayFirst), day(.yearFirst), day(.monthFirst)].compactMap { $0 }
        guard let first = days.first else { return nil }
        return days.allSatisfy { $0 == first } ? (first, false) : (nil, true)
    }

    // MARK: Parts

    private struct Number {
        var value: Int
        var digits: Int
        /// The byte before it and the byte after it; 0 at the ends.
        var before: UInt8
        var after: UInt8
    }

    private struct Parts {
        var numbers: [Number] = []
        var month: Int?
        /// The number of numbers before the month's name.
        var numbersBeforeMonth = 0
        /// Whether the time is PM, so that 12 hours are added before noon; nil if neither AM nor PM is given.
        var isAfternoon: Bool?

        /// False if a word cannot be part of a date.
        mutating func split(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
            var place = 0
            while place < text.count {
                let byte = text[place]
                if (0x30...0x39).contains(byte) {
                    let start = place
                    var value = 0
                    while place < text.count, (0x30...0x39).contains(text[place]) {
                        if place - start < 9 { value = value * 10 + Int(text[place] - 0x30) }
                        place += 1
                    }
                    numbers.append(
                        Number(
                            value: value, digits: place - start, before: start > 0 ? text[start - 1] : 0,
                            after: place < text.count ? text[place] : 0))
                    guard numbers.count <= 10 else { return false }
                } else if (0x41...0x5A).contains(byte & 0xDF) {
                    let start = place
                    while place < text.count, (0x41...0x5A).contains(text[place] & 0xDF) { place += 1 }
                    guard take(String(decoding: text[start..<place].map { $0 | 0x20 }, as: UTF8.self)) else { return false }
                } else {
                    switch byte {
                    case 0x20, 0x2C, 0x2D, 0x2E, 0x2F, 0x3A, 0x2B: place += 1
                    default: return false
                    }
                }
            }
            return true
        }

        private mutating func take(_ word: String) -> Bool {
            switch word {
            case "am": isAfternoon = false
            case "pm": isAfternoon = true
            case "utc", "gmt", "z", "t", "at": break
            default:
                guard word.utf8.count >= 3 else { return false }
                let isWord = { (full: String) in full.hasPrefix(word) }
                if let index = DateText.months.firstIndex(where: isWord) {
                    guard month == nil else { return false }
                    month = index + 1
                    numbersBeforeMonth = numbers.count
                } else {
                    return DateText.weekdays.contains(where: isWord)
                }
            }
            return true
        }
    }

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
    ]
    private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

    /// Takes the time of day and the zone out of the numbers; false if they are impossible.
    private mutating func setClock(_ parts: inout Parts) -> Bool {
        guard let first = parts.numbers.firstIndex(where: { $0.after == 0x3A }), first + 1 < parts.numbers.count else {
            return parts.isAfternoon == nil
        }
        var hour = parts.numbers[first].value
        let minute = parts.numbers[first + 1]
        var last = first + 1
        var second = 0
        var fraction: Int64 = 0
        if minute.after == 0x3A, last + 1 < parts.numbers.count {
            last += 1
            second = parts.numbers[last].value
            // 14:49:05.123, and 14:49:05:123 as some programs write it.
            if [0x2E, 0x2C, 0x3A].contains(parts.numbers[last].after), last + 1 < parts.numbers.count,
                parts.numbers[last + 1].before == parts.numbers[last].after
            {
                last += 1
                let number = parts.numbers[last]
                guard number.digits <= 9 else { return false }
                fraction = Int64(number.value) * (0..<(9 - number.digits)).reduce(1) { product, _ in product * 10 }
            }
        }
        guard minute.value < 60, second <= 60, hour <= 24, minute.digits == 2 else { return false }
        if let isAfternoon = parts.isAfternoon {
            guard (1...12).contains(hour) else { return false }
            hour = hour % 12 + (isAfternoon ? 12 : 0)
        }
        var offset = 0
        if last + 1 < parts.numbers.count, case let zone = parts.numbers[last + 1], zone.before == 0x2B || zone.before == 0x2D,
            zone.digits == 2 || zone.digits == 4
        {
            last += 1
            var minutes = zone.digits == 4 ? zone.value / 100 * 60 + zone.value % 100 : zone.value * 60
            if zone.digits == 2, zone.after == 0x3A, last + 1 < parts.numbers.count {
                last += 1
                minutes += parts.numbers[last].value
            }
            guard minutes <= 14 * 60 else { return false }
            // +09:00 is ahead of UTC.
            offset = zone.before == 0x2B ? minutes * 60 : -minutes * 60
        }
        clock = Int64(hour * 3600 + minute.value * 60 + second - offset) * 1_000_000_000 + fraction
        parts.numbers.removeSubrange(first...last)
        if parts.numbersBeforeMonth > first { parts.numbersBeforeMonth -= last - first + 1 }
        return true
    }

    /// Reads the numbers that remain without the time of day; false if they are not a date.
    private mutating func setDate(_ parts: Parts, _ order: DateOrder?) -> Bool {
        let numbers = parts.numbers
        if let month = parts.month {
            guard numbers.count == 2 else { return false }
            // 5 Jan 2026, Jan 5, 2026, 2026-Jan-05.
            let yearIsFirst = numbers[0].digits == 4
            guard let year = Self.year(numbers[yearIsFirst ? 0 : 1]) else { return false }
            day = TimeText.day(year: year, month: month, day: numbers[yearIsFirst ? 1 : 0].value)
            return day != nil
        }
        if numbers.isEmpty { return true }
        guard numbers.count == 3 else { return false }
        if numbers[0].digits == 4 {
            day = TimeText.day(year: numbers[0].value, month: numbers[1].value, day: numbers[2].value)
            return day != nil
        }
        guard let year = Self.year(numbers[2]) else { return false }
        let dayFirst = TimeText.day(year: year, month: numbers[1].value, day: numbers[0].value)
        let monthFirst = TimeText.day(year: year, month: numbers[0].value, day: numbers[1].value)
        switch order {
        case .yearFirst?: day = Self.year(numbers[0]).flatMap { TimeText.day(year: $0, month: numbers[1].value, day: numbers[2].value) }
        case .dayFirst?: day = dayFirst
        case .monthFirst?: day = monthFirst
        case nil:
            // Countries that write dots in dates write the day first.
            if numbers[0].after == 0x2E || monthFirst == nil || monthFirst == dayFirst {
                day = dayFirst
                evidentOrder = numbers[0].after == 0x2E || monthFirst == nil ? .dayFirst : nil
            } else if dayFirst == nil {
                day = monthFirst
                evidentOrder = .monthFirst
            } else {
                isAmbiguous = true
            }
        }
        return day != nil || isAmbiguous
    }

    private static func year(_ number: Number) -> Int? {
        switch number.digits {
        case 4: number.value
        case 2: number.value < 70 ? 2000 + number.value : 1900 + number.value
        default: nil
        }
    }
}
