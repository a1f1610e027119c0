// SPDX-License-Identifier: MIT
/// Consumes an input from its front; past its end everything is zero.
struct FuzzBytes {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isEmpty: Bool { place >= bytes.count }
    /// The bytes that have not been consumed.
    var rest: [UInt8] { Array(bytes[min(place, bytes.count)...]) }

    mutating func byte() -> UInt8 {
        guard place < bytes.count else { return 0 }
        place += 1
        return bytes[place - 1]
    }

    mutating func flag() -> Bool { byte() & 1 == 1 }

    mutating func integer<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number {
        var value: Number = 0
        for place in 0..<Number.bitWidth / 8 { value |= Number(truncatingIfNeeded: byte()) << (8 * place) }
        return value
    }

    /// 0 ..< limit.
    mutating func below(_ limit: Int) -> Int {
        guard limit > 1 else { return 0 }
        return Int(limit <= 256 ? UInt32(byte()) : integer(UInt32.self)) % limit
    }

    mutating func choice<Element>(_ list: [Element]) -> Element { list[below(list.count)] }

    /// Numbers at which programs break, round numbers, and arbitrary bits.
    mutating func double() -> Double {
        let kind = Int(byte())
        let special = Self.specials
        if kind < special.count { return special[kind] }
        switch kind % 4 {
        case 0: return Double(bitPattern: integer())
        case 1: return Double(Float(bitPattern: integer()))
        case 2: return Double(integer(Int16.self)) / 16
        default: return Double(integer(Int32.self)) / 1e7
        }
    }

    mutating func float() -> Float { Float(double()) }

    mutating func optional() -> Double? { flag() ? double() : nil }

    private static let specials: [Double] = [
        .nan, .infinity, -.infinity, 0, -0.0, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude,
        .greatestFiniteMagnitude, -.greatestFiniteMagnitude, Double(Float.greatestFiniteMagnitude), Double(Float.leastNonzeroMagnitude),
        1, -1, 1e-30, 1e30, 0x1p63, -0x1p63, 0x1p31, 90, -90, 180, -180, 360, 1e18, .signalingNaN,
    ]
}
