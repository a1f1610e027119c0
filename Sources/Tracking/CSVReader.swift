/// Reads CSV with a header: times with positions, or times and numbers alone.
///
/// Separators are comma, semicolon or tab (sniffed from the header; with the latter two a decimal comma is read too); quotes as in
/// RFC 4180; blank lines and lines that start with `#` are passed over. Columns are known by their names (`ColumnMeaning`);
/// every other column whose first value is a number is an extra. Without latitude and longitude, `x` and `y` are the
/// position, in a plane of their own. A column `track_id`, `device_id`, `tid` and the like, and `id` beside x and y, says whose it is. A line that is broken anywhere is skipped as a whole.
public struct CSVReader: FixReader {
    private enum Use {
        case skip
        case time(unit: Int64?)
        /// The day that goes with the time of day in the time column.
        case date
        case field(ColumnMeaning)
        case extra(Int)
    }

    /// Extra columns; those beyond are passed over.
    static let mostExtras = 256
    /// Lines of one row whose text has line breaks: a quote that is never closed does not hold a live source up for ever.
    static let mostLines = 64

    public let extraNames: [String]
    private let source: ByteSource
    private let lines: LineReader
    private let separator: UInt8
    private let uses: [Use]
    private let timeColumn: Int
    private let dateColumn: Int?
    private let trackColumn: Int?
    /// The columns of a position that is not on Earth, and what they count.
    private let plane: (x: Int, y: Int, scale: PlaneScale)?
    /// Extra columns that have shown a number; in the others text is passed over.
    private var numeric: [Bool]
    private var record = CSVRecord()
    private var held: ReaderItem?
    private var fixCount = 0
    private var faultCount = 0
    private var lastFault: InputFault?
    private var verdictGiven = false

    /// Reads the header and the first row.
    /// - Parameter scale: what `x` and `y` count where their names do not tell it; nil: metres.
    /// - Throws: `missing` when a needed column is not there, naming the columns found; `noFix` for a header alone.
    public init(_ source: ByteSource, scale: PlaneScale? = nil) throws(InputFault) {
        self.source = source
        lines = LineReader(source, quotes: true, mostLines: Self.mostLines)
        var header: LineReader.Line?
        while let line = try lines.next() {
            if Self.isPassedOver(line) { continue }
            header = line
            break
        }
        guard let header else {
            throw InputFault(
                kind: .noFix, source: source.name, line: 0, message: "the CSV is empty", remedy: "its first line names the columns")
        }
        separator = Self.separator(of: header.bytes)
        lines.separator = separator
        record.split(header.bytes, at: separator)
        guard !record.hasMore, !header.tooLong else {
            throw InputFault(
                kind: .malformed, source: source.name, line: header.number,
                message: "the header names more than \(CSVRecord.mostFields) columns or is longer than \(LineReader.longest) bytes",
                remedy: "keep the columns that are wanted")
        }
        var columns = CSVColumns(names: record.fields.indices.map { [record] in record.text($0, of: header.bytes) })
        columns.source = source.name
        columns.line = header.number
        let chosen = try columns.choose()
        timeColumn = chosen.time
        dateColumn = chosen.date
        trackColumn = chosen.track
        plane = chosen.plane.map { (x: $0.x, y: $0.y, scale: $0.scale ?? scale ?? .metres) }

        // The first row tells numbers from text in the columns that have no meaning of their own.
        var first: LineReader.Line?
        while let line = try lines.next() {
            if Self.isPassedOver(line) { continue }
            first = line
            break
        }
        guard let first else {
            throw InputFault(
                kind: .noFix, source: source.name, line: header.number, message: "the CSV holds a header and no rows",
                remedy: "record at least one fix")
        }
        record.split(first.bytes, at: separator)
        let comma = separator != 0x2C
        var names: [String] = []
        var numeric: [Bool] = []
        var uses: [Use] = []
        for (index, meaning) in chosen.meanings.enumerated() {
            switch meaning {
            case .time(let unit)? where index == chosen.time: uses.append(.time(unit: unit))
            case .date? where index == chosen.date: uses.append(.date)
            case _ where index == chosen.track: uses.append(.skip)
            case let meaning? where chosen.used.contains(index): uses.append(.field(meaning))
            case let meaning? where meaning.isTime: uses.append(.skip)
            default:
                let name = columns.names[index]
                let (blank, number) =
                    index < record.fields.count
                    ? record.withField(index, of: first.bytes) { ($0.isEmpty, DecimalText.double($0, decimalComma: comma) != nil) }
                    : (true, false)
                if name.isEmpty || !(blank || number) || CSVColumns.isWords(name) || names.count >= Self.mostExtras {
                    uses.append(.skip)
                } else {
                    uses.append(.extra(names.count))
                    numeric.append(number)
                    names.append(names.contains(name) ? "\(name)_\(index + 1)" : name)
                }
            }
        }
        self.uses = uses
        self.numeric = numeric
        extraNames = names
        guard chosen.hasPositions || !chosen.used.isEmpty || !names.isEmpty else {
            throw InputFault(
                kind: .missing, source: source.name, line: header.number,
                message: "the CSV has times but neither positions nor numbers: its columns are \(columns.listed)",
                remedy: "add lat and lon, speed, or any column of numbers")
        }
        held = read(first)
    }

    public mutating func next() throws(InputFault) -> ReaderItem? {
        if let item = held {
            held = nil
            return item
        }
        while let line = try lines.next() {
            if Self.isPassedOver(line) { continue }
            return read(line)
        }
        if fixCount == 0, !verdictGiven {
            verdictGiven = true
            throw InputFault(
                kind: .noFix, source: source.name, line: lastFault?.line ?? 0, column: lastFault?.column,
                message: "not one row of the CSV can be used: \(faultCount) broken, the last one because \(lastFault?.message ?? "")",
                remedy: "repair the rows or name the columns after what they hold")
        }
        return nil
    }

    // MARK: Rows

    private mutating func read(_ line: LineReader.Line) -> ReaderItem {
        do throws(InputFault) {
            let fix = try fix(line)
            fixCount += 1
            return .fix(fix)
        } catch {
            faultCount += 1
            lastFault = error
            return .fault(error)
        }
    }

    private mutating func fix(_ line: LineReader.Line) throws(InputFault) -> Fix {
        func fault(_ kind: InputFault.Kind, _ column: Int?, _ message: String) -> InputFault {
            InputFault(
                kind: kind, source: source.name, line: line.number, column: column, message: message, remedy: "the row is skipped")
        }
        if line.tooLong { throw fault(.malformed, nil, "a line longer than \(LineReader.longest) bytes") }
        if line.unclosedQuote { throw fault(.malformed, nil, "a quote is opened and not closed") }
        record.split(line.bytes, at: separator)
        try checkCount(fault)
        var fix = Fix()
        if !extraNames.isEmpty { fix.extras = [Double?](repeating: nil, count: extraNames.count) }
        var dilution: Double?
        var across: Double?
        var up: Double?
        for (index, use) in uses.enumerated() {
            if case .skip = use { continue }
            if case .date = use { continue }
            let (blank, number) = record.withField(index, of: line.bytes) {
                ($0.isEmpty, DecimalText.double($0, decimalComma: separator != 0x2C))
            }
            if blank { continue }
            let column = record.columns[index]
            switch use {
            case .skip, .date: break
            case .time(let unit):
                guard let time = time(line.bytes, unit: unit) else {
                    throw fault(.badValue, column, "the time does not read: '\(record.text(index, of: line.bytes))'")
                }
                fix.time = time
            case .field(let meaning):
                guard let number else {
                    throw fault(.badValue, column, "no number: '\(record.text(index, of: line.bytes))'")
                }
                do throws(MeaningFault) {
                    if meaning == .dilution {
                        var other = Fix()
                        try other.set(meaning, to: number)
                        dilution = other.accuracy
                    } else {
                        try fix.set(meaning, to: number)
                    }
                } catch { throw fault(error.kind, column, error.message) }
            case .extra(let place):
                if let plane, index == plane.x || index == plane.y {
                    guard let number else { throw fault(.badValue, column, "no number: '\(record.text(index, of: line.bytes))'") }
                    if index == plane.x { across = number } else { up = number }
                }
                if let number {
                    numeric[place] = true
                    fix.extras[place] = number
                } else if numeric[place] {
                    throw fault(.badValue, column, "no number in \(extraNames[place]): '\(record.text(index, of: line.bytes))'")
                }
            }
        }
        if let plane {
            if (across == nil) != (up == nil) { throw fault(.missing, nil, "\(across == nil ? "x" : "y") is blank") }
            if let across, let up {
                fix.plane = plane.scale.point(x: across, y: up)
                if fix.plane == nil { throw fault(.outOfRange, record.columns[plane.x], "x or y is out of all bounds") }
            }
        }
        if let trackColumn {
            let track = record.text(trackColumn, of: line.bytes)
            if !track.isEmpty { fix.track = String(track.prefix(128)) }
        }
        if fix.accuracy == nil { fix.accuracy = dilution }
        if fix.time == nil { throw fault(.missing, record.columns[timeColumn], "the time is blank") }
        if (fix.latitude == nil) != (fix.longitude == nil) {
            throw fault(.missing, nil, "\(fix.latitude == nil ? "the latitude" : "the longitude") is blank")
        }
        return fix
    }

    /// Blank fields past the header's last do no harm (a separator at the line's end); everything else must agree.
    private func checkCount(_ fault: (InputFault.Kind, Int?, String) -> InputFault) throws(InputFault) {
        let count = record.fields.count
        if count == uses.count { return }
        if count > uses.count, record.fields[uses.count...].allSatisfy({ $0.isEmpty }) { return }
        throw fault(
            .fieldCount, record.columns[min(count, uses.count) - 1],
            "\(count) field\(count == 1 ? "" : "s") where the header names \(uses.count)")
    }

    private func time(_ line: UnsafeBufferPointer<UInt8>, unit: Int64?) -> TrackTime? {
        if let dateColumn {
            let both = record.text(dateColumn, of: line) + "T" + record.text(timeColumn, of: line)
            if let time = TrackTime(iso8601: both) { return time }
            // Beside a day that does not read, a number says when it was only where it is too large for a time of day: 054900.
            return record.withField(timeColumn, of: line) {
                let time = TimeText.count($0, unit: unit).flatMap { $0.nanoseconds > Self.timesOfDay ? $0 : nil }
                return time ?? TimeText.iso8601($0)
            }
        }
        return record.withField(timeColumn, of: line) { TimeText.count($0, unit: unit) ?? TimeText.iso8601($0) }
    }

    /// Nanoseconds since 1970, in the year 2001, that no time of day comes up to, to the millisecond and written as digits alone.
    private static let timesOfDay: Int64 = 1_000_000_000 * 1_000_000_000

    // MARK: The header

    private static func isPassedOver(_ line: LineReader.Line) -> Bool {
        if line.tooLong || line.unclosedQuote { return false }
        let text = DecimalText.trimmed(line.bytes)
        return text.isEmpty || text[0] == 0x23
    }

    private static func separator(of header: UnsafeBufferPointer<UInt8>) -> UInt8 {
        var counts: [(byte: UInt8, count: Int)] = [(0x2C, 0), (0x3B, 0), (0x09, 0)]
        var quoting = CSVQuoting(separator: nil)
        for byte in header where quoting.take(byte) == .separator {
            for index in counts.indices where counts[index].byte == byte { counts[index].count += 1 }
        }
        var best = counts[0]
        for candidate in counts where candidate.count > best.count { best = candidate }
        return best.byte
    }
}
