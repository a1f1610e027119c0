// SPDX-License-Identifier: MIT
/// The time columns of a table and the form of their times, found from the header and the first row.
struct CSVClock {
    private enum Form {
        /// A count, ISO 8601, or a date with a time of day.
        case instant(unit: Int64?)
        /// Days since 1899-12-30, as spreadsheets store dates.
        case serial
        /// A time of day, with the date in another column.
        case dated(Int)
        /// An hour, 0 to 24, with the date in another column.
        case hourly(Int)
        /// A date with its hour, or hour and minute, in plain digits.
        case compact
        /// A date alone; all its fixes are at midnight.
        case day
        /// A time of day alone: the days are counted from 1970-01-01.
        case timeOfDay
    }

    /// The column of the time, and the column of its date.
    let timeColumn: Int
    var dateColumn: Int? {
        switch form {
        case .dated(let column), .hourly(let column): column
        default: nil
        }
    }
    /// A note to report about the times.
    private(set) var note: String?
    private let form: Form
    private let order: DateOrder?
    private var counter: CSVCounter?
    /// The last time of day, and the number of days since the first.
    private var lastClock: Int64?
    private var day = 0

    // MARK: Which columns

    /// - Parameters:
    ///   - first: the fields of the first row.
    ///   - second: a later row, asked for only if needed; nil if there is none.
    ///   - refusal: the fault of a column of the first row, with its message and remedy.
    /// - Throws: a refusal if the first row is ambiguous; the faults of `second`.
    init(
        _ choice: CSVColumns.Choice, names: [String], first: [String], second: () throws(InputFault) -> [String]?,
        refusal: (Int, String, String) -> InputFault
    ) throws(InputFault) {
        func field(_ index: Int) -> String { index < first.count ? first[index] : "" }
        let order = choice.date.flatMap { Self.order(of: names[$0]) } ?? choice.dateOrder
        let candidates = choice.times + (choice.date.map { [(column: $0, unit: nil)] } ?? [])
        let dayColumn = choice.date
        let kinds = candidates.map {
            FieldKind(field($0.column), unit: $0.unit, isDay: $0.column == dayColumn, order: Self.order(of: names[$0.column]) ?? order)
        }
        let best = kinds.firstIndex { $0 == .absolute || $0 == .compact }
        let clock = choice.times.indices.first {
            kinds[$0] == .clock || kinds[$0] == .digits || Self.isDigitsClock(names[choice.times[$0].column])
        }
        // A date and a time of day in separate columns, unless one column holds both.
        let isDated = best.map { candidates[$0].column == dayColumn && clock != nil } ?? true
        if let dayColumn, let other = clock ?? choice.times.indices.first, isDated {
            timeColumn = choice.times[other].column
            form = .dated(dayColumn)
            self.order = order ?? FieldKind.evidentOrder(field(dayColumn))
            if FieldKind.isAmbiguousDay(field(dayColumn), order: order) {
                throw refusal(dayColumn, "the date '\(field(dayColumn))' is ambiguous", Self.orderRemedy(field(dayColumn)))
            }
            return
        }
        self.order =
            Self.order(of: names[candidates[best ?? 0].column]) ?? order ?? FieldKind.evidentOrder(field(candidates[best ?? 0].column))
        if let best {
            timeColumn = candidates[best].column
            form = kinds[best] == .compact ? .compact : .instant(unit: candidates[best].unit)
            let (column, order) = (timeColumn, self.order)
            let counted = choice.times.first { ($0.unit ?? .max) < 1_000_000_000 }
            if candidates[best].unit == nil, let counted, let unit = counted.unit, let second = try second() {
                counter = CSVCounter(column: counted.column, unit: unit, rows: (first, second)) { row in
                    guard row.count > column else { return nil }
                    var text = row[column]
                    return text.withUTF8 { TimeText.instant($0, unit: nil, order: order) }
                }
            }
            return
        }
        let chosen = candidates[0]
        if kinds[0] == .day,
            let hour = names.indices.first(where: { ["hour", "hh"].contains(ColumnMeaning.key(names[$0])) && Self.hour(field($0)) != nil })
        {
            timeColumn = hour
            form = .hourly(chosen.column)
            return
        }
        timeColumn = chosen.column
        let text = field(chosen.column)
        let isPlain = chosen.unit == nil && Self.isPlain(names[chosen.column])
        switch kinds[0] {
        case .day: form = .day
        case .ambiguous:
            throw refusal(chosen.column, "the date '\(text)' is ambiguous", Self.orderRemedy(text))
        case _ where clock == 0 && (kinds[0] == .clock || Self.isDigitsClock(names[chosen.column]) || isPlain && text.hasPrefix("0")):
            form = .timeOfDay
            note = "'\(names[chosen.column])' holds times of day without a date: the days are counted from 1970-01-01"
        case .dateDigits where isPlain:
            throw refusal(
                chosen.column, "'\(text)' may be a date or a count of \(text.count == 8 ? "seconds" : "milliseconds")",
                "rename '\(names[chosen.column])' to date or to \(text.count == 8 ? "time_s" : "time_ms")")
        case .digits where isPlain:
            throw refusal(
                chosen.column, "'\(text)' may be a time of day or a count of seconds",
                "rename '\(names[chosen.column])' to time_hhmmss or to time_s")
        case .serial(let fraction) where chosen.unit == nil:
            if chosen.column == dayColumn || Self.isSerial(names[chosen.column]) {
                form = .serial
                break
            }
            let next = try second()
            let step = next.flatMap { $0.count > chosen.column ? FieldKind.number($0[chosen.column]) : nil }.map {
                ($0 - (FieldKind.number(text) ?? 0)).magnitude
            }
            let hasFraction = fraction > 4 || (next.map { FieldKind.decimals($0.count > chosen.column ? $0[chosen.column] : "") } ?? 0) > 4
            guard hasFraction, isPlain else {
                form = .instant(unit: nil)
                break
            }
            // As days, a step above 0.01 (a quarter of an hour) is implausibly long; as seconds, one below it is implausibly short.
            guard let step, step < 0.0101 else {
                throw refusal(
                    chosen.column, "'\(text)' may be a spreadsheet's days or a count of seconds",
                    "rename '\(names[chosen.column])' to time_excel or to time_s")
            }
            form = .serial
        default: form = .instant(unit: chosen.unit)
        }
    }

    /// The kind of time that the text of a field can be.
    private enum FieldKind: Equatable {
        case blank, absolute, compact, day, clock, digits, dateDigits, ambiguous, count
        /// A number that a spreadsheet would read as a day of the years 1982 to 2064, with this many decimals.
        case serial(Int)

        init(_ text: String, unit: Int64?, isDay: Bool, order: DateOrder?) {
            var text = text
            self = text.withUTF8 { bytes in
                if bytes.isEmpty { return .blank }
                if isDay, let day = DateText.digitsDay(bytes, order: order) { return day.isAmbiguous ? .ambiguous : .day }
                if isDay, TimeText.compact(bytes) != nil { return .compact }
                if let time = TimeText.count(bytes, unit: unit) {
                    if time.nanoseconds > CSVClock.timesOfDay { return .absolute }
                    let whole = bytes.prefix { (0x30...0x39).contains($0) }.count
                    if unit == nil, whole == 5, let value = FieldKind.number(bytes), (30_000..<60_000).contains(value) {
                        return .serial(bytes.count - min(bytes.count, 6))
                    }
                    if unit == nil, whole == 6, DateText.digitsClock(bytes) != nil { return .digits }
                    if unit == nil, whole == 8 && DateText.digitsDay(bytes, order: .yearFirst) != nil || TimeText.compact(bytes) != nil {
                        return .dateDigits
                    }
                    return .count
                }
                if TimeText.iso8601(bytes) != nil { return bytes.count > 10 ? .absolute : .day }
                guard let date = DateText(bytes, order: order) else { return .count }
                if date.isAmbiguous { return .ambiguous }
                if date.clock == nil { return .day }
                return date.day == nil ? .clock : .absolute
            }
        }

        static func number(_ text: String) -> Double? {
            var text = text
            return text.withUTF8 { number($0) }
        }
        static func number(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? { DecimalText.double(bytes, decimalComma: true) }
        static func decimals(_ text: String) -> Int { text.firstIndex { $0 == "." || $0 == "," }.map { text[$0...].count - 1 } ?? 0 }

        static func evidentOrder(_ text: String) -> DateOrder? {
            var text = text
            return text.withUTF8 { DateText($0, order: nil)?.evidentOrder }
        }

        static func isAmbiguousDay(_ text: String, order: DateOrder?) -> Bool {
            var text = text
            return text.withUTF8 { bytes in
                if TimeText.iso8601(bytes) != nil { return false }
                if let digits = DateText.digitsDay(bytes, order: order) { return digits.isAmbiguous }
                return DateText(bytes, order: order)?.isAmbiguous ?? false
            }
        }
    }

    /// The order that a column's name states: `date (dd/mm/yyyy)`, `date_yymmdd`.
    private static func order(of name: String) -> DateOrder? {
        let key = ColumnMeaning.key(name)
        for (letters, order) in [("ddmm", DateOrder.dayFirst), ("mmdd", .monthFirst)] where key.contains(letters) {
            // yyyymmdd contains mmdd.
            return key.contains("yymmdd") ? .yearFirst : order
        }
        return nil
    }

    /// Whether a name says that plain digits are hours, minutes and seconds.
    private static func isDigitsClock(_ name: String) -> Bool {
        let key = ColumnMeaning.key(name)
        return key.contains("hhmm") || key == "utc" || key == "gmt"
    }
    private static func isSerial(_ name: String) -> Bool { ColumnMeaning.key(name).hasSuffix("excel") }
    /// Whether a name could mean any time; one that counts seconds could not.
    private static func isPlain(_ name: String) -> Bool {
        !["elapsed", "elapsedtime", "seconds", "secs", "sec", "t", "unix", "unixtime", "unixtimestamp", "epoch", "epochtime", "tst", "ts"]
            .contains(ColumnMeaning.key(name))
    }

    private static func orderRemedy(_ text: String) -> String {
        text.allSatisfy(\.isNumber)
            ? "rename the column to 'date ddmmyy', 'date mmddyy' or 'date yymmdd'"
            : "rename the column to 'date dd/mm/yyyy' or 'date mm/dd/yyyy'"
    }

    // MARK: Rows

    /// A bound in nanoseconds since 1970 (in the year 2001) that no time of day reaches when its digits, to the millisecond, are
    /// read as a count.
    private static let timesOfDay: Int64 = 1_000_000_000 * 1_000_000_000

    /// The time of a row; nil if it cannot be parsed.
    mutating func time(_ record: CSVRecord) -> TrackTime? {
        switch form {
        case .instant(let unit):
            let time = record.withField(timeColumn) { TimeText.instant($0, unit: unit, order: order) }
            return time.map { counter?.time(record, in: $0) ?? $0 }
        case .serial: return record.withField(timeColumn, Self.serial)
        case .compact: return record.withField(timeColumn, TimeText.compact)
        case .day:
            return record.withField(timeColumn) { TimeText.iso8601($0) ?? days($0).flatMap { TrackTime(day: $0, clock: 0) } }
        case .dated(let dateColumn): return dated(record, dateColumn)
        case .hourly(let dateColumn):
            guard let day = record.withField(dateColumn, days), let clock = Self.hour(record.text(timeColumn)) else {
                return nil
            }
            return TrackTime(day: day, clock: clock)
        case .timeOfDay:
            guard let clock = record.withField(timeColumn, { DateText.digitsClock($0) ?? DateText($0, order: nil)?.clock }) else {
                return nil
            }
            // Half a day back is midnight; less is a fix out of order.
            if let lastClock, lastClock - clock > TrackTime.nanosecondsPerDay / 2 { day += 1 }
            if let lastClock, clock - lastClock > TrackTime.nanosecondsPerDay / 2, day > 0 {
                return TrackTime(day: day - 1, clock: clock)
            }
            lastClock = clock
            return TrackTime(day: day, clock: clock)
        }
    }

    private func dated(_ record: CSVRecord, _ dateColumn: Int) -> TrackTime? {
        if let time = TrackTime(iso8601: record.text(dateColumn) + "T" + record.text(timeColumn)) { return time }
        let (day, isSerial) = record.withField(dateColumn) { bytes -> (Int?, Bool) in
            if let day = days(bytes) { return (day, false) }
            return (Self.serial(bytes).map { Int($0.nanoseconds / TrackTime.nanosecondsPerDay) }, true)
        }
        return record.withField(timeColumn) { bytes in
            if let day {
                if let clock = DateText.digitsClock(bytes) ?? DateText(bytes, order: order)?.clock {
                    return TrackTime(day: day, clock: clock)
                }
                // A spreadsheet's fraction of a day.
                if isSerial, let part = DecimalText.double(bytes, decimalComma: true), (0..<1).contains(part) {
                    return TrackTime(day: day, clock: Int64((part * 86_400_000).rounded()) * 1_000_000)
                }
            }
            // Beside an unreadable date, a number is an instant only if it is too large for a time of day such as 054900.
            let time = TimeText.count(bytes, unit: nil).flatMap { $0.nanoseconds > Self.timesOfDay ? $0 : nil }
            return time ?? TimeText.iso8601(bytes)
        }
    }

    /// Days since 1970 of a date, ignoring any time of day beside it.
    private func days(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        if let day = DateText.digitsDay(bytes, order: order)?.day { return day }
        if let time = TimeText.iso8601(bytes) { return Int(time.dayAndClock.day) }
        return DateText(bytes, order: order)?.day
    }

    /// The nanoseconds since midnight of a whole hour.
    private static func hour(_ text: String) -> Int64? { Int64(text).flatMap { (0...24).contains($0) ? $0 * 3_600_000_000_000 : nil } }

    /// Days since 1899-12-30. Up to six decimals are exact to a second, more to a millisecond.
    private static func serial(_ bytes: UnsafeBufferPointer<UInt8>) -> TrackTime? {
        guard let days = DecimalText.double(bytes, decimalComma: true), (1..<77_000).contains(days),
            bytes.prefix(while: { (0x30...0x39).contains($0) }).count <= 5
        else { return nil }
        let whole = days.rounded(.down)
        let part = days - whole
        let decimals = bytes.count - (bytes.firstIndex { $0 == 0x2E || $0 == 0x2C }.map { $0 + 1 } ?? bytes.count)
        let clock = decimals > 6 ? Int64((part * 86_400_000).rounded()) * 1_000_000 : Int64((part * 86_400).rounded()) * 1_000_000_000
        return TrackTime(day: Int(whole) - 25_569, clock: clock)
    }
}
