// SPDX-License-Identifier: MIT
import PlainText

/// Reads the logs of flight recorders (IGC), by the FAI's technical specification for GNSS flight recorders, appendix A.
///
/// A `B` record is a fix. Of the additions that an `I` record names, `FXA` is the accuracy, `LAD` and `LOD` are further digits of
/// the position, and every other one is a column named by its code in lower case. The altitude is the receiver's; without a
/// height (validity `V`) it is unknown. The pressure altitude (standard atmosphere) is the column `pressureAltitude`. A clock
/// that falls back by more than half a day has passed midnight; a later jump forward by as much is a late record from before
/// midnight.
public struct IGCReader: FixReader {
    /// An addition to the `B` records: its code in lower case and its bytes in them.
    private struct Addition {
        let code: String
        let bytes: Range<Int>
    }

    private static let shortest = 35
    private static let halfDay: Int64 = 43_200

    public let extraNames: [String]
    private let source: ByteSource
    private let lines: LineReader
    private let additions: [Addition]
    /// The first `B` record, read together with the head.
    private var first: (bytes: [UInt8], number: Int)?
    /// Days since 1970; nil without a date.
    private var day: Int?
    private var lastSecond: Int64?
    /// Whether a midnight has passed since the date was read.
    private var hasPassedMidnight = false
    private var fixCount = 0
    private var lastFault: InputFault?

    /// Reads up to the first fix.
    /// - Throws: `unreadable`.
    public init(_ source: ByteSource) throws(InputFault) {
        self.source = source
        lines = LineReader(source)
        var additions: [Addition] = []
        while let line = try lines.next() {
            if line.bytes.first == UInt8(ascii: "B") {
                first = (Array(line.bytes), line.number)
                break
            }
            if let date = Self.date(line.bytes) { day = date }
            if line.bytes.first == UInt8(ascii: "I") { additions = Self.additions(line.bytes) }
        }
        self.additions = additions
        extraNames = ["pressureAltitude"] + Self.columns(additions).map(\.code)
    }

    /// Whether this is a log: a line with the maker and the number, then the date.
    static func isLog(_ head: ArraySlice<UInt8>) -> Bool {
        guard head.first == UInt8(ascii: "A") else { return false }
        return head.split(maxSplits: 32) { $0 == 0x0A || $0 == 0x0D }.contains(where: isDate)
    }

    private static func isDate(_ line: some Collection<UInt8>) -> Bool {
        line.first == UInt8(ascii: "H") && line.dropFirst(2).starts(with: "DTE".utf8)
    }

    /// - Throws: `noFix` at the end of a log without a usable fix; `unreadable`.
    public mutating func next() throws(InputFault) -> ReaderItem? {
        if let (bytes, number) = first.take() { return bytes.withUnsafeBufferPointer { item($0, number) } }
        while let line = try lines.next() {
            if let date = Self.date(line.bytes) {
                (day, lastSecond, hasPassedMidnight) = (date, nil, false)
            } else if line.bytes.first == UInt8(ascii: "B") {
                return item(line.bytes, line.number)
            }
        }
        guard fixCount == 0 else { return nil }
        throw InputFault(
            kind: .noFix, source: source.name, line: lastFault?.line ?? 0, message: "no B record holds a fix",
            remedy: "download the log from the recorder again")
    }

    private mutating func item(_ record: UnsafeBufferPointer<UInt8>, _ number: Int) -> ReaderItem {
        guard let fix = fix(record) else {
            let fault = InputFault(
                source: source.name, line: number, message: "not a fix: '\(String(utf8: record, atMost: 60))'",
                remedy: "the record is skipped")
            lastFault = fault
            return .fault(fault)
        }
        fixCount += 1
        return .fix(fix)
    }

    // MARK: Records

    private mutating func fix(_ record: UnsafeBufferPointer<UInt8>) -> Fix? {
        func digits(_ range: Range<Int>) -> Int? { Self.digits(record, range) }
        guard record.count >= Self.shortest, let hour = digits(1..<3), let minute = digits(3..<5), let second = digits(5..<7),
            hour < 24, minute < 60, second < 60,
            let latitude = angle(record, 7, degrees: 2, more: "lad", "NS"), latitude.magnitude <= 90,
            let longitude = angle(record, 15, degrees: 3, more: "lod", "EW"), longitude.magnitude <= 180
        else { return nil }
        var fix = Fix()
        let seconds = Int64(hour * 3600 + minute * 60 + second)
        fix.time = date(at: seconds).flatMap { TrackTime(day: $0, clock: seconds * 1_000_000_000) }
        (fix.latitude, fix.longitude) = (latitude, longitude)
        if record[24] == UInt8(ascii: "A") { fix.altitude = Self.number(record, 30..<35) }
        fix.accuracy = additions.first { $0.code == "fxa" }.flatMap { Self.number(record, $0.bytes) }
        fix.extras = [Self.number(record, 25..<30)] + Self.columns(additions).map { Self.number(record, $0.bytes) }
        return fix.possible
    }

    /// The day of a record at this second of the day, in days since 1970; counts the midnights passed.
    private mutating func date(at second: Int64) -> Int? {
        if let last = lastSecond {
            if hasPassedMidnight, second - last > Self.halfDay { return day.map { $0 - 1 } }
            if last - second > Self.halfDay {
                day = day.map { $0 + 1 }
                hasPassedMidnight = true
            }
        }
        lastSecond = second
        return day
    }

    /// Degrees, minutes and thousandths of a minute, then the hemisphere.
    private func angle(_ record: UnsafeBufferPointer<UInt8>, _ start: Int, degrees: Int, more: String, _ sides: StaticString) -> Double? {
        let minutes = start + degrees, side = minutes + 5
        guard let whole = Self.digits(record, start..<minutes), let part = Self.digits(record, minutes..<side), part < 60_000 else {
            return nil
        }
        var thousandths = Double(part)
        if let addition = additions.first(where: { $0.code == more }), let finer = Self.digits(record, addition.bytes) {
            thousandths += addition.bytes.reduce(Double(finer)) { value, _ in value / 10 }
        }
        let value = Double(whole) + thousandths / 60_000
        switch record[side] {
        case sides.utf8Start[0]: return value
        case sides.utf8Start[1]: return -value
        default: return nil
        }
    }

    private static func digits(_ record: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
        guard range.upperBound <= record.count else { return nil }
        return DecimalText.digits(record[range], atMost: 18)
    }

    /// A number with an optional sign or point.
    private static func number(_ record: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Double? {
        guard range.upperBound <= record.count else { return nil }
        return DecimalText.double(UnsafeBufferPointer(rebasing: record[range]))
    }

    /// The day of `HFDTE050126`, `HFDTE 050126` or `HFDTEDATE: 050126,01`, by any source of it (the second letter); the years are those
    /// from 1980 on.
    private static func date(_ line: UnsafeBufferPointer<UInt8>) -> Int? {
        guard isDate(line), let start = line.firstIndex(where: { (0x30...0x39).contains($0) }) else { return nil }
        guard let day = digits(line, start..<start + 2), let month = digits(line, start + 2..<start + 4),
            let short = digits(line, start + 4..<start + 6)
        else { return nil }
        return TimeText.day(year: short < 80 ? 2000 + short : 1900 + short, month: month, day: day)
    }

    /// The additions of `I023638FXA3940SIU`: how many, then the first and last byte of each, counted from 1, and its code.
    private static func additions(_ line: UnsafeBufferPointer<UInt8>) -> [Addition] {
        var found: [Addition] = []
        for start in stride(from: 3, to: line.count - 6, by: 7) {
            guard let first = digits(line, start..<start + 2), let last = digits(line, start + 2..<start + 4), first > shortest,
                last >= first
            else { continue }
            let code = String(decoding: line[start + 4..<start + 7], as: UTF8.self).lowercased()
            if !found.contains(where: { $0.code == code }) { found.append(Addition(code: code, bytes: first - 1..<last)) }
        }
        return found
    }

    private static func columns(_ additions: [Addition]) -> [Addition] {
        additions.filter { !["fxa", "lad", "lod"].contains($0.code) }
    }
}
