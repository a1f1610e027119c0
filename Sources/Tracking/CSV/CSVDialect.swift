/// What a program's tables leave unsaid in the names of their columns, known by columns that only its tables have.
struct CSVDialect {
    /// Keys (`ColumnMeaning.key`) of columns that are all there.
    let marks: [String]
    /// What columns mean in such a table, by their keys.
    var meanings: [String: ColumnMeaning] = [:]
    var dateOrder: DateOrder?

    private static let all = [
        // Traccar counts knots everywhere.
        CSVDialect(marks: ["deviceid", "fixtime"], meanings: ["speed": .speed(.knots)]),
        // Flightradar24: knots and feet.
        CSVDialect(
            marks: ["callsign", "position", "direction"],
            meanings: ["speed": .speed(.knots), "altitude": .altitude(feet: true), "direction": .course]),
        // MarineTraffic gives tenths of knots.
        CSVDialect(marks: ["mmsi", "shipid"], meanings: ["speed": .speed(.tenthsOfKnots)]),
        CSVDialect(marks: ["mmsi", "station", "status"], meanings: ["speed": .speed(.tenthsOfKnots)]),
        // The Danish Maritime Authority writes 31/12/2025.
        CSVDialect(marks: ["typeofmobile", "mmsi"], dateOrder: .dayFirst),
        // Whoever else tells ships apart counts knots as AIS does.
        CSVDialect(marks: ["mmsi"], meanings: ["speed": .speed(.knots)]),
        // Columbus's loggers: 260105 is 5 January 2026, in km/h.
        CSVDialect(marks: ["tag", "latitudens", "longitudeew"], meanings: ["speed": .speed(.kilometresPerHour)], dateOrder: .yearFirst),
        // DJI's flight records as CsvView and its like write them: 8/29/2025.
        CSVDialect(marks: ["osdlatitude", "customdatelocal"], dateOrder: .monthFirst),
    ]

    /// The dialect of a table with these columns; nil where none is known.
    static func of(_ keys: [String]) -> CSVDialect? {
        all.first { $0.marks.allSatisfy(keys.contains) }
    }
}
