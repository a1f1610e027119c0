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

    /// The longest period in days that is read.
    private static let longest = 732
    private static let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

    /// - Parameter trains: the trains of each service that matters, numbered from 0; equal trains share a number. A feed of all a
    ///   country's buses has many more services.
    init(_ feed: GTFSFeed, of trains: [String: [Int]]) throws(RailwayError) {
        let services = trains.keys.sorted()
        let numbers = Dictionary(uniqueKeysWithValues: zip(services, services.indices))
        /// The services of each date, in days since 1970-01-01.
        var running: [Int: Set<Int>] = [:]
        if let table = try feed.table("calendar.txt", needs: ["service_id", "start_date", "end_date"] + Self.days) {
            let id = table.column("service_id"), first = table.column("start_date"), last = table.column("end_date")
            let days = Self.days.map { table.column($0) }
            while try table.next() {
                guard let service = numbers[table.text(id)], let start = Self.day(table, first), let end = Self.day(table, last),
                    start <= end
                else { continue }
                let runs = days.map { table.csv.integer($0) == 1 }
                for day in start...min(end, start + Self.longest) where runs[TimeText.weekday(daysSince1970: day)] {
                    running[day, default: []].insert(service)
                }
            }
        }
        if let table = try feed.table("calendar_dates.txt", needs: ["service_id", "date", "exception_type"]) {
            let id = table.column("service_id"), date = table.column("date"), kind = table.column("exception_type")
            while try table.next() {
                guard let service = numbers[table.text(id)], let day = Self.day(table, date) else { continue }
                switch table.csv.integer(kind) {
                case 1: running[day, default: []].insert(service)
                case 2: running[day]?.remove(service)
                default: break
                }
            }
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

    /// A date in days since 1970-01-01.
    private static func day(_ table: GTFSTable, _ column: Int?) -> Int? {
        TrackTime(iso8601: table.text(column)).map { Int($0.nanoseconds / 86_400_000_000_000) }
    }
}
