// SPDX-License-Identifier: MIT
import PlainText

/// Writes the pieces of a line in sequence into memory that the caller has allocated.
///
/// Numbers and texts are written as `JSONText` does, but without a temporary string or array.
struct LinePen: TextOutputStream {
    /// The address of the next byte.
    private(set) var place: UnsafeMutablePointer<UInt8>

    /// An upper bound on the length of a number.
    static let longestNumber = 32
    /// The length of a time with nanoseconds.
    static let longestTime = 30
    /// The maximum bytes written per byte of a text, and in addition to them.
    static let mostPerByte = 6
    static let quotes = 2

    init(at place: UnsafeMutablePointer<UInt8>) { self.place = place }

    mutating func byte(_ byte: UInt8) {
        place.pointee = byte
        place += 1
    }

    mutating func bytes(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let first = bytes.baseAddress else { return }
        place.update(from: first, count: bytes.count)
        place += bytes.count
    }

    mutating func word(_ word: StaticString) { bytes(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)) }

    mutating func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes($0) }
    }

    /// Receives the output of the standard library's number formatting without an intermediate string.
    mutating func _writeASCII(_ buffer: UnsafeBufferPointer<UInt8>) { bytes(buffer) }

    /// Writes a text with its quotes.
    mutating func quoted(_ text: String) {
        var text = text
        let isPlain = text.withUTF8 { letters in
            guard JSONText.isPlain(letters) else { return false }
            byte(0x22)
            bytes(letters)
            byte(0x22)
            return true
        }
        if isPlain { return }
        var escaped: [UInt8] = []
        JSONText.append(text, to: &escaped)
        escaped.withUnsafeBufferPointer { bytes($0) }
    }

    /// Writes a finite number in the shortest form that reads back the same.
    mutating func number(_ number: Double) {
        let magnitude = number.magnitude
        if magnitude < 1e15 {
            let whole = Int64(number)
            if Double(whole) == number {
                if whole < 0 { byte(0x2D) }
                return integer(whole.magnitude)
            }
        }
        // Up to fifteen digits, no two decimals are the same double, so a decimal that reads back the same is the shortest one.
        if magnitude >= 1e-4, magnitude < 1e8 {
            let scaled = UInt64(magnitude * 1e7 + 0.5)
            if Double(scaled) / 1e7 == magnitude {
                if number < 0 { byte(0x2D) }
                return decimal(scaled)
            }
        }
        number.write(to: &self)
    }

    /// Writes a number of ten-millionths that is not an integer.
    private mutating func decimal(_ scaled: UInt64) {
        let (whole, rest) = scaled.quotientAndRemainder(dividingBy: 10_000_000)
        integer(whole)
        byte(0x2E)
        var fraction = UInt32(truncatingIfNeeded: rest)
        var last = 6
        while fraction % 10 == 0 {
            fraction /= 10
            last -= 1
        }
        for offset in stride(from: last, through: 0, by: -1) {
            place[offset] = 0x30 + UInt8(truncatingIfNeeded: fraction % 10)
            fraction /= 10
        }
        place += last + 1
    }

    private mutating func integer(_ number: UInt64) {
        if number < 10 { return byte(0x30 + UInt8(truncatingIfNeeded: number)) }
        var count = 1
        var power: UInt64 = 10
        while count < 19, number >= power {
            count += 1
            power *= 10
        }
        digits(number, count: count)
    }

    /// Writes the time of day from the nanoseconds since midnight UTC: `T14:49:05.250Z`, with 6 or 9 decimals if it needs them.
    mutating func clock(_ nanoseconds: Int64) {
        let (second, fraction) = UInt64(nanoseconds).quotientAndRemainder(dividingBy: 1_000_000_000)
        byte(0x54)
        digits(second / 3600, count: 2)
        byte(0x3A)
        digits(second / 60 % 60, count: 2)
        byte(0x3A)
        digits(second % 60, count: 2)
        byte(0x2E)
        if fraction % 1_000_000 == 0 {
            digits(fraction / 1_000_000, count: 3)
        } else if fraction % 1_000 == 0 {
            digits(fraction / 1_000, count: 6)
        } else {
            digits(fraction, count: 9)
        }
        byte(0x5A)
    }

    /// Writes the last digits of a number, with leading zeros.
    mutating func digits(_ number: UInt64, count: Int) {
        var rest = number
        for offset in stride(from: count - 1, through: 0, by: -1) {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            place[offset] = 0x30 + UInt8(truncatingIfNeeded: digit)
            rest = quotient
        }
        place += count
    }
}
