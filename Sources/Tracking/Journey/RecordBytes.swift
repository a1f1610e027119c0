// SPDX-License-Identifier: MIT
// Records as consecutive bytes, for temporary storage: never read by another run of the program.
extension [UInt8] {
    @inline(__always) mutating func put(_ value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }
    mutating func put(_ value: Double) { put(value.bitPattern) }

    /// Appends a number of 0 or more in as few bytes as possible.
    mutating func putCount(_ value: UInt64) {
        var rest = value
        while rest > 0x7f {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }

    mutating func put(_ text: String) {
        putCount(UInt64(text.utf8.count))
        append(contentsOf: text.utf8)
    }
}

/// Reads values from bytes in the order in which they were appended.
struct RecordReader: Sendable {
    private let bytes: [UInt8]
    private var place: Int

    init(_ bytes: [UInt8], from place: Int = 0) {
        self.bytes = bytes
        self.place = place
    }

    var isAtEnd: Bool { place == bytes.count }

    @inline(__always) mutating func take<Value: FixedWidthInteger>(_ type: Value.Type) -> Value {
        defer { place += Value.bitWidth / 8 }
        return Value(littleEndian: bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: type) })
    }

    mutating func takeDouble() -> Double { Double(bitPattern: take(UInt64.self)) }

    mutating func takeCount() -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = take(UInt8.self)
            value |= UInt64(byte & 0x7f) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
    }

    mutating func takeText() -> String {
        let count = Int(takeCount())
        defer { place += count }
        return String(decoding: bytes[place..<place + count], as: UTF8.self)
    }
}
