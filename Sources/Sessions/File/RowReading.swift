// SPDX-License-Identifier: MIT
import GRDB
import Tracking

/// Reads a row that may hold any type: a file may have been edited by hand, and then GRDB's own subscript traps.
struct RowReading {
    let row: Row

    /// The value; nil for NULL and for a value of another type.
    func optional<Value: DatabaseValueConvertible>(_ column: Int) -> Value? { Value.fromDatabaseValue(row[column]) }

    /// The value as a time in nanoseconds.
    func time(_ column: Int) -> TrackTime? { optional(column).map(TrackTime.init(nanoseconds:)) }

    /// The value.
    /// - Throws: `Unreadable` for NULL and for a value of another type.
    func value<Value: DatabaseValueConvertible>(_ column: Int) throws -> Value {
        guard let value = Value.fromDatabaseValue(row[column]) else {
            throw Unreadable(column: column, found: "\(row[column] as DatabaseValue)")
        }
        return value
    }

    /// A column whose value has the wrong type.
    struct Unreadable: Error, CustomStringConvertible {
        let column: Int
        let found: String
        var description: String { "a row has the unexpected value \(found.prefix(40))" }
    }
}
