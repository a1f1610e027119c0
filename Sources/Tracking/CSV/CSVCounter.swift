// SPDX-License-Identifier: MIT
/// A column that counts milliseconds or less from any start, beside times in full seconds with several rows each, as AirData writes
/// them: it adds what the times lack.
struct CSVCounter {
    /// The seconds by which the counted time may differ from the full second: up to one by their nature, and the receiver's delays.
    private static let most = 1.5

    private let column: Int
    private let unit: Int64
    /// The nanoseconds to add to the count.
    private var offset: Int64?

    /// - Parameters:
    ///   - unit: the nanoseconds of one count.
    ///   - rows: the fields of the first two rows.
    ///   - time: the time of a row.
    /// - Returns: nil if the times are not full seconds, or the rows a second or more apart.
    init?(column: Int, unit: Int64, rows: ([String], [String]), time: ([String]) -> TrackTime?) {
        (self.column, self.unit) = (column, unit)
        func count(_ row: [String]) -> Int64? {
            guard row.count > column, let time = time(row), time.nanoseconds % 1_000_000_000 == 0 else { return nil }
            var text = row[column]
            return text.withUTF8 { TimeText.count($0, unit: unit)?.nanoseconds }
        }
        guard let first = count(rows.0), let second = count(rows.1), (1..<1_000_000_000).contains(second &- first) else { return nil }
    }

    /// The time of a row by the counter. The first row is taken to begin its second; where the counter starts again, the next row is.
    mutating func time(_ record: CSVRecord, in second: TrackTime) -> TrackTime {
        guard let count = record.withField(column, { TimeText.count($0, unit: unit)?.nanoseconds }) else { return second }
        if let offset {
            let counted = TrackTime(nanoseconds: count &+ offset)
            if counted.seconds(since: second).magnitude < Self.most { return counted }
        }
        offset = second.nanoseconds &- count
        return second
    }
}
