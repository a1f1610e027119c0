// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import Tracking

/// A fix as a row of the table `fix`, with every field bit for bit.
///
/// SQLite keeps the bits of a REAL except for NaN, which becomes NULL, and -0, which becomes 0. If a field is one of these, all
/// six are also stored in `exact`, and x and y in `exactPlane`. Extra columns are stored in `extras`.
enum FixRow {
    private static let names =
        ["time", "latitude", "longitude", "altitude", "speed", "course", "accuracy", "startsSegment", "extras", "exact"]
        + SessionSchema.laterColumns.map(\.name)
    static let columns = names.joined(separator: ", ")
    static var count: Int { names.count }

    /// The same columns for a file that has only the `known` ones: NULL for those that an earlier program did not create.
    static func columns(among known: [String]) -> String {
        names.map { known.contains($0) ? $0 : "NULL" }.joined(separator: ", ")
    }

    /// The values of `columns`, in order.
    static func values(_ fix: Fix) -> [(any DatabaseValueConvertible)?] {
        let numbers = numbers(fix)
        let plane = fix.plane.map { [$0.x, $0.y] } ?? []
        return [
            fix.time?.nanoseconds, fix.latitude, fix.longitude, fix.altitude, fix.speed, fix.course, fix.accuracy,
            fix.startsSegment, fix.extras.isEmpty ? nil : PackedNumbers.pack(fix.extras),
            isFragile(numbers) ? PackedNumbers.pack(numbers) : nil,
            fix.track, fix.plane?.x, fix.plane?.y, fix.isNoFix ? true : nil, isFragile(plane) ? PackedNumbers.pack(plane) : nil,
        ]
    }

    /// Whether SQLite would change one of the numbers.
    private static func isFragile(_ numbers: [Double?]) -> Bool {
        numbers.contains { $0.map { $0.isNaN || $0 == 0 && $0.sign == .minus } ?? false }
    }

    /// The fix of a row in which `columns` begin at `first`; nil if a packed value is malformed.
    static func fix(_ row: RowReading, from first: Int) -> Fix? {
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
        fix.track = row.optional(first + 10)
        if let x: Double = row.optional(first + 11), let y: Double = row.optional(first + 12) { fix.plane = PlanePoint(x: x, y: y) }
        fix.isNoFix = row.optional(first + 13) ?? false
        if let packed: Data = row.optional(first + 14) {
            guard let exact = PackedNumbers.unpack(packed), exact.count == 2, let x = exact[0], let y = exact[1] else { return nil }
            fix.plane = PlanePoint(x: x, y: y)
        }
        return fix
    }

    private static func numbers(_ fix: Fix) -> [Double?] {
        [fix.latitude, fix.longitude, fix.altitude, fix.speed, fix.course, fix.accuracy]
    }
}

/// Packs optional numbers bit for bit into few bytes: the count (two bytes, little-endian), one bit per number that is set if it
/// is known, then eight bytes, little-endian, for each known number.
enum PackedNumbers {
    static func pack(_ numbers: [Double?]) -> Data {
        let count = min(numbers.count, Int(UInt16.max))
        var bytes = Data([UInt8(count & 255), UInt8(count >> 8)])
        var known = [UInt8](repeating: 0, count: (count + 7) / 8)
        for index in 0..<count where numbers[index] != nil { known[index / 8] |= 1 << UInt8(index % 8) }
        bytes.append(contentsOf: known)
        for case let number? in numbers.prefix(count) {
            withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
        }
        return bytes
    }

    /// Nil for bytes that `pack` does not produce.
    static func unpack(_ data: Data) -> [Double?]? {
        let bytes = [UInt8](data)
        guard bytes.count >= 2 else { return nil }
        let count = Int(bytes[0]) | Int(bytes[1]) << 8
        var offset = 2 + (count + 7) / 8
        guard bytes.count >= offset else { return nil }
        var numbers: [Double?] = []
        numbers.reserveCapacity(count)
        for index in 0..<count {
            guard bytes[2 + index / 8] & 1 << UInt8(index % 8) != 0 else {
                numbers.append(nil)
                continue
            }
            guard offset + 8 <= bytes.count else { return nil }
            let bits = bytes[offset..<offset + 8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            numbers.append(Double(bitPattern: bits))
            offset += 8
        }
        return offset == bytes.count ? numbers : nil
    }
}
