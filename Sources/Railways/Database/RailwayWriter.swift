// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import PlainText

/// Writes a marked map into an empty database: the talk's tables, and this project's own.
struct RailwayWriter {
    let database: Database
    let source: String

    /// The talk's schema without `UNIQUE(segment, coordinate)`, as a piece of track may close on itself. Segments that pass a
    /// coordinate share it.
    private static let schema = """
        CREATE TABLE railway(
          id TEXT PRIMARY KEY NOT NULL, title TEXT NOT NULL, stations TEXT NOT NULL, color TEXT NOT NULL,
          ascending TEXT, descending TEXT);
        CREATE TABLE station(
          id TEXT PRIMARY KEY NOT NULL, railway TEXT NOT NULL REFERENCES railway(id), title TEXT NOT NULL,
          latitude DOUBLE, longitude DOUBLE, "order" INTEGER NOT NULL);
        CREATE TABLE segment(
          id INTEGER PRIMARY KEY, railway TEXT NOT NULL REFERENCES railway(id), underground BOOLEAN NOT NULL,
          "order" INTEGER NOT NULL);
        CREATE TABLE coordinate(id INTEGER PRIMARY KEY, latitude DOUBLE, longitude DOUBLE);
        CREATE TABLE segmentCoordinate(
          segment INTEGER NOT NULL REFERENCES segment(id), "order" INTEGER NOT NULL,
          coordinate INTEGER NOT NULL REFERENCES coordinate(id), PRIMARY KEY(segment, "order")) WITHOUT ROWID;
        """
    private static let ownSchema = """
        CREATE TABLE railwayCode(railway TEXT PRIMARY KEY NOT NULL REFERENCES railway(id), code TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE railwayMode(railway TEXT PRIMARY KEY NOT NULL REFERENCES railway(id), mode TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE stationCode(station TEXT PRIMARY KEY NOT NULL REFERENCES station(id), code TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE stopPattern(
          id INTEGER PRIMARY KEY, railway TEXT NOT NULL REFERENCES railway(id), title TEXT NOT NULL, stops TEXT NOT NULL,
          "order" INTEGER NOT NULL);
        CREATE TABLE railwayMark(
          railway TEXT PRIMARY KEY NOT NULL REFERENCES railway(id), colour INTEGER NOT NULL, side INTEGER NOT NULL) WITHOUT ROWID;
        CREATE TABLE timeZone(
          name TEXT NOT NULL, since INTEGER NOT NULL, "offset" INTEGER NOT NULL, PRIMARY KEY(name, since)) WITHOUT ROWID;
        CREATE TABLE departures(
          station TEXT NOT NULL REFERENCES station(id), ascending BOOLEAN NOT NULL, timeZone TEXT NOT NULL, weekdays TEXT NOT NULL,
          share DOUBLE NOT NULL, seconds TEXT NOT NULL);
        CREATE TABLE credit("order" INTEGER PRIMARY KEY, text TEXT NOT NULL);
        CREATE TABLE note("order" INTEGER PRIMARY KEY, text TEXT NOT NULL);
        """
    private static let indexes = """
        CREATE INDEX station_on_railway ON station(railway, "order");
        CREATE INDEX station_on_latitude ON station(latitude);
        CREATE INDEX station_on_longitude ON station(longitude);
        CREATE INDEX segment_on_railway ON segment(railway, "order");
        CREATE INDEX coordinate_on_latitude ON coordinate(latitude);
        CREATE INDEX coordinate_on_longitude ON coordinate(longitude);
        CREATE INDEX segmentCoordinate_on_coordinate ON segmentCoordinate(coordinate);
        CREATE VIRTUAL TABLE station_rtree USING rtree(id, minLat, maxLat, minLon, maxLon);
        INSERT INTO station_rtree SELECT rowid, latitude, latitude, longitude, longitude FROM station WHERE latitude IS NOT NULL;
        CREATE VIRTUAL TABLE coordinate_rtree USING rtree(id, minLat, maxLat, minLon, maxLon);
        INSERT INTO coordinate_rtree SELECT id, latitude, latitude, longitude, longitude FROM coordinate;
        """

    func write(_ map: RailwayMap, notes: [String], layout: RailwayStore.Layout) throws {
        try database.execute(sql: Self.schema + Self.ownSchema)
        try writeRailways(map)
        try writeTracks(map)
        try writePatterns(map)
        try writeTimetables(map)
        for (table, lines) in [("credit", map.credits), ("note", notes)] {
            let line = try database.makeStatement(sql: #"INSERT INTO \#(table)("order", text) VALUES (?, ?)"#)
            for (index, text) in lines.enumerated() { try line.execute(arguments: [index, text]) }
        }
        if layout == .indexed { try database.execute(sql: Self.indexes) }
    }

    /// Rejects values that violate the tables' keys, with a message that names the railway.
    static func check(_ map: RailwayMap, source: String) throws(RailwayError) {
        func fault(_ place: String, _ message: String) -> RailwayError {
            RailwayError(kind: .badValue, source: source, place: place, message: message, remedy: "correct the source file")
        }
        guard !map.railways.isEmpty else {
            throw RailwayError(
                kind: .empty, source: source, message: "the source contains no railway", remedy: "import a source with railways")
        }
        var railways: Set<String> = []
        var owners: [String: String] = [:]
        for railway in map.railways {
            guard railways.insert(railway.id).inserted else { throw fault("railway \(railway.id)", "duplicate id") }
            for station in railway.stations {
                if let other = owners.updateValue(railway.id, forKey: station.id) {
                    throw fault("station \(station.id)", "duplicate id, on \(other) and \(railway.id)")
                }
            }
            for pattern in railway.patterns where pattern.stops.count != railway.stations.count {
                throw fault("railway \(railway.id)", "a stop pattern does not have one mark for each station")
            }
            for position in railway.stations.compactMap(\.position) + railway.segments.flatMap(\.points) where !position.isOnEarth {
                throw fault("railway \(railway.id)", "invalid position: \(position.latitude), \(position.longitude)")
            }
        }
    }

    private func writeRailways(_ map: RailwayMap) throws {
        let railways = try database.makeStatement(
            sql: "INSERT INTO railway(id, title, stations, color, ascending, descending) VALUES (?, ?, ?, ?, ?, ?)")
        let stations = try database.makeStatement(
            sql: #"INSERT INTO station(id, railway, title, latitude, longitude, "order") VALUES (?, ?, ?, ?, ?, ?)"#)
        let railwayCodes = try database.makeStatement(sql: "INSERT INTO railwayCode(railway, code) VALUES (?, ?)")
        let modes = try database.makeStatement(sql: "INSERT INTO railwayMode(railway, mode) VALUES (?, ?)")
        let marks = try database.makeStatement(sql: "INSERT INTO railwayMark(railway, colour, side) VALUES (?, ?, ?)")
        let stationCodes = try database.makeStatement(sql: "INSERT INTO stationCode(station, code) VALUES (?, ?)")
        for railway in map.railways {
            try railways.execute(arguments: [
                railway.id, Self.json(railway.name), Self.json(railway.stations.map(\.id)), railway.color, railway.ascending,
                railway.descending,
            ])
            if let mode = railway.mode { try modes.execute(arguments: [railway.id, mode.rawValue]) }
            if let mark = railway.mark { try marks.execute(arguments: [railway.id, mark.colour, mark.side]) }
            if let code = railway.code { try railwayCodes.execute(arguments: [railway.id, code]) }
            for (order, station) in railway.stations.enumerated() {
                try stations.execute(arguments: [
                    station.id, railway.id, Self.json(station.name), station.position?.latitude, station.position?.longitude, order,
                ])
                if let code = station.code { try stationCodes.execute(arguments: [station.id, code]) }
            }
        }
    }

    private func writeTracks(_ map: RailwayMap) throws {
        let segments = try database.makeStatement(
            sql: #"INSERT INTO segment(id, railway, underground, "order") VALUES (?, ?, ?, ?)"#)
        let coordinates = try database.makeStatement(sql: "INSERT INTO coordinate(id, latitude, longitude) VALUES (?, ?, ?)")
        let places = try database.makeStatement(
            sql: #"INSERT INTO segmentCoordinate(segment, "order", coordinate) VALUES (?, ?, ?)"#)
        var numbers: [Railway.Position: Int] = [:]
        var segmentID = 0
        for railway in map.railways {
            for (order, segment) in railway.segments.enumerated() {
                segmentID += 1
                try segments.execute(arguments: [segmentID, railway.id, segment.isUnderground, order])
                for (place, point) in segment.points.enumerated() {
                    let number = numbers[point] ?? numbers.count + 1
                    if numbers.updateValue(number, forKey: point) == nil {
                        try coordinates.execute(arguments: [number, point.latitude, point.longitude])
                    }
                    try places.execute(arguments: [segmentID, place, number])
                }
            }
        }
    }

    private func writePatterns(_ map: RailwayMap) throws {
        let patterns = try database.makeStatement(
            sql: #"INSERT INTO stopPattern(railway, title, stops, "order") VALUES (?, ?, ?, ?)"#)
        for railway in map.railways {
            for (order, pattern) in railway.patterns.enumerated() {
                try patterns.execute(arguments: [railway.id, Self.json(pattern.name), Self.text(marks: pattern.stops), order])
            }
        }
    }

    /// One row for the departures of a station that share direction, weekdays and probability: `18000 300 300` is 5:00 and two more,
    /// five minutes apart.
    private func writeTimetables(_ map: RailwayMap) throws {
        let zones = try database.makeStatement(sql: #"INSERT OR IGNORE INTO timeZone(name, since, "offset") VALUES (?, ?, ?)"#)
        let departures = try database.makeStatement(
            sql: "INSERT INTO departures(station, ascending, timeZone, weekdays, share, seconds) VALUES (?, ?, ?, ?, ?, ?)")
        for railway in map.railways {
            guard let timetable = railway.timetable else { continue }
            let clock = timetable.clock
            for change in clock.changes { try zones.execute(arguments: [clock.zone, change.since, change.offset]) }
            for (way, stations) in [(true, timetable.ascending), (false, timetable.descending)] {
                for (station, list) in zip(railway.stations, stations) {
                    let rows = Dictionary(grouping: list) { Timetable.Departure(seconds: 0, weekdays: $0.weekdays, share: $0.share) }
                    for row in rows.values.sorted(by: { ($0[0].weekdays, $0[0].share) < ($1[0].weekdays, $1[0].share) }) {
                        var last: Int32 = 0
                        let seconds = row.map { departure in
                            defer { last = departure.seconds }
                            return String(departure.seconds - last)
                        }
                        try departures.execute(arguments: [
                            station.id, way, clock.zone, Self.text(marks: (0..<7).map { row[0].weekdays & (1 << $0) != 0 }),
                            Double(row[0].share),
                            seconds.joined(separator: " "),
                        ])
                    }
                }
            }
        }
    }

    private static func text(marks: [Bool]) -> String { String(marks.map { $0 ? "1" : "0" }) }

    // MARK: JSON

    private static func json(_ name: LocalizedName) -> String { JSONValue.object(name.entries.map { ($0.language, .text($0.text)) }).line }

    private static func json(_ texts: [String]) -> String { JSONValue.array(texts.map { .text($0) }).line }
}
