// SPDX-License-Identifier: MIT
import PlainText

/// Assigns meanings to the columns of a header.
struct CSVColumns {
    struct Choice {
        var meanings: [ColumnMeaning?]
        /// The columns that may hold the time, plain ones first, with the nanoseconds of one count if their names imply it.
        var times: [(column: Int, unit: Int64?)]
        var date: Int?
        /// The date order that the program is known to write.
        var dateOrder: DateOrder?
        /// The columns read into the fix itself, except for its position.
        var used: [Int]
        var position: CSVPosition?
        /// The columns of a position that is not on Earth; they are also extra columns.
        var plane: (x: Int, y: Int, scale: PlaneScale?)?
        /// The column that names the track.
        var track: Int?
        /// Whether the tracks are ships, for which unknown course and speed are also numbers.
        var isAIS = false
    }

    let names: [String]
    var source = ""
    var line = 1

    init(names: [String]) { self.names = names }

    var listed: String { Self.listed(names) }

    /// Names as a message lists them: only the first ones, each truncated.
    static func listed(_ names: [String]) -> String {
        ListText.first(40, of: names.lazy.map { $0.isEmpty ? "(blank)" : String($0.prefix(60)) })
    }

    /// Names of columns that hold words, or numbers of no use over time.
    static func isWords(_ name: String) -> Bool {
        ["id", "name", "provider", "annotation", "profilename", "comment", "description", "timeoffset", "starttimestampms"]
            .contains(ColumnMeaning.key(name))
    }

    func choose() throws(InputFault) -> Choice {
        let keys = names.map { ColumnMeaning.key($0) }
        let dialect = CSVDialect.of(keys)
        var meanings = names.indices.map { dialect?.meanings[keys[$0]] ?? ColumnMeaning(named: names[$0]) }
        if Self.areValues(names) {
            throw fault("the first line has values, not column names", "give it a header such as time,lat,lon,speed")
        }
        if names.count == 1 {
            throw fault(
                "one column alone, \(listed)", "separate the columns by comma, semicolon or tab and name them, such as time,lat,lon")
        }
        let position: CSVPosition?
        do throws(CSVPosition.Refusal) { position = try CSVPosition.find(names, meanings: meanings) } catch {
            throw fault(error.message, error.remedy)
        }
        // The columns of a position have no other meaning.
        for column in position?.columns ?? [] { meanings[column] = nil }
        let date = meanings.firstIndex(of: .date)
        var times = timeColumns(meanings)
        if times.isEmpty, date == nil { times = namedTimes(meanings) }
        if times.isEmpty, date == nil { throw missing("time") }
        var used: [Int] = []
        func take(_ matches: (ColumnMeaning) -> Bool) -> Bool {
            guard let index = meanings.firstIndex(where: { $0.map(matches) ?? false }) else { return false }
            used.append(index)
            return true
        }
        // Whether one column holds both is decided by the first row.
        var isCertain = false
        if let position { if case .pair = position { isCertain = false } else { isCertain = true } }
        if !isCertain {
            let latitude = meanings.contains(.latitude)
            if latitude != meanings.contains(.longitude) { throw missing(latitude ? "lon" : "lat") }
            // A misspelt position must not turn the ride into a table of numbers.
            if let name = misspeltName(of: ["lat", "latitude", "lon", "lng", "longitude"]) {
                throw missing(name)
            }
        }
        var plane: (x: Int, y: Int, scale: PlaneScale?)?
        if !isCertain, let x = meanings.firstIndex(where: { if case .planeX? = $0 { true } else { false } }),
            let y = meanings.firstIndex(where: { if case .planeY? = $0 { true } else { false } }), case .planeX(let scale)? = meanings[x]
        {
            plane = (x, y, scale)
        }
        _ = take { if case .speed = $0 { true } else { false } }
        let track = trackColumn(meanings, isPlane: plane != nil)
        let courses = meanings.indices.filter { meanings[$0] == .course && $0 != track }
        if let course = courses.first(where: { !ColumnMeaning.isHeading(names[$0]) }) ?? courses.first { used.append(course) }
        let accuracy = take { $0 == .accuracy }
        if !accuracy { _ = take { $0 == .dilution } }
        _ = take { if case .altitude = $0 { true } else { false } }
        return Choice(
            meanings: meanings, times: times, date: date, dateOrder: dialect?.dateOrder, used: used, position: position, plane: plane,
            track: track, isAIS: dialect?.isAIS ?? false)
    }

    /// Whether these are values rather than column names: mostly numbers and times, and no known name.
    static func areValues(_ names: [String]) -> Bool {
        let values = names.count {
            var name = $0; return name.withUTF8 { DecimalText.double($0) != nil || TimeText.iso8601($0) != nil }
        }
        return values == names.count || values > 1 && values * 2 > names.count && names.allSatisfy { ColumnMeaning(named: $0) == nil }
    }

    /// Whether these can be a table's column names: some kind of time is among them.
    static func areTable(_ names: [String]) -> Bool { (try? CSVColumns(names: names).choose()) != nil }

    /// Whether these are certainly a table's column names: a position and some kind of time are among them.
    static func areHeader(_ names: [String]) -> Bool {
        guard names.count > 2 else { return false }
        let meanings = names.map { ColumnMeaning(named: $0) }
        guard meanings.contains(where: { $0?.isTime ?? false }), let position = try? CSVPosition.find(names, meanings: meanings) else {
            return false
        }
        if case .axes = position { return true }
        return false
    }

    /// The column that names the track. `track` is mostly a course, and `id` mostly a row number, except beside x and y.
    private func trackColumn(_ meanings: [ColumnMeaning?], isPlane: Bool) -> Int? {
        let keys = names.map { ColumnMeaning.key($0) }
        for name in TrackNames.certain { if let index = keys.firstIndex(of: name) { return index } }
        for name in ["id", "track", "name"] where isPlane { if let index = keys.firstIndex(of: name) { return index } }
        guard let index = keys.firstIndex(of: "track") else { return nil }
        return meanings.indices.contains { meanings[$0] == .course && $0 != index } ? index : nil
    }

    private func timeColumns(_ meanings: [ColumnMeaning?]) -> [(column: Int, unit: Int64?)] {
        let times = meanings.indices.compactMap { index -> (column: Int, unit: Int64?)? in
            if case .time(let unit)? = meanings[index] { (index, unit) } else { nil }
        }
        return times.filter { $0.unit == nil } + times.filter { $0.unit != nil }
    }

    /// If no column is called a time: those whose names contain the word, as `pickup_datetime` does, except for durations and
    /// times of other things.
    private func namedTimes(_ meanings: [ColumnMeaning?]) -> [(column: Int, unit: Int64?)] {
        let words: Set<String> = ["time", "timestamp", "datetime", "timeutc"]
        let others: Set<String> = [
            "lap", "delay", "offset", "duration", "run", "travel", "ride", "up", "age", "to", "eta", "zone", "timezone", "between", "end",
            "dropoff", "total",
            "moving", "driving", "delta", "diff", "since", "arrival", "planned", "accuracy", "id",
        ]
        return names.indices.compactMap { index in
            let found = ColumnWords.of(names[index])
            guard meanings[index] == nil, found.contains(where: words.contains), !found.contains(where: others.contains) else { return nil }
            return (index, nil)
        }
    }

    /// The first of these names that a column without a known meaning probably misspells.
    private func misspeltName(of expected: [String]) -> String? {
        let free = names.filter { ColumnMeaning(named: $0) == nil }
        return expected.first { $0.utf8.count > 3 && NearestName.of($0, in: free, edits: 1) != nil }
    }

    private func missing(_ name: String) -> InputFault {
        let synonyms: [String] =
            switch name {
            case "time": ["time", "timestamp", "datetime"]
            case "lat", "latitude": ["lat", "latitude"]
            default: ["lon", "lng", "longitude"]
            }
        let free = names.filter { ColumnMeaning(named: $0) == nil }
        // One typing error per four letters: IMO is not a misspelt time.
        let near = synonyms.lazy.filter { $0.utf8.count > 3 }.compactMap { NearestName.of($0, in: free, edits: $0.utf8.count / 4) }.first
        // A single part of a date may be a complete date: a month `2026-01`, a year.
        let parts = free.filter { name == "time" && ["year", "month", "day"].contains(ColumnMeaning.key($0)) }
        let remedy =
            near.map { "rename '\($0)' to \(name) if it contains that" }
            ?? (parts.count == 1 ? "rename '\(parts[0])' to date if it contains years, months or days in full" : "add a column \(name)")
        return fault("no column \(name); the columns are \(listed)", remedy)
    }

    /// Detects positions on Earth as GDAL and QGIS write them: X and Y before all other columns, in degrees with a resolution of
    /// a metre or finer. Read as metres in a plane they would be a hundred thousand times too slow.
    func degreesInPlane(_ x: Int, _ y: Int, first fields: [String]) -> String? {
        guard names[x] == "X", names[y] == "Y", max(x, y) == 1, fields.count > 1 else { return nil }
        func isFine(_ text: String, within limit: Double) -> Bool {
            guard let number = Double(text), number.magnitude <= limit, let point = text.firstIndex(of: ".") else { return false }
            return text[point...].count > 5
        }
        return isFine(fields[x], within: 180) && isFine(fields[y], within: 90) ? "X and Y, such as \(fields[x]) and \(fields[y])," : nil
    }

    private func fault(_ message: String, _ remedy: String) -> InputFault {
        InputFault(kind: .missing, source: source, line: line, column: 1, message: message, remedy: remedy)
    }
}

/// The conventions of a program's tables or objects that their names do not state, recognised by names that only it has together.
struct CSVDialect {
    /// The keys (`ColumnMeaning.key`) of columns that must all be present.
    let marks: [String]
    /// The meanings of columns in such a table, by their keys.
    var meanings: [String: ColumnMeaning] = [:]
    var dateOrder: DateOrder?

    /// Whether the tracks are ships, for which unknown course and speed are also numbers.
    var isAIS: Bool { marks.contains("mmsi") }

    private static let all = [
        // Traccar uses knots everywhere.
        CSVDialect(marks: ["deviceid", "fixtime"], meanings: ["speed": .speed(.knots)]),
        // Flightradar24: knots and feet.
        CSVDialect(
            marks: ["callsign", "position", "direction"],
            meanings: ["speed": .speed(.knots), "altitude": .altitude(feet: true), "direction": .course]),
        // ForeFlight's track logs: knots, feet, and an error in metres.
        CSVDialect(
            marks: ["bank", "pitch", "horizontalerror"],
            meanings: ["speed": .speed(.knots), "altitude": .altitude(feet: true), "horizontalerror": .accuracy]),
        // MarineTraffic uses tenths of knots.
        CSVDialect(marks: ["mmsi", "shipid"], meanings: ["speed": .speed(.tenthsOfKnots)]),
        CSVDialect(marks: ["mmsi", "station", "status"], meanings: ["speed": .speed(.tenthsOfKnots)]),
        // The Danish Maritime Authority writes 31/12/2025.
        CSVDialect(marks: ["typeofmobile", "mmsi"], dateOrder: .dayFirst),
        // Any other source of several ships uses knots, as AIS does.
        CSVDialect(marks: ["mmsi"], meanings: ["speed": .speed(.knots)]),
        // Digitraffic's trains and the portal in German ones, in km/h.
        CSVDialect(marks: ["servertime", "tzn"], meanings: ["speed": .speed(.kilometresPerHour)]),
        CSVDialect(marks: ["trainnumber", "departuredate"], meanings: ["speed": .speed(.kilometresPerHour)]),
        // Columbus's loggers: 260105 is 5 January 2026, in km/h.
        CSVDialect(marks: ["tag", "latitudens", "longitudeew"], meanings: ["speed": .speed(.kilometresPerHour)], dateOrder: .yearFirst),
        // WiGLE's logs of radio networks, also from Kismet.
        CSVDialect(
            marks: ["mac", "firstseen", "currentlatitude"],
            meanings: ["firstseen": .time(unit: nil), "currentlatitude": .latitude, "currentlongitude": .longitude]),
        // PX4's logs from ulog2csv: microseconds since the start.
        CSVDialect(marks: ["timestamp", "timestampsample"], meanings: ["timestamp": .time(unit: 1_000)]),
        // DJI's flight records from CsvView and similar programs: 8/29/2025.
        CSVDialect(marks: ["osdlatitude", "customdatelocal"], dateOrder: .monthFirst),
    ]

    /// The dialect of a table with these columns; nil if none is known.
    static func of(_ keys: [String]) -> CSVDialect? {
        all.first { $0.marks.allSatisfy(keys.contains) }
    }
}
