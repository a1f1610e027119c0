import Foundation
import GRDB
import Tracking

/// A fix as a row of the table `fix`: every field bit for bit.
///
/// SQLite keeps the bits of a REAL except for NaN, which becomes NULL, and -0, which becomes 0: where a field is one of
/// these, all six stand in `exact` as well. Extra columns stand in `extras`.
enum FixRow {
    static let columns = "time, latitude, longitude, altitude, speed, course, accuracy, startsSegment, extras, exact"

    /// The values of `columns`, in their order.
    static func values(_ fix: Fix) -> [(any DatabaseValueConvertible)?] {
        let numbers = numbers(fix)
        let isFragile = numbers.contains { $0.map { $0.isNaN || $0 == 0 && $0.sign == .minus } ?? false }
        return [
            fix.time?.nanoseconds, fix.latitude, fix.longitude, fix.altitude, fix.speed, fix.course, fix.accuracy,
            fix.startsSegment, fix.extras.isEmpty ? nil : PackedNumbers.pack(fix.extras), isFragile ? PackedNumbers.pack(numbers) : nil,
        ]
    }

    /// The fix of a row that begins with `columns` at `first`; nil where something else stands in it.
    static func fix(_ row: RowReading, from first: Int = 0) -> Fix? {
        var fix = Fix()
        fix.time = row.time(first)
        fix.latitude = row.optional(first + 1)
        fix.longitude = row.optional(first + 2)
        fix.altitude = row.optional(first + 3)
        fix.speed = row.optional(first + 4)
        fix.course = row.optional(first + 5)
        fix.accuracy = row.optional(first + 6)
        fix.startsSegment = row.optional(first + 7) ?? false
        if let packed: Data = row.optional(first + 8) {
            guard let extras = PackedNumbers.unpack(packed) else { return nil }
            fix.extras = extras
        }
        if let packed: Data = row.optional(first + 9) {
            guard let exact = PackedNumbers.unpack(packed), exact.count == 6 else { return nil }
            (fix.latitude, fix.longitude, fix.altitude) = (exact[0], exact[1], exact[2])
            (fix.speed, fix.course, fix.accuracy) = (exact[3], exact[4], exact[5])
        }
        return fix
    }

    private static func numbers(_ fix: Fix) -> [Double?] {
        [fix.latitude, fix.longitude, fix.altitude, fix.speed, fix.course, fix.accuracy]
    }
}
