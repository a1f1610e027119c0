// SPDX-License-Identifier: MIT
import Tracking

/// The rule of a time zone for the years to come, as POSIX writes it: `CET-1CEST,M3.5.0,M10.5.0/3`.
struct ClockRule {
    /// A day of the year and the local time of a change: `M10.5.0/3` is 3 o'clock on the last Sunday of October.
    private struct Day {
        let month: Int
        /// 1 ... 5; the fifth is the last.
        let week: Int
        /// 0 is Sunday.
        let weekday: Int
        /// Seconds after midnight.
        let time: Int

        init?(_ text: Substring) {
            let parts = text.split(separator: "/")
            let date = parts.first?.dropFirst().split(separator: ".").compactMap { Int($0) } ?? []
            guard text.first == "M", date.count == 3, (1...12).contains(date[0]), (1...5).contains(date[1]), (0...6).contains(date[2]),
                let time = parts.count == 2 ? ClockRule.seconds(parts[1]) : 7_200
            else { return nil }
            (month, week, weekday) = (date[0], date[1], date[2])
            self.time = time
        }

        /// The local time of the change in a year, in seconds since 1970-01-01T00:00:00.
        func seconds(in year: Int) -> Int {
            let first = TimeText.daysSince1970(year: year, month: month, day: 1)
            // Days of the week count from Monday elsewhere.
            let day = (weekday + 6 - TimeText.weekday(daysSince1970: first)) % 7 + 7 * (week - 1)
            return (first + (day < TimeText.days(month: month, year: year) ? day : day - 7)) * 86_400 + time
        }
    }

    /// The years of which the changes are known.
    static let years = 2000...2060

    /// The changes of those years, in order of time.
    private(set) var changes: [LocalClock.Change] = []

    /// Nil for a rule without changes, or of another form than this one, which all zones have.
    init?(_ text: String) {
        let parts = text.split(separator: ",")
        guard parts.count == 3, let from = Day(parts[1]), let to = Day(parts[2]) else { return nil }
        // The names of the two times are letters, or quoted: <+03>.
        var isQuoted = false
        let offsets = parts[0].split(omittingEmptySubsequences: true) { character in
            if character == "<" || character == ">" { isQuoted = character == "<" }
            return isQuoted || character == ">" || character.isLetter
        }
        guard let west = offsets.first.flatMap(Self.seconds) else { return nil }
        let usual = -west
        guard let summer = offsets.count > 1 ? Self.seconds(offsets[1]).map({ -$0 }) : usual + 3_600 else { return nil }
        for year in Self.years {
            changes.append(LocalClock.Change(since: Int64(from.seconds(in: year) - usual), offset: summer))
            changes.append(LocalClock.Change(since: Int64(to.seconds(in: year) - summer), offset: usual))
        }
        changes.sort { $0.since < $1.since }
    }

    /// `-1`, `5:30` or `+26` hours, in seconds.
    private static func seconds(_ text: Substring) -> Int? {
        let sign = text.first == "-" ? -1 : 1
        let digits = text.first == "-" || text.first == "+" ? text.dropFirst() : text
        let parts = digits.split(separator: ":").map { Int($0) }
        var seconds = 0
        for (part, unit) in zip(parts, [3_600, 60, 1]) {
            guard let part, part < 200 else { return nil }
            seconds += part * unit
        }
        return parts.isEmpty ? nil : sign * seconds
    }
}
