// SPDX-License-Identifier: MIT
/// One parsed NMEA 0183 sentence: `$`, an address, fields between commas, `*` and a checksum.
struct NMEASentence {
    enum Checksum: Equatable { case correct, absent, wrong(stated: UInt8, computed: UInt8) }

    /// The last three letters of the address (`RMC`); the talker before them may have any length, or be missing.
    let formatter: String
    let checksum: Checksum
    /// True for a proprietary sentence (`$PUBX`) and for AIS, whose content is not decoded.
    let isForeign: Bool
    /// True if it stands in a row of a table: a quote or the time of reception follows it.
    let isInRow: Bool
    private let bytes: ArraySlice<UInt8>
    private let fields: [Range<Int>]
    /// Few sentences have more fields.
    private static let usualFields = 24

    /// - Parameter bytes: from `$` or `!` to before the line break.
    /// - Returns: nil if there is no address.
    init?(_ bytes: ArraySlice<UInt8>) {
        var body = bytes.dropFirst()
        var isInRow = bytes.last == 0x22
        // A table's quote ends with the sentence.
        while let last = body.last, last == 0x20 || last == 0x09 || last == 0x22 { body.removeLast() }
        if let star = body.lastIndex(of: 0x2A) {
            // Android's logs write the time of reception behind it.
            let digits = body[(star + 1)...].prefix { $0 != 0x2C }
            isInRow = isInRow || digits.endIndex < body.endIndex
            let stated = digits.count == 2 ? Self.hexadecimal(digits) : nil
            body = body[..<star]
            let computed = body.reduce(UInt8(0), ^)
            if let stated {
                checksum = stated == computed ? .correct : .wrong(stated: stated, computed: computed)
            } else {
                checksum = digits.isEmpty ? .absent : .wrong(stated: 0, computed: computed)
            }
        } else {
            checksum = .absent
        }
        var fields: [Range<Int>] = []
        fields.reserveCapacity(Self.usualFields)
        var start = body.startIndex
        for index in body.indices where body[index] == 0x2C {
            fields.append(start..<index)
            start = index + 1
        }
        fields.append(start..<body.endIndex)
        let address = body[fields[0]]
        guard address.count >= 3, address.allSatisfy({ (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) }) else { return nil }
        isForeign = bytes.first == 0x21 || address.first == 0x50
        formatter = String(decoding: address.suffix(3), as: UTF8.self)
        self.isInRow = isInRow
        self.bytes = body
        self.fields = fields
    }

    /// The number of fields, without the address.
    var count: Int { fields.count - 1 }

    /// A field, counted from 1; empty if it does not exist.
    subscript(field: Int) -> ArraySlice<UInt8> { fields.indices.contains(field) ? bytes[fields[field]] : [] }

    /// The column, from 1, at which a field begins in the sentence.
    func column(of field: Int) -> Int { fields.indices.contains(field) ? fields[field].lowerBound - bytes.startIndex + 2 : 1 }

    /// The first letter of a field.
    func letter(_ field: Int) -> UInt8? { self[field].first }

    func text(_ field: Int) -> String { String(decoding: self[field], as: UTF8.self) }

    func number(_ field: Int) -> Double? { self[field].withUnsafeBufferPointer { DecimalText.double($0) } }

    /// An integer of at most six digits.
    func integer(_ field: Int) -> Int? { DecimalText.digits(self[field], atMost: 6) }

    /// Nanoseconds since midnight from `hhmmss`, `hhmmss.ss` and so on; second 60 is the leap second, counted as the first of the
    /// next minute.
    func timeOfDay(_ field: Int) -> Int64? {
        let text = self[field]
        guard text.count >= 6, let whole = DecimalText.digits(text.prefix(6), atMost: 6) else { return nil }
        let (hour, minute, second) = (whole / 10_000, whole / 100 % 100, whole % 100)
        guard hour < 24, minute < 60, second <= 60 else { return nil }
        let rest = text.dropFirst(6)
        guard rest.isEmpty || rest.first == 0x2E, let fraction = DecimalText.billionths(rest.dropFirst()) else { return nil }
        return Int64(hour * 3600 + minute * 60 + second) * 1_000_000_000 + fraction
    }

    /// The latitude or longitude in degrees, from degrees and minutes (`4807.038`) with the letter in the field after them.
    /// - Returns: nil if it is not a coordinate, or lies beyond the poles or the antimeridian.
    func degrees(_ field: Int, positive: UInt8, negative: UInt8, limit: Double) -> Double? {
        let text = self[field]
        let whole = text.prefix { $0 != 0x2E }
        guard let digits = DecimalText.digits(whole, atMost: 6) else { return nil }
        let rest = text.dropFirst(whole.count)
        var minutes = Double(digits % 100)
        if !rest.isEmpty {
            guard rest.count > 1 || rest.first == 0x2E else { return nil }
            // The minutes exactly as written, so that they are rounded once.
            let written = rest.count == 1 ? whole.suffix(2) : text.suffix(2 + rest.count)
            guard rest.dropFirst().allSatisfy({ (0x30...0x39).contains($0) }),
                let read = written.withUnsafeBufferPointer({ DecimalText.double($0) })
            else { return nil }
            minutes = read
        }
        let degrees = Double(digits / 100) + minutes / 60
        guard minutes < 60, degrees <= limit, self[field + 1].count == 1 else { return nil }
        switch letter(field + 1) {
        case positive: return degrees
        case negative: return -degrees
        default: return nil
        }
    }

    /// A checksum as a sentence has it.
    static func text(of checksum: UInt8) -> String { (checksum < 16 ? "0" : "") + String(checksum, radix: 16, uppercase: true) }

    private static func hexadecimal(_ text: ArraySlice<UInt8>) -> UInt8? {
        var value: UInt8 = 0
        for byte in text {
            guard let digit = DecimalText.hexadecimalDigit(byte) else { return nil }
            value = value << 4 | digit
        }
        return value
    }
}
