// SPDX-License-Identifier: MIT
import PlainText

/// Reads CSV with a header: times with positions, or times and numbers only.
///
/// Separators are comma, semicolon or tab (detected from the header; with the latter two a decimal comma is also accepted).
/// Quotes follow RFC 4180; blank lines and lines that start with `#` are skipped. `CSVHead` finds the header; `ColumnMeaning`,
/// `CSVPosition` and `CSVDialect` define the meanings of its names; `CSVClock` derives the form of the times from the first row.
/// Every other column whose first value is a number or blank is an extra column; NA, NaN, null, None and a dash are blank too.
/// Without a position on Earth, `x` and `y` are the position, in a separate plane. A column `track_id`, `device_id`, `tid` and so
/// on, or `id` beside x and y, names the track. A line with any fault is skipped entirely.
public struct CSVReader: FixReader {
    private enum Use {
        case skip
        case field(ColumnMeaning)
        case extra(Int)
    }

    /// The maximum number of extra columns; further ones are ignored.
    private static let mostExtras = 256
    /// The maximum number of lines of one row whose text has line breaks: a quote that is never closed must not block a live
    /// source indefinitely.
    private static let mostLines = 64

    public let extraNames: [String]
    private let source: ByteSource
    private let lines: LineReader
    private let separator: UInt8
    private let uses: [Use]
    private var clock: CSVClock
    private let position: CSVPosition?
    private let trackColumn: Int?
    private let isAIS: Bool
    /// The first field of the rows that are read, in tables whose first field is the kind of the row; other rows are skipped.
    private let tag: String?
    /// The columns of a position that is not on Earth, and their unit.
    private let plane: (x: Int, y: Int, scale: PlaneScale)?
    /// Extra columns that have contained a number; in the others text is ignored.
    private var numeric: [Bool]
    private var record = CSVRecord()
    /// The items read ahead to find the columns, with the next one last.
    private var held: [ReaderItem] = []
    public private(set) var notes: [String] = []
    private var hint: String?
    private var fixCount = 0
    private var faultCount = 0
    private var lastFault: InputFault?

    /// Reads the header and the first row.
    /// - Parameter scale: the unit of `x` and `y` if their names do not imply one; nil: metres.
    /// - Throws: `missing` if a required column is absent, with the names of the columns found; `noFix` for a header alone.
    public init(_ source: ByteSource, scale: PlaneScale? = nil) throws(InputFault) {
        self.source = source
        let lines = LineReader(source, quotes: true, mostLines: Self.mostLines)
        let head = try CSVHead(lines)
        let (separator, tag) = (head.separator, head.tag)
        lines.separator = separator
        self.lines = lines
        self.separator = separator
        self.tag = tag
        var columns = CSVColumns(names: head.names)
        columns.source = source.name
        columns.line = head.line
        let chosen = try columns.choose()
        trackColumn = chosen.track
        isAIS = chosen.isAIS

        // The first row separates numbers from text in columns without a known meaning, and shows the form of the times.
        var first = head.row
        if first == nil { first = try CSVHead.nextRow(lines, of: tag, separator).map(CSVHead.Row.init) }
        let mostUnits = 3
        var skipped = 0
        while let row = first, skipped < mostUnits, row.isUnits(chosen, separator) {
            skipped += 1
            first = nil
            while first == nil, let line = try lines.next() { if !CSVHead.isSkipped(line) { first = CSVHead.Row(line) } }
        }
        guard let first else {
            throw InputFault(
                kind: .noFix, source: source.name, line: head.line, message: "the CSV has a header but no rows",
                remedy: "record at least one fix")
        }
        let fields = first.fields(separator)
        func refusal(_ column: Int, _ message: String, _ remedy: String) -> InputFault {
            InputFault(
                kind: .badValue, source: source.name, line: first.number, column: first.place(of: column, separator),
                message: "\(message), in column '\(columns.names[column])'", remedy: remedy)
        }
        var second: CSVHead.Row?
        clock = try CSVClock(
            chosen, names: columns.names, first: fields,
            second: { () throws(InputFault) in
                second = try CSVHead.nextRow(lines, of: tag, separator).map(CSVHead.Row.init)
                return second?.fields(separator)
            }, refusal: refusal)
        do throws(CSVPosition.Refusal) { position = try chosen.position?.resolved(names: columns.names, first: fields) } catch {
            throw InputFault(kind: .missing, source: source.name, line: head.line, column: 1, message: error.message, remedy: error.remedy)
        }
        plane = position == nil ? chosen.plane.map { (x: $0.x, y: $0.y, scale: $0.scale ?? scale ?? .metres) } : nil
        if scale == nil, let plane, let like = columns.degreesInPlane(plane.x, plane.y, first: fields) {
            throw refusal(plane.x, "\(like) look like degrees", "rename them to lon and lat, or say that they are metres: --plane m")
        }
        let comma = separator != 0x2C
        let taken = Set((position?.columns ?? []) + [chosen.track].compactMap { $0 })
        var names: [String] = []
        var numeric: [Bool] = []
        var uses: [Use] = []
        for (index, meaning) in chosen.meanings.enumerated() {
            switch meaning {
            case _ where taken.contains(index): uses.append(.skip)
            case let meaning? where chosen.used.contains(index): uses.append(.field(meaning))
            case let meaning? where meaning.isTime: uses.append(.skip)
            case _ where index == clock.timeColumn || index == clock.dateColumn: uses.append(.skip)
            default:
                let name = columns.names[index]
                var text = index < fields.count ? fields[index] : ""
                let (blank, number) = text.withUTF8 { (DecimalText.isNone($0), DecimalText.double($0, decimalComma: comma) != nil) }
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
        let hasPositions = position != nil || plane != nil
        guard hasPositions || !chosen.used.isEmpty || !names.isEmpty else {
            throw InputFault(
                kind: .missing, source: source.name, line: head.line,
                message: "the CSV has times but neither positions nor numbers: its columns are \(columns.listed)",
                remedy: "add lat and lon, speed, or any column of numbers")
        }
        if !hasPositions {
            notes.append(
                "\(source.name): no column holds a position, so only numbers are read; the columns are \(columns.listed); name a position lat and lon, or x and y"
            )
        }
        if let note = clock.note { notes.append("\(source.name): \(note)") }
        let item = first.withLine { read($0) }
        if let second { held.append(second.withLine { read($0) }) }
        held.append(item)
    }

    /// - Throws: `noFix` at the end of a table without a usable row; `unreadable`.
    public mutating func next() throws(InputFault) -> ReaderItem? {
        if let item = held.popLast() { return item }
        if let line = try CSVHead.nextRow(lines, of: tag, separator) { return read(line) }
        if fixCount == 0 {
            throw InputFault(
                kind: .noFix, source: source.name, line: lastFault?.line ?? 0, column: lastFault?.column,
                message: "not one row of the CSV can be used: \(faultCount) broken, the last one because \(lastFault?.message ?? "")",
                remedy: hint ?? "correct the rows, or rename the columns to match their values")
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
        let name = source.name
        func fault(_ kind: InputFault.Kind, _ column: Int?, _ message: String) -> InputFault {
            InputFault(
                kind: kind, source: name, line: line.number, column: column, message: message, remedy: "the row is skipped")
        }
        if line.tooLong { throw fault(.malformed, nil, "a line longer than \(LineReader.longest) bytes") }
        if line.unclosedQuote { throw fault(.malformed, nil, "a quote is not closed") }
        record.split(line.bytes, at: separator)
        try checkCount(fault)
        var fix = Fix()
        fix.time = try time(fault)
        if !extraNames.isEmpty { fix.extras = [Double?](repeating: nil, count: extraNames.count) }
        var across: Double?
        var up: Double?
        for (index, use) in uses.enumerated() {
            if case .skip = use { continue }
            let (blank, number) = record.number(index)
            if blank { continue }
            let column = record.columns[index]
            switch use {
            case .skip: break
            case .field(var meaning):
                var number = number
                if number == nil {
                    (meaning, number) = meaning.quantity(record.text(index), decimalComma: record.decimalComma)
                }
                guard let number else {
                    throw fault(.badValue, column, "not a number: '\(record.text(index))'")
                }
                if isAIS, meaning.isUnknownInAIS(number) { continue }
                do throws(MeaningFault) { try fix.set(meaning, to: number) } catch { throw fault(error.kind, column, error.message) }
            case .extra(let place):
                if let plane, index == plane.x || index == plane.y {
                    guard let number else { throw fault(.badValue, column, "not a number: '\(record.text(index))'") }
                    if index == plane.x { across = number } else { up = number }
                }
                if let number {
                    numeric[place] = true
                    fix.extras[place] = number
                } else if numeric[place] {
                    throw fault(.badValue, column, "not a number in \(extraNames[place]): '\(record.text(index))'")
                }
            }
        }
        if let position {
            do throws(InputFault) {
                try position.read(record, into: &fix, fault)
            } catch {
                if error.kind == .outOfRange { hint = Self.hintForPositions }
                throw error
            }
        }
        if let plane {
            if (across == nil) != (up == nil) { throw fault(.missing, nil, "\(across == nil ? "x" : "y") is blank") }
            if let across, let up {
                fix.plane = plane.scale.point(x: across, y: up)
                if fix.plane == nil { throw fault(.outOfRange, record.columns[plane.x], "x or y is out of range") }
            }
        }
        if let trackColumn {
            let track = record.withField(trackColumn, TrackNames.name)
            if !track.isEmpty { fix.track = track }
        }
        if (fix.latitude == nil) != (fix.longitude == nil) {
            throw fault(.missing, nil, "\(fix.latitude == nil ? "the latitude" : "the longitude") is blank")
        }
        return fix
    }

    /// Checks that the row has as many fields as the header. Blank fields after the last column are ignored, as after a separator
    /// at the end of the line.
    private func checkCount(_ fault: (InputFault.Kind, Int?, String) -> InputFault) throws(InputFault) {
        let count = record.fields.count
        if count == uses.count { return }
        if count > uses.count, record.fields[uses.count...].allSatisfy({ $0.isEmpty }) { return }
        throw fault(
            .fieldCount, record.columns[min(count, uses.count) - 1],
            "\(CountText.of(count, "field")), but the header has \(uses.count)")
    }

    private mutating func time(_ fault: (InputFault.Kind, Int?, String) -> InputFault) throws(InputFault) -> TrackTime {
        if let time = clock.time(record) { return time }
        let column = record.columns[clock.timeColumn]
        let text = record.text(clock.timeColumn)
        if text.isEmpty { throw fault(.missing, column, "the time is blank") }
        for other in [clock.timeColumn, clock.dateColumn].compactMap({ $0 }) where record.withField(other, TimeText.isOutside) {
            hint = "such a time means none: remove these rows, or rename the column that holds the times to time"
            throw fault(
                .outOfRange, record.columns[other], "the time '\(record.text(other))' lies outside the years 1830 to 2111")
        }
        if let date = clock.dateColumn { throw fault(.badValue, column, "not a time: '\(record.text(date))' '\(text)'") }
        throw fault(.badValue, column, "not a time: '\(text)'")
    }

    private static let hintForPositions =
        "latitudes and longitudes are read in degrees; name a grid's columns utm_easting, utm_northing and utm_zone, lv95_e and lv95_n, or osgb_easting and osgb_northing, and turn ddmm.mmmm or degrees times 1e7 into degrees"
}
