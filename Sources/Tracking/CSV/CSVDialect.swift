// SPDX-License-Identifier: MIT
/// The conventions of a program's tables that their column names do not state, recognised by columns that only its tables have.
struct CSVDialect {
    /// The keys (`ColumnMeaning.key`) of columns that must all be present.
    let marks: [String]
    /// The meanings of columns in such a table, by their keys.
    var meanings: [String: ColumnMeaning] = [:]
    var dateOrder: DateOrder?

    private static let all = [
        // Traccar uses knots everywhere.
        CSVDialect(marks: ["deviceid", "fixtime"], meanings: ["speed": .speed(.knots)]),
        // Flightradar24: knots and feet.
        CSVDialect(
            marks: ["callsign", "position", "direction"],
            meanings: ["speed": .speed(.knots), "altitude": .altitude(feet: true), "direction": .course]),
        // MarineTraffic uses tenths of knots.
        CSVDialect(marks: ["mmsi", "shipid"], meanings: ["speed": .speed(.tenthsOfKnots)]),
        CSVDialect(marks: ["mmsi", "station", "status"], meanings: ["speed": .speed(.tenthsOfKnots)]),
        // The Danish Maritime Authority writes 31/12/2025.
        CSVDialect(marks: ["typeofmobile", "mmsi"], dateOrder: .dayFirst),
        // Any other source of several ships uses knots, as AIS does.
        CSVDialect(marks: ["mmsi"], meanings: ["speed": .speed(.knots)]),
        // Columbus's loggers: 260105 is 5 January 2026, in km/h.
        CSVDialect(marks: ["tag", "latitudens", "longitudeew"], meanings: ["speed": .speed(.kilometresPerHour)], dateOrder: .yearFirst),
        // DJI's flight records from CsvView and similar programs: 8/29/2025.
        CSVDialect(marks: ["osdlatitude", "customdatelocal"], dateOrder: .monthFirst),
    ]

    /// The dialect of a table with these columns; nil if none is known.
    static func of(_ keys: [String]) -> CSVDialect? {
        all.first { $0.marks.allSatisfy(keys.contains) }
    }
}
