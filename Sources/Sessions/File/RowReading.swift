import GRDB
import Tracking

/// A row that may hold anything: a file can have been changed by hand, and GRDB's own subscript traps then.
struct RowReading {
    let row: Row

    /// The value, or nil for NULL and for another kind of value.
    func optional<Value: DatabaseValueConvertible>(_ column: Int) -> Value? { Value.fromDatabaseValue(row[column]) }

    /// Nanoseconds as a time.
    func time(_ column: Int) -> TrackTime? { optional(column).map(TrackTime.init(nanoseconds:)) }

    /// - Throws: `Unreadable` for anything else.
    func value<Value: DatabaseValueConvertible>(_ column: Int) throws -> Value {
        guard let value = Value.fromDatabaseValue(row[column]) else { throw Unreadable(column: column, found: "\(row[column] as DatabaseValue)") }
        return value
    }

    /// A column that holds no value of the kind that it should.
    struct Unreadable: Error, CustomStringConvertible {
        let column: Int
        let found: String
        var description: String { "a row holds \(found.prefix(40)) where something else belongs" }
    }
}
