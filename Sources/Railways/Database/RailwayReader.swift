// SPDX-License-Identifier: MIT
import GRDB

/// Reads one database table by table, with one query each.
struct RailwayReader {
    let database: Database
    let source: String

    /// The tables and columns of the talk's schema, which are required.
    private static let needed: [(table: String, columns: [String])] = [
        ("railway", ["id", "title", "stations", "color", "ascending", "descending"]),
        ("station", ["id", "railway", "title", "latitude", "longitude"]),
        ("segment", ["id", "railway", "underground", "order"]),
        ("coordinate", ["id", "latitude", "longitude"]),
        ("segmentCoordinate", ["segment", "order", "coordinate"]),
    ]

    func read() throws -> RailwayImport {
        try checkTables()
        var map = RailwayMap()
        let stations = try stations()
        let lists = try lists()
        let codes = try texts("railwayCode", "railway", "code")
        let modes = try texts("railwayMode", "railway", "mode")
        let titles = try titles(of: "railway")
        var places: [String: Int] = [:]
        try rows(#"SELECT id, color, ascending, descending FROM railway ORDER BY rowid"#) { row in
            let id = try text(row[0], "a railway's id")
            let place = "railway \(id)"
            var railway = Railway(id: id, name: titles[id] ?? LocalizedName(), color: try text(row[1], "\(place): color"))
            railway.code = codes[id]
            // A mode of a later version is left out.
            railway.mode = modes[id].flatMap { RailwayMode(rawValue: $0) }
            railway.ascending = try textIfAny(row[2], "\(place): ascending")
            railway.descending = try textIfAny(row[3], "\(place): descending")
            for listed in lists[id] ?? [] {
                guard let station = stations[listed] else {
                    throw fault(.missing, place, "its station \(listed) is not in the table station")
                }
                railway.stations.append(station)
            }
            places[id] = map.railways.count
            map.railways.append(railway)
        }
        guard !map.railways.isEmpty else {
            throw fault(.empty, nil, "the database contains no railway", "make one with 'amaoto railways import'")
        }
        try addSegments(to: &map, places)
        try addPatterns(to: &map, places)
        try addTimetables(to: &map)
        try addMarks(to: &map, places)
        map.credits = try lines("credit")
        return RailwayImport(map: map, notes: try lines("note"))
    }

    private func checkTables() throws {
        for (table, columns) in Self.needed {
            guard try database.tableExists(table) else {
                let missing = try Self.needed.map(\.table).filter { try !database.tableExists($0) }
                throw fault(
                    .missing, nil,
                    "not a railway database: it lacks the table\(missing.count == 1 ? "" : "s") \(missing.joined(separator: ", "))",
                    "make one with 'amaoto railways import'")
            }
            let present = try database.columns(in: table).map(\.name)
            for column in columns where !present.contains(column) {
                throw fault(.missing, "table \(table)", "the column \(column) is missing", "make it with 'amaoto railways import'")
            }
        }
    }

    // MARK: The talk's tables

    private func stations() throws -> [String: Railway.Station] {
        let titles = try titles(of: "station")
        let codes = try texts("stationCode", "station", "code")
        var stations: [String: Railway.Station] = [:]
        try rows("SELECT id, latitude, longitude FROM station") { row in
            let id = try text(row[0], "a station's id")
            let position = try position(row[1], row[2], "station \(id)")
            var station = Railway.Station(id: id, name: titles[id] ?? LocalizedName(), position: position)
            station.code = codes[id]
            stations[id] = station
        }
        return stations
    }

    /// The station ids that each railway lists, in its order.
    private func lists() throws -> [String: [String]] {
        try checkJSON("railway", "stations", type: "array")
        var lists: [String: [String]] = [:]
        try rows("SELECT r.id, j.value FROM railway r, json_each(r.stations) j ORDER BY r.rowid, j.id") { row in
            let id = try text(row[0], "a railway's id")
            lists[id, default: []].append(try text(row[1], "railway \(id): stations"))
        }
        return lists
    }

    private func titles(of table: String) throws -> [String: LocalizedName] {
        try checkJSON(table, "title", type: "object")
        var titles: [String: LocalizedName] = [:]
        try rows("SELECT t.id, j.key, j.value FROM \(table) t, json_each(t.title) j ORDER BY t.rowid, j.id") { row in
            let id = try text(row[0], "\(table)'s id")
            let entry = LocalizedName.Entry(
                language: try text(row[1], "\(table) \(id): title"), text: try text(row[2], "\(table) \(id): title"))
            titles[id, default: LocalizedName()].entries.append(entry)
        }
        return titles
    }

    /// SQLite parses the JSON; this only finds the row where it would fail.
    private func checkJSON(_ table: String, _ column: String, type: String) throws {
        let bad = try Row.fetchOne(
            database,
            sql: """
                SELECT id, \(column) FROM \(table)
                WHERE CASE WHEN json_valid(\(column)) THEN json_type(\(column)) <> '\(type)' ELSE 1 END LIMIT 1
                """)
        guard let bad else { return }
        let id = String.fromDatabaseValue(bad[0]) ?? "?"
        let found = String.fromDatabaseValue(bad[1]).map { "'\($0.prefix(40))'" } ?? "nothing"
        throw fault(.malformed, "\(table) \(id): \(column)", "expected a JSON \(type), found \(found)")
    }

    private func addSegments(to map: inout RailwayMap, _ places: [String: Int]) throws {
        var owners: [Int64: (railway: Int, segment: Int)] = [:]
        try rows(#"SELECT id, railway, underground FROM segment ORDER BY "order", id"#) { row in
            let id = try integer(row[0], "a segment's id")
            let name = try text(row[1], "segment \(id): railway")
            guard let railway = places[name] else {
                throw fault(.missing, "segment \(id)", "its railway \(name) is not in the table railway")
            }
            let isUnderground = try integer(row[2], "segment \(id): underground") != 0
            owners[id] = (railway, map.railways[railway].segments.count)
            map.railways[railway].segments.append(Railway.Segment(isUnderground: isUnderground, points: []))
        }
        let points = try pointsOfSegments()
        for (id, owner) in owners {
            map.railways[owner.railway].segments[owner.segment].points = points[id] ?? []
        }
    }

    private func pointsOfSegments() throws -> [Int64: [Railway.Position]] {
        var points: [Int64: [Railway.Position]] = [:]
        var gathered: [Railway.Position] = []
        var current: Int64?
        try rows(
            """
            SELECT s.segment, c.latitude, c.longitude, s.coordinate
            FROM segmentCoordinate s LEFT JOIN coordinate c ON c.id = s.coordinate ORDER BY s.segment, s."order"
            """
        ) { row in
            let id = try integer(row[0], "segmentCoordinate: segment")
            if id != current {
                if let current { points[current] = gathered }
                gathered = []
                current = id
            }
            guard let position = try position(row[1], row[2], "segment \(id)") else {
                throw fault(.missing, "segment \(id)", "one of its coordinates is missing")
            }
            gathered.append(position)
        }
        if let current { points[current] = gathered }
        return points
    }

    // MARK: This project's own tables, each optional

    /// The texts of an optional table, by the ids to which they belong.
    private func texts(_ table: String, _ owner: String, _ column: String) throws -> [String: String] {
        guard try database.tableExists(table) else { return [:] }
        var texts: [String: String] = [:]
        try rows("SELECT \(owner), \(column) FROM \(table)") { row in
            texts[try text(row[0], "\(table): \(owner)")] = try text(row[1], "\(table): \(column)")
        }
        return texts
    }

    /// A database without marks, or of an older map, has its lines marked now.
    private func addMarks(to map: inout RailwayMap, _ places: [String: Int]) throws {
        if try database.tableExists("railwayMark") {
            try rows("SELECT railway, colour, side FROM railwayMark") { row in
                let id = try text(row[0], "railwayMark: railway")
                let mark = Railway.Mark(
                    colour: Int(try integer(row[1], "railwayMark \(id): colour")), side: Int(try integer(row[2], "railwayMark \(id): side"))
                )
                guard (0..<Railway.Mark.colours).contains(mark.colour), mark.side.magnitude == 1 else {
                    throw fault(.badValue, "railwayMark \(id)", "expected a colour of 0 to 7 and a side of -1 or 1")
                }
                if let railway = places[id] { map.railways[railway].mark = mark }
            }
        }
        if map.railways.contains(where: { $0.mark == nil }) { map = map.marked() }
    }

    private func addPatterns(to map: inout RailwayMap, _ places: [String: Int]) throws {
        guard try database.tableExists("stopPattern") else { return }
        let titles = try titles(of: "stopPattern")
        try rows(#"SELECT id, railway, stops FROM stopPattern ORDER BY "order", id"#) { row in
            let id = try text(row[0], "a stop pattern's id")
            let stops = try text(row[2], "stopPattern \(id): stops")
            guard let railway = places[try text(row[1], "stopPattern \(id): railway")] else { return }
            guard let stops = Self.marks(stops, count: map.railways[railway].stations.count) else {
                throw fault(.badValue, "stopPattern \(id): stops", "expected 0 or 1 for each station of \(map.railways[railway].id)")
            }
            map.railways[railway].patterns.append(
                Railway.StopPattern(name: titles[id] ?? LocalizedName(), stops: stops))
        }
    }

    /// The marks of a text such as `1101`; nil for another text, or another number of marks.
    static func marks(_ text: String, count: Int) -> [Bool]? {
        guard text.utf8.count == count, text.utf8.allSatisfy({ $0 == 0x30 || $0 == 0x31 }) else { return nil }
        return text.utf8.map { $0 == 0x31 }
    }

    private func lines(_ table: String) throws -> [String] {
        guard try database.tableExists(table) else { return [] }
        var lines: [String] = []
        try rows(#"SELECT text FROM \#(table) ORDER BY "order""#) { lines.append(try text($0[0], "\(table): text")) }
        return lines
    }

    // MARK: Rows and values

    func rows(_ query: String, _ body: (Row) throws -> Void) throws {
        let cursor = try Row.fetchCursor(database, sql: query)
        while let row = try cursor.next() { try body(row) }
    }

    /// GRDB's own decoding traps on a value of another type, so each one is checked first.
    func text(_ value: DatabaseValue, _ place: String) throws -> String {
        switch value.storage {
        case .string(let text): return text
        case .int64(let number): return String(number)
        default: throw fault(.badValue, place, "expected text, found \(value)")
        }
    }

    /// Nil for NULL.
    private func textIfAny(_ value: DatabaseValue, _ place: String) throws -> String? { try value.isNull ? nil : text(value, place) }

    func integer(_ value: DatabaseValue, _ place: @autoclosure () -> String) throws -> Int64 {
        guard case .int64(let number) = value.storage else {
            throw fault(.badValue, place(), "expected a whole number, found \(value)")
        }
        return number
    }

    /// The position; nil if both values are null.
    private func position(_ latitude: DatabaseValue, _ longitude: DatabaseValue, _ place: @autoclosure () -> String) throws
        -> Railway.Position?
    {
        if latitude.isNull, longitude.isNull { return nil }
        guard let latitude = number(latitude), let longitude = number(longitude), abs(latitude) <= 90, abs(longitude) <= 180 else {
            throw fault(.badValue, place(), "invalid position: latitude \(latitude), longitude \(longitude)")
        }
        return Railway.Position(latitude: latitude, longitude: longitude)
    }

    func number(_ value: DatabaseValue) -> Double? {
        switch value.storage {
        case .double(let number): number
        case .int64(let number): Double(number)
        default: nil
        }
    }

    func fault(_ kind: RailwayError.Kind, _ place: String?, _ message: String, _ remedy: String = "rebuild the database") -> RailwayError {
        RailwayError(kind: kind, source: source, place: place, message: message, remedy: remedy)
    }
}
