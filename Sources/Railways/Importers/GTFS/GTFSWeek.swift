// SPDX-License-Identifier: MIT
import Tracking

/// The weekdays on which each service of a feed usually runs.
///
/// A map outlives its feed, so the dates become one usual week: for each weekday, the services that run together on most of the
/// feed's dates; of equally frequent ones those of the first date.
struct GTFSWeek {
    /// Bit 0 for Monday to bit 6 for Sunday, by `service_id`; a service that runs on special dates only is missing.
    private(set) var weekdays: [String: UInt8] = [:]

    /// The longest period in days that is read.
    private static let longest = 732
    private static let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

    /// - Parameter services: the services that matter; a feed of all a country's buses has many more.
    init(_ feed: GTFSFeed, of services: Set<String>) throws(RailwayError) {
        let services = services.sorted()
        let numbers = Dictionary(uniqueKeysWithValues: zip(services, services.indices))
        /// The services of each date, in days since 1970-01-01.
        var running: [Int: Set<Int>] = [:]
        if let table = try feed.table("calendar.txt", needs: ["service_id", "start_date", "end_date"] + Self.days) {
            while try table.next() {
                guard let service = numbers[table.csv.text(table.column("service_id"))],
                    let start = Self.day(table, "start_date"), let end = Self.day(table, "end_date"), start <= end
                else { continue }
                let runs = Self.days.map { table.csv.integer(table.column($0)) == 1 }
                for day in start...min(end, start + Self.longest) where runs[TimeText.weekday(daysSince1970: day)] {
                    running[day, default: []].insert(service)
                }
            }
        }
        if let table = try feed.table("calendar_dates.txt", needs: ["service_id", "date", "exception_type"]) {
            while try table.next() {
                guard let service = numbers[table.csv.text(table.column("service_id"))], let day = Self.day(table, "date") else { continue }
                switch table.csv.integer(table.column("exception_type")) {
                case 1: running[day, default: []].insert(service)
                case 2: running[day]?.remove(service)
                default: break
                }
            }
        }
        for weekday in 0..<7 {
            var dates: [Set<Int>: (count: Int, first: Int)] = [:]
            for (day, services) in running where TimeText.weekday(daysSince1970: day) == weekday && !services.isEmpty {
                let before = dates[services]
                dates[services] = ((before?.count ?? 0) + 1, min(before?.first ?? day, day))
            }
            let usual = dates.min { ($1.value.count, $0.value.first) < ($0.value.count, $1.value.first) }
            for service in usual?.key ?? [] { weekdays[services[service], default: 0] |= 1 << UInt8(weekday) }
        }
    }

    /// A date in days since 1970-01-01.
    private static func day(_ table: GTFSTable, _ column: String) -> Int? {
        TrackTime(iso8601: table.csv.text(table.column(column))).map { Int($0.nanoseconds / 86_400_000_000_000) }
    }
}
