// SPDX-License-Identifier: MIT
/// The header of a table: its first line or, if that is not a header, the comment above the first row or the first line below a
/// preamble that names a position and a time; a time alone if it is below a blank line or one of three names or more.
struct CSVHead {
    /// A row that was read ahead.
    struct Row {
        let bytes: [UInt8]
        let number: Int
        private let unclosedQuote: Bool
        private let tooLong: Bool

        init(_ line: LineReader.Line) {
            bytes = Array(line.bytes)
            number = line.number
            unclosedQuote = line.unclosedQuote
            tooLong = line.tooLong
        }

        func withLine<R>(_ body: (LineReader.Line) -> R) -> R {
            bytes.withUnsafeBufferPointer {
                body(LineReader.Line(bytes: $0, number: number, unclosedQuote: unclosedQuote, tooLong: tooLong))
            }
        }

        func fields(_ separator: UInt8) -> [String] { bytes.withUnsafeBufferPointer { CSVHead.fields($0, separator) } }

        /// The column, from 1, at which a field starts.
        func place(of field: Int, _ separator: UInt8) -> Int? {
            var record = CSVRecord()
            bytes.withUnsafeBufferPointer { record.split($0, at: separator) }
            return field < record.columns.count ? record.columns[field] : nil
        }

        /// Whether this is a second header line with the units of the columns: neither its time nor its position is a number, nor
        /// anything else in a table without positions.
        func isUnits(_ choice: CSVColumns.Choice, _ separator: UInt8) -> Bool {
            let fields = fields(separator)
            guard fields.count == choice.meanings.count else { return false }
            let times = choice.times.map(\.column) + [choice.date].compactMap { $0 }
            let isWithoutTime = times.allSatisfy { fields[$0].allSatisfy { !$0.isNumber } }
            let values = (choice.position?.columns ?? Array(fields.indices)).map { fields[$0] }
            return isWithoutTime && values.contains { !$0.isEmpty }
                && values.allSatisfy {
                    var text = $0
                    return text.withUTF8 { DecimalText.double($0, decimalComma: separator != 0x2C) == nil }
                }
        }
    }

    /// The maximum number of preamble lines before the header.
    private static let mostPreamble = 64
    /// The same if a field of the first line is a known column name: a live source is refused without delay.
    private static let mostNamedPreamble = 8

    let names: [String]
    /// The header's line, from 1.
    let line: Int
    let separator: UInt8
    /// The first field of the rows, if the header begins with it too.
    private(set) var tag: String?
    /// The first row, if it had to be read.
    private(set) var row: Row?

    /// Finds the header.
    /// - Throws: `noFix` for a table without lines, `malformed` for a header that is too long.
    init(_ lines: LineReader) throws(InputFault) {
        let source = lines.source.name
        var comments: [(names: [String], line: Int, separator: UInt8)] = []
        var first: LineReader.Line?
        while first == nil, let line = try lines.next() {
            // A spreadsheet's first line may say only which separator follows: `sep=;`.
            if Self.isBlank(line) || line.bytes.starts(with: "sep=".utf8) { continue }
            guard let text = Self.comment(line) else {
                first = line
                break
            }
            let separator = Self.separator(of: text)
            let names = Self.fields(text, separator)
            if CSVColumns.areHeader(names) { comments.append((names, line.number, separator)) }
        }
        guard let first else {
            throw InputFault(kind: .noFix, source: source, line: 0, message: "the CSV is empty", remedy: "its first line names the columns")
        }
        let separator = Self.separator(of: first.bytes)
        let names = Self.fields(first.bytes, separator)
        guard names.count <= CSVRecord.mostFields, !first.tooLong else {
            throw InputFault(
                kind: .malformed, source: source, line: first.number,
                message: "the header names more than \(CSVRecord.mostFields) columns or is longer than \(LineReader.longest) bytes",
                remedy: "remove the columns that you do not need")
        }
        let isTable = CSVColumns.areTable(names)
        let namesNothing = !isTable && names.allSatisfy { ColumnMeaning(named: $0) == nil }
        if namesNothing, let head = comments.last(where: { $0.names[0] == names[0] }) {
            // The first field is the kind of the row: Google's GnssLogger writes Raw and Fix.
            self.init(names: head.names, line: head.line, separator: head.separator, tag: head.names[0], row: Row(first))
            return
        }
        if namesNothing, let head = comments.last {
            let isRow = head.names.count == names.count || ColumnMeaning(named: head.names[0]) != nil
            self.init(
                names: head.names, line: head.line, separator: head.separator, tag: isRow ? nil : head.names[0],
                row: isRow ? Row(first) : nil)
            return
        }
        var found: (names: [String], line: Int, separator: UInt8)?
        // Values are not a preamble: a live source of values is refused without delay.
        if !isTable, !first.bytes.isEmpty, !CSVColumns.areValues(names) {
            // The line is in the reader's buffer, which changes.
            let number = first.number
            var read = 0
            var isBelowBlank = false
            while found == nil, read < (namesNothing ? Self.mostPreamble : Self.mostNamedPreamble), let line = try lines.next() {
                read += 1
                let separator = Self.separator(of: line.bytes)
                let names = Self.fields(line.bytes, separator)
                if Self.isBelowPreamble(names, isBelowBlank: isBelowBlank, namesNothing: namesNothing) {
                    found = (names, line.number, separator)
                }
                isBelowBlank = Self.isBlank(line)
            }
            let head = found ?? (names, number, separator)
            self.init(names: head.names, line: head.line, separator: head.separator, tag: nil, row: nil)
            return
        }
        self.init(names: names, line: first.number, separator: separator, tag: nil, row: nil)
    }

    private init(names: [String], line: Int, separator: UInt8, tag: String?, row: Row?) {
        self.names = names
        self.line = line
        self.separator = separator
        self.tag = tag
        self.row = row
    }

    /// Whether the first lines of a text contain a header.
    /// - Parameter isCertain: only one that names a position counts.
    static func isIn(_ head: ArraySlice<UInt8>, isCertain: Bool = false) -> Bool {
        let lineBreak: UInt8 = head.contains(0x0A) ? 0x0A : 0x0D
        let lines = head.split(separator: lineBreak, maxSplits: mostPreamble, omittingEmptySubsequences: false).prefix(mostPreamble)
        var isBelowBlank = false
        return lines.contains { line in
            let line = line.last == 0x0D ? line.dropLast() : line
            return line.withUnsafeBufferPointer { bytes in
                defer { isBelowBlank = !isCertain && isBlank(bytes) }
                var text = bytes
                if let first = bytes.first, first == 0x23 || first == 0x25 { text = UnsafeBufferPointer(rebasing: bytes.dropFirst()) }
                return isBelowPreamble(fields(text, separator(of: text)), isBelowBlank: isBelowBlank, namesNothing: !isCertain)
            }
        }
    }

    /// Whether a line below a preamble is the header.
    /// - Parameter namesNothing: no field of the first line is a known column name.
    private static func isBelowPreamble(_ names: [String], isBelowBlank: Bool, namesNothing: Bool) -> Bool {
        if CSVColumns.areHeader(names) { return true }
        // A line with a value belongs to the preamble: `Export, Time, 12:00`.
        let areNames = namesNothing && names.count > 2 && names.allSatisfy { $0.first?.isNumber != true }
        return (isBelowBlank || areNames) && CSVColumns.areTable(names)
    }

    // MARK: Lines

    /// The next row of the kind that is read: one whose first field is `tag`, if there is one. Nil at the end.
    static func nextRow(_ lines: LineReader, of tag: String?, _ separator: UInt8) throws(InputFault) -> LineReader.Line? {
        while let line = try lines.next() {
            if isSkipped(line) { continue }
            guard let tag else { return line }
            if line.bytes.starts(with: tag.utf8), line.bytes.dropFirst(tag.utf8.count).first == separator { return line }
        }
        return nil
    }

    static func isSkipped(_ line: LineReader.Line) -> Bool {
        if line.tooLong || line.unclosedQuote { return false }
        let text = DecimalText.trimmed(line.bytes, dropsZeros: true)
        return text.isEmpty || text[0] == 0x23
    }

    private static func isBlank(_ line: LineReader.Line) -> Bool { !line.tooLong && !line.unclosedQuote && isBlank(line.bytes) }

    /// Whether a line has no text; a spreadsheet writes its separators all the same.
    private static func isBlank(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        DecimalText.trimmed(line, dropsZeros: true).allSatisfy { $0 == 0x2C || $0 == 0x3B || $0 == 0x09 }
    }

    /// The text of a comment; nil if the line is not one. RTKLIB's comments begin with `%` and a space.
    private static func comment(_ line: LineReader.Line) -> UnsafeBufferPointer<UInt8>? {
        if line.tooLong || line.unclosedQuote { return nil }
        let text = DecimalText.trimmed(line.bytes, dropsZeros: true)
        guard text[0] == 0x23 || text[0] == 0x25 && text.count > 1 && text[1] == 0x20 else { return nil }
        return UnsafeBufferPointer(rebasing: text.dropFirst())
    }

    private static func fields(_ line: UnsafeBufferPointer<UInt8>, _ separator: UInt8) -> [String] {
        var record = CSVRecord()
        record.split(line, at: separator)
        return record.fields.indices.map { record.text($0) } + (record.hasMore ? [""] : [])
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
