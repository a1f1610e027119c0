// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import Tracking

@testable import Railways
@testable import Sessions

/// Puts single values into our databases that have another type, are missing or are too large: SQLite accepts them and a reader
/// must refuse them.
enum RowDamage {
    /// A small railway database.
    static let railways: [UInt8] = made("whole-railways.sqlite") { path in
        var map = RailwayMap()
        for name in ["A", "B"] {
            var railway = Railway(id: name, name: LocalizedName(), color: "#112233")
            for place in 0..<3 {
                let position = Railway.Position(latitude: 35 + Double(place) / 100, longitude: 139)
                railway.stations.append(Railway.Station(id: "\(name)\(place)", name: LocalizedName(), position: position))
            }
            railway.stations[0].name.entries.append(.init(language: "ja", text: "東京"))
            railway.stations[0].code = "X1"
            railway.segments = [Railway.Segment(isUnderground: false, points: railway.stations.compactMap(\.position))]
            railway.patterns = [Railway.StopPattern(name: LocalizedName(), stops: [true, false, true])]
            railway.code = name
            map.railways.append(railway)
        }
        map.credits = ["nobody"]
        try RailwayStore.write(map, notes: ["a note"], to: path, layout: .compact)
    }

    /// Changes up to eight values of the database at `path`.
    /// - Returns: false if the database itself refuses all changes.
    static func apply(_ bytes: [UInt8], to path: String) -> Bool {
        var input = FuzzBytes(bytes)
        do {
            var configuration = Configuration()
            configuration.foreignKeysEnabled = false
            configuration.prepareDatabase { try $0.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF") }
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            var changes = 0
            try queue.writeWithoutTransaction { database in
                let tables = try String.fetchAll(
                    database, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name")
                while !input.isEmpty, changes < 8 {
                    let table = input.choice(tables)
                    let column = input.choice(try database.columns(in: table).map(\.name))
                    let row = input.below(8), count = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") ?? 0
                    changes += 1
                    guard count > 0 else { continue }
                    let key = try database.primaryKey(table).columns.map { "\"\($0)\"" }.joined(separator: ", ")
                    let order = key.isEmpty ? "rowid" : key
                    let value = value(&input)
                    // A row that the schema refuses is unchanged.
                    try? database.execute(
                        sql:
                            "UPDATE \(table) SET \"\(column)\" = ? WHERE (\(order)) = (SELECT \(order) FROM \(table) ORDER BY \(order) LIMIT 1 OFFSET \(row % count))",
                        arguments: [value])
                }
            }
            try queue.close()
            return true
        } catch { return false }
    }

    private static func value(_ input: inout FuzzBytes) -> DatabaseValue {
        switch input.below(6) {
        case 0: return .null
        case 1: return [Int64.max, .min, -1, 0, 1, 2, 1 << 53, 1 << 32][input.below(8)].databaseValue
        case 2: return input.double().databaseValue
        case 3: return String(decoding: (0..<input.below(24)).map { _ in input.byte() }, as: UTF8.self).databaseValue
        case 4: return Data((0..<input.below(40)).map { _ in input.byte() }).databaseValue
        default: return Int64(input.integer(Int16.self)).databaseValue
        }
    }

    /// The bytes of a database that is made once.
    static func made(_ name: String, _ make: (String) throws -> Void) -> [UInt8] {
        let path = FuzzFolder.file(name, [])
        unlink(path)
        do { try make(path) } catch { expect(false, "\(name): \(error)") }
        return Array(FileManager.default.contents(atPath: path) ?? Data())
    }
}
