/// Puts a date to the times of day that a receiver sends.
///
/// Dates come with some sentences alone, the year mostly in two digits, and from a receiver whose week counter has run over
/// they lie 1024 weeks back. Two-digit years are 1980 to 2079. A date before 2017 cannot come from a receiver that knows of
/// the leap second of that year, so it is moved on by 1024 weeks, as gpsd does since 3.21, and this is said. A log that was truly
/// recorded before 2017 is moved, too, by whole weeks: the time of day and the weekday stay.
struct ReceiverCalendar {
    static let nanosecondsOfDay: Int64 = 86_400_000_000_000
    /// Days of 1024 weeks.
    private static let rollover = 7168
    /// 2017-01-01, whose leap second every receiver since knows.
    private static let newestLeapSecond = 17_167

    /// 1980-01-06, from which GPS counts its weeks, in days since 1970.
    private static let gpsEpoch = 3657
    /// Weeks that ten bits count.
    private static let weeksCounted = 1024

    /// False leaves the dates as the receiver gives them.
    var mendsRollover = true
    /// The day on which the log says that it was recorded, as days since 1970.
    var recorded: Int?
    /// The last date that was given, as days since 1970, the rollover mended.
    private(set) var day: Int?
    /// The last time that was made.
    private(set) var last: TrackTime?
    /// The first date that was moved, as it was given.
    private(set) var moved: (given: Int, to: Int)?

    /// True once days had to be counted from 1970-01-01.
    private(set) var isAssumed = false

    /// Takes 1970-01-01 for want of any date.
    mutating func assume() {
        guard day == nil else { return }
        day = 0
        isAssumed = true
    }

    /// Reads a date in two-digit years (RMC) or whole ones (ZDA); nil where there is no such day.
    static func days(year: Int, month: Int, day: Int) -> Int? {
        let year = year < 80 ? 2000 + year : year < 100 ? 1900 + year : year
        guard (1980...2100).contains(year), (1...12).contains(month), day >= 1, day <= TimeText.days(month: month, year: year) else {
            return nil
        }
        return TimeText.daysSince1970(year: year, month: month, day: day)
    }

    /// Takes a date as the receiver gave it.
    /// - Parameter timeOfDay: of a date that comes for itself: when it is so. The times without a date are those nearest to that.
    /// - Returns: the day that it stands for.
    mutating func take(_ given: Int, at timeOfDay: Int64? = nil) -> Int {
        let day = movedOn(given)
        if isAssumed, self.day == 0 { last = nil }
        self.day = day
        if let timeOfDay { last = TrackTime(nanoseconds: Int64(day) * Self.nanosecondsOfDay + timeOfDay) }
        return day
    }

    private mutating func movedOn(_ given: Int) -> Int {
        guard mendsRollover, given < Self.newestLeapSecond else { return given }
        if moved == nil { moved = (given, given + Self.rollover) }
        return given + Self.rollover
    }

    /// The day that a date of SiRF's binary protocol stands for: by 1024 weeks as near as can be to the day on which the log says
    /// that it was recorded, else moved on as any other.
    mutating func mended(_ given: Int) -> Int {
        guard let recorded else { return movedOn(given) }
        let apart = recorded - given
        return given + (apart + (apart < 0 ? -Self.rollover : Self.rollover) / 2) / Self.rollover * Self.rollover
    }

    /// The day with which a GPS week begins.
    /// - Parameter week: as it is counted since 1980; one below 1024 since 1999, or since a later time at which ten bits ran over.
    mutating func firstDay(ofWeek week: Int) -> Int {
        mended(Self.gpsEpoch + (week < Self.weeksCounted ? week + Self.weeksCounted : week) * 7)
    }

    /// The day of a time that came without a date: the one that brings it nearest to the last time. Nil before the first date.
    func day(of timeOfDay: Int64) -> Int? {
        guard let last else { return day }
        guard day != nil else { return nil }
        let lastDay = Int(last.nanoseconds / Self.nanosecondsOfDay)
        var chosen = lastDay
        var best = Int64.max
        for candidate in lastDay - 1...lastDay + 1 {
            let apart = abs(Int64(candidate) * Self.nanosecondsOfDay + timeOfDay - last.nanoseconds)
            if apart < best { (best, chosen) = (apart, candidate) }
        }
        return chosen
    }

    /// The instant of a time of day, nil before the first date.
    /// - Parameter day: the date that came with it, mended. Without one it is the day that brings it nearest to the last time.
    mutating func time(_ timeOfDay: Int64, on day: Int?) -> TrackTime? {
        guard let chosen = day ?? self.day(of: timeOfDay) else { return nil }
        let time = TrackTime(nanoseconds: Int64(chosen) * Self.nanosecondsOfDay + timeOfDay)
        last = time
        return time
    }

    /// What is to be said of the dates at the end.
    var note: String? {
        if isAssumed { return "no sentence carries a date: the days are counted from 1970-01-01" }
        return moved.map { given, to in
            "the receiver's dates lie before 2017 (\(Self.text(given))), as if its week counter had run over after 1024 weeks: moved on to \(Self.text(to))"
        }
    }

    private static func text(_ day: Int) -> String {
        String(TrackTime(nanoseconds: Int64(day) * nanosecondsOfDay).description.prefix(10))
    }
}
