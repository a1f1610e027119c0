// SPDX-License-Identifier: MIT
import Foundation
import Railways
import Tracking

/// A CSV file with a header and required columns; its errors name file, line and column.
final class SourceTable {
    let path: String
    private let table: CSVTable
    private let columns: [String: Int]

    /// - Throws: `unreadable`, or `missing` if a required column is absent.
    init(_ path: String, needs: [String]) throws(RailwayError) {
        self.path = path
        do throws(InputFault) {
            table = try CSVTable(ByteSource(path: path))
        } catch { throw RailwayError(error, source: path) }
        columns = Dictionary(zip(table.names, 0...)) { first, _ in first }
        for name in needs where columns[name] == nil {
            throw RailwayError(
                kind: .missing, source: path, line: table.line, place: "column \(name)",
                message: "it is missing; the columns are \(table.listedNames)", remedy: "rename the column")
        }
    }

    var line: Int { table.line }

    func next() throws(RailwayError) -> Bool {
        do throws(InputFault) { return try table.next() } catch { throw RailwayError(error, source: path) }
    }

    /// Empty if there is no such column.
    subscript(_ name: String) -> String { table.text(columns[name]) }

    func integer(_ name: String) throws(RailwayError) -> Int {
        guard let value = table.integer(columns[name]) else { throw fault(name, "not a whole number") }
        return value
    }

    func number(_ name: String) throws(RailwayError) -> Double {
        guard let value = table.number(columns[name]), value.isFinite else { throw fault(name, "not a number") }
        return value
    }

    /// The position in the columns `lat` and `lon`.
    func position() throws(RailwayError) -> Railway.Position {
        let position = Railway.Position(latitude: try number("lat"), longitude: try number("lon"))
        guard position.isOnEarth else { throw fault("lat", "outside the valid range") }
        return position
    }

    func fault(_ column: String, _ message: String) -> RailwayError {
        RailwayError(
            kind: .badValue, source: path, line: line, place: "column \(column)", message: "\(message): '\(self[column].prefix(40))'",
            remedy: "repair the row")
    }
}
