// SPDX-License-Identifier: MIT
import GRDB

extension RailwayReader {
    /// Adds the timetables, if the database has any.
    func addTimetables(to map: inout RailwayMap) throws {
        guard try database.tableExists("departures"), try database.tableExists("timeZone") else { return }
        let clocks = try clocks()
        var owners: [String: (railway: Int, station: Int)] = [:]
        for (railway, one) in map.railways.enumerated() {
            for (station, stop) in one.stations.enumerated() { owners[stop.id] = (railway, station) }
        }
        var timetables: [Int: Timetable] = [:]
        try rows("SELECT station, ascending, timeZone, weekdays, share, seconds FROM departures") { row in
            let id = try text(row[0], "departures: station")
            let place = "departures of \(id)"
            // A station that no railway lists is ignored.
            guard let owner = owners[id] else { return }
            let isAscending = try integer(row[1], "\(place): ascending") != 0
            let zone = try text(row[2], "\(place): timeZone")
            let days = try text(row[3], "\(place): weekdays")
            let seconds = try text(row[5], "\(place): seconds")
            guard let clock = clocks[zone] else {
                throw fault(.missing, place, "its time zone \(zone) is not in the table timeZone")
            }
            guard let weekdays = Self.weekdays(days), let share = number(row[4]), share > 0, share <= 1,
                let departures = Self.seconds(seconds)
            else {
                throw fault(
                    .badValue, place, "expected seven marks of 0 or 1, a share above 0 and at most 1, and seconds with spaces between")
            }
            var timetable =
                timetables.removeValue(forKey: owner.railway)
                ?? Timetable(clock: clock, stations: map.railways[owner.railway].stations.count)
            for second in departures {
                timetable.add(
                    Timetable.Departure(seconds: second, weekdays: weekdays, share: Float(share)), from: owner.station,
                    isAscending: isAscending)
            }
            timetables[owner.railway] = timetable
        }
        for (railway, timetable) in timetables {
            map.railways[railway].timetable = timetable
            map.railways[railway].timetable?.sort()
        }
    }

    private func clocks() throws -> [String: LocalClock] {
        var changes: [String: [LocalClock.Change]] = [:]
        try rows(#"SELECT name, since, "offset" FROM timeZone"#) { row in
            let name = try text(row[0], "timeZone: name")
            let offset = try integer(row[2], "timeZone \(name): offset")
            guard offset.magnitude <= 86_400 else {
                throw fault(.badValue, "timeZone \(name)", "expected an offset of at most a day, found \(offset) s")
            }
            changes[name, default: []].append(
                LocalClock.Change(since: try integer(row[1], "timeZone \(name): since"), offset: Int(offset)))
        }
        return Dictionary(
            uniqueKeysWithValues: changes.compactMap { name, changes in LocalClock(zone: name, changes: changes).map { (name, $0) } })
    }

    /// `1111100` is Monday to Friday.
    private static func weekdays(_ text: String) -> UInt8? {
        marks(text, count: 7)?.reversed().reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
    }

    /// Departures as differences, in the range of two service days.
    private static func seconds(_ text: String) -> [Int32]? {
        var last = 0
        var departures: [Int32] = []
        for part in text.utf8.split(separator: 0x20) {
            guard let difference = Int(Substring(part)), (0..<172_800).contains(difference), last + difference < 172_800 else { return nil }
            last += difference
            departures.append(Int32(last))
        }
        return departures
    }
}
