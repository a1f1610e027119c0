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
            throw Unreadable(found: "\(row[column] as DatabaseValue)")
        }
        return value
    }

    /// The range of fixes with the numbers in these columns.
    /// - Throws: `Unreadable` if a number is outside 0 ..< `Int64.max`, or the last is before the first.
    func range(of recording: Int64, _ first: Int, _ last: Int) throws -> FixRange {
        func number(_ column: Int) throws -> Int64 {
            let number: Int64 = try value(column)
            guard number >= 0, number < .max else { throw Unreadable(found: "\(number)") }
            return number
        }
        let range = FixRange(recording: recording, first: try number(first), last: try number(last))
        guard range.first <= range.last else { throw Unreadable(found: "\(range.last)") }
        return range
    }

    /// The event with this name and subject.
    /// - Throws: `Unreadable` for an unknown name.
    func event(_ name: Int, subject: Int) throws -> TrackEvent {
        guard let event = TrackEvent(name: try value(name), subject: optional(subject)) else {
            throw Unreadable(found: "\(row[name] as DatabaseValue)")
        }
        return event
    }

    /// A column whose value cannot be used.
    struct Unreadable: Error, CustomStringConvertible {
        let found: String
        var description: String { "a row has the unexpected value \(found.prefix(40))" }
    }
}
