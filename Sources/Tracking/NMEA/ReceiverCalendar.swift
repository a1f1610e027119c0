// SPDX-License-Identifier: MIT
/// Assigns dates to the times of day that a receiver sends.
///
/// Only some sentences carry dates, mostly with two-digit years, which mean 1980 to 2079. A receiver whose week counter has
/// rolled over reports dates 1024 weeks in the past. A date before 2017 cannot come from a receiver that includes the leap second
/// of that year, so it is moved forward by 1024 weeks, as gpsd does since 3.21, and this is reported. A log that really was
/// recorded before 2017 is moved too, by full weeks: the time of day and the weekday do not change.
struct ReceiverCalendar {
    /// The days of 1024 weeks.
    private static let rollover = 7168
    /// 2017-01-01, whose leap second every later receiver includes.
    private static let newestLeapSecond = 17_167

    /// The maximum number of days between two dates of a log that does not count as a jump of the clock.
    private static let mostDaysBetween = 31

    /// 1980-01-06, the origin of the GPS week count, in days since 1970.
    private static let gpsEpoch = 3657
    /// The range of a ten-bit week counter.
    private static let weeksCounted = 1024

    /// Whether to correct dates after a rollover; false keeps the receiver's dates.
    var correctsRollover = true
    /// The day on which the log was recorded according to the log, in days since 1970.
    var recorded: Int?
    /// The last date received, in days since 1970, corrected for a rollover.
    private(set) var day: Int?
    /// The last instant computed.
    private(set) var last: TrackTime?
    /// The first date that was moved, as received and as moved.
    private(set) var moved: (from: Int, to: Int)?

    /// True once days had to be counted from 1970-01-01.
    private(set) var isAssumed = false

    /// Assumes 1970-01-01 in the absence of any date.
    mutating func assume() {
        guard day == nil else { return }
        day = 0
        isAssumed = true
    }

    /// The day of a date with a two-digit (RMC) or full (ZDA) year; nil if there is no such day.
    static func days(year: Int, month: Int, day: Int) -> Int? {
        let year = year < 80 ? 2000 + year : year < 100 ? 1900 + year : year
        return (1980...2100).contains(year) ? TimeText.day(year: year, month: month, day: day) : nil
    }

    /// Takes a date as the receiver sent it.
    /// - Parameter timeOfDay: for a date without a fix, the time of day that it was sent with. Times without a date are those
    ///   nearest to that instant.
    /// - Returns: the corrected day.
    mutating func take(_ received: Int, at timeOfDay: Int64? = nil) -> Int {
        let day = movedForward(received)
        if isAssumed, self.day == 0 { last = nil }
        self.day = day
        if let timeOfDay { last = TrackTime(nanoseconds: Int64(day) * TrackTime.nanosecondsPerDay + timeOfDay) }
        return day
    }

    /// The date 1024 weeks later if it must be from before a rollover.
    private mutating func movedForward(_ received: Int) -> Int {
        let later = received + Self.rollover
        // A log that was moved continues into 2017 without a jump.
        let follows = moved != nil && day.map { (0...Self.mostDaysBetween).contains(later - $0) } ?? false
        guard correctsRollover, received < Self.newestLeapSecond || follows else { return received }
        if moved == nil { moved = (received, later) }
        return later
    }

    /// The corrected day of a date from SiRF's binary protocol: moved by multiples of 1024 weeks as near as possible to the day
    /// on which the log was recorded, or else moved like any other date.
    mutating func corrected(_ received: Int) -> Int {
        guard let recorded else { return movedForward(received) }
        let apart = recorded - received
        return received + (apart + (apart < 0 ? -Self.rollover : Self.rollover) / 2) / Self.rollover * Self.rollover
    }

    /// The first day of a GPS week.
    /// - Parameter week: counted since 1980; one below 1024 is counted since 1999, or since a later rollover of ten bits.
    mutating func firstDay(ofWeek week: Int) -> Int {
        corrected(Self.gpsEpoch + (week < Self.weeksCounted ? week + Self.weeksCounted : week) * 7)
    }

    /// The day of a time without a date: the day that brings it nearest to the last time. Nil before the first date.
    func day(of timeOfDay: Int64) -> Int? {
        guard let last else { return day }
        guard day != nil else { return nil }
        let lastDay = Int(last.nanoseconds / TrackTime.nanosecondsPerDay)
        var chosen = lastDay
        var best = Int64.max
        for candidate in lastDay - 1...lastDay + 1 {
            let apart = abs(Int64(candidate) * TrackTime.nanosecondsPerDay + timeOfDay - last.nanoseconds)
            if apart < best { (best, chosen) = (apart, candidate) }
        }
        return chosen
    }

    /// The instant of a time of day; nil before the first date and outside the supported years.
    /// - Parameter day: the date that came with it, corrected. Nil: the day that brings it nearest to the last time.
    mutating func time(_ timeOfDay: Int64, on day: Int?) -> TrackTime? {
        guard let chosen = day ?? self.day(of: timeOfDay), let time = TrackTime(day: chosen, clock: timeOfDay) else { return nil }
        last = time
        return time
    }

    /// A note about the dates to report at the end.
    var note: String? {
        if isAssumed { return "no sentence carries a date: the days are counted from 1970-01-01" }
        return moved.map { from, to in
            "the receiver's dates before 2017 (\(Self.text(from))) look like a GPS week rollover and were moved to \(Self.text(to))"
        }
    }

    private static func text(_ day: Int) -> String {
        String(TrackTime(nanoseconds: Int64(day) * TrackTime.nanosecondsPerDay).description.prefix(10))
    }
}
