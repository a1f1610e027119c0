// SPDX-License-Identifier: MIT
import Tracking

/// The weekdays on which each service of a feed usually runs.
///
/// A map outlives its feed, so the dates become one usual week: each weekday has the trains of the date that is most like all its dates
/// (the cosine between the two counts of trains), or the first of equal ones. So holidays and days of engineering works do not count.
/// Trains are compared rather than services, since many feeds give each date its own services.
struct GTFSWeek {
    /// Bit 0 for Monday to bit 6 for Sunday, by `service_id`; a service that runs on special dates only is missing.
    private(set) var weekdays: [String: UInt8] = [:]

    /// The days for which a service may be valid and be dated. Longer ones, as from 2000 to 2099, only say that it has no end.
    private static let longest = 733
    /// The fewest days that are read of a service without end: a year, so that a short summer does not count alone.
    private static let fewest = 364
    private static let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

    /// - Parameter trains: the trains of each service that matters, numbered from 0; equal trains share a number. A feed of all a
    ///   country's buses has many more services.
    init(_ feed: GTFSFeed, of trains: [String: [Int]]) throws(RailwayError) {
        let services = trains.keys.sorted()
        let numbers = Dictionary(uniqueKeysWithValues: zip(services, services.indices))
        var periods: [Period] = []
        var exceptions: [(day: Int, service: Int, isAdded: Bool)] = []
        if let table = try feed.table("calendar.txt", needs: ["service_id", "start_date", "end_date"] + Self.days) {
            let id = table.column("service_id"), first = table.column("start_date"), last = table.column("end_date")
            let days = Self.days.map { table.column($0) }
            while try table.next() {
                guard let service = numbers[table.text(id)], let start = Self.day(table, first), let end = Self.day(table, last),
                    start <= end
                else { continue }
                periods.append(Period(service: service, days: start...end, runs: days.map { table.csv.integer($0) == 1 }))
            }
        }
        if let table = try feed.table("calendar_dates.txt", needs: ["service_id", "date", "exception_type"]) {
            let id = table.column("service_id"), date = table.column("date"), kind = table.column("exception_type")
            while try table.next() {
                guard let service = numbers[table.text(id)], let day = Self.day(table, date) else { continue }
                switch table.csv.integer(kind) {
                case 1: exceptions.append((day, service, true))
                case 2: exceptions.append((day, service, false))
                default: break
                }
            }
        }
        /// The services of each date, in days since 1970-01-01.
        var running: [Int: Set<Int>] = [:]
        let dated = Self.dated(periods, exceptions.filter(\.isAdded).map(\.day))
        for period in periods {
            let read = period.days.count > Self.longest && period.days.overlaps(dated) ? period.days.clamped(to: dated) : period.days
            for day in read.prefix(Self.longest) where period.runs[TimeText.weekday(daysSince1970: day)] {
                running[day, default: []].insert(period.service)
            }
        }
        for (day, service, isAdded) in exceptions {
            if isAdded { running[day, default: []].insert(service) } else { running[day]?.remove(service) }
        }
        let trains = services.map { trains[$0] ?? [] }
        let trainCount = 1 + (trains.joined().max() ?? -1)
        for weekday in 0..<7 {
            let dates = running.filter { TimeText.weekday(daysSince1970: $0.key) == weekday }.sorted { $0.key < $1.key }.map(\.value)
            /// On how many of the dates each train runs.
            var frequencies = [Int](repeating: 0, count: trainCount)
            for service in dates.joined() { for train in trains[service] { frequencies[train] += 1 } }
            func likeness(_ services: Set<Int>) -> Double {
                var count = 0, sum = 0
                for service in services {
                    count += trains[service].count
                    for train in trains[service] { sum += frequencies[train] }
                }
                return Double(sum) / Double(max(1, count)).squareRoot()
            }
            // The first of equal ones.
            let usual = dates.map { (services: $0, likeness: likeness($0)) }.max { $0.likeness < $1.likeness }
            for service in usual?.services ?? [] { weekdays[services[service], default: 0] |= 1 << UInt8(weekday) }
        }
    }

    /// The days on which services without end are compared with the others: those of the others, or from the day when all have begun.
    private static func dated(_ periods: [Period], _ added: [Int]) -> ClosedRange<Int> {
        let others = periods.map(\.days).filter { $0.count <= longest }
        let last = (others.map(\.upperBound) + added).max()
        let first = (others.map(\.lowerBound) + added).min() ?? periods.map(\.days.lowerBound).max() ?? 0
        let from = max(first, (last ?? first) - longest + 1)
        return from...max(last ?? from, from + fewest)
    }

    /// A row of calendar.txt.
    private struct Period {
        let service: Int
        let days: ClosedRange<Int>
        /// Whether it runs, by weekday from Monday.
        let runs: [Bool]
    }

    /// A date in days since 1970-01-01.
    private static func day(_ table: GTFSTable, _ column: Int?) -> Int? {
        TrackTime(iso8601: table.text(column)).map { Int($0.nanoseconds / 86_400_000_000_000) }
    }
}
