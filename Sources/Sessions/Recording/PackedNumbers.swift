// SPDX-License-Identifier: MIT
import Foundation

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
