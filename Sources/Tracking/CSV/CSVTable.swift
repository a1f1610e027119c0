// SPDX-License-Identifier: MIT
/// A CSV table with a header, read row by row; columns are requested by name and read as bytes in place.
///
/// Comma, quotes as in RFC 4180, CR LF or LF, a byte order mark; blank lines are skipped. Memory is that of one row. One owner,
/// from one thread at a time.
public final class CSVTable {
    /// The header's names, without surrounding spaces.
    public let names: [String]
    /// The line on which the current row begins, from 1; that of the header before the first row.
    public private(set) var line: Int
    private let source: ByteSource
    private let lines: LineReader
    private var record = CSVRecord()
    private var hasRow = false

    /// Reads the header.
    /// - Throws: `unreadable`, or `missing` if there is no header.
    public init(_ source: ByteSource) throws(InputFault) {
        self.source = source
        lines = LineReader(source, quotes: true)
        lines.separator = 0x2C
        var header: LineReader.Line?
        while header == nil, let line = try lines.next() {
            if !line.bytes.isEmpty { header = line }
        }
        if let header { record.split(header.bytes, at: 0x2C) }
        guard let header, !header.tooLong, !header.unclosedQuote, !record.hasMore else {
            throw InputFault(
                kind: .missing, source: source.name, line: header?.number ?? 0, message: "the table has no header",
                remedy: "its first line names the columns")
        }
        names = record.fields.indices.map(record.text)
        line = header.number
    }

    /// The names as a message lists them.
    public var listedNames: String { CSVColumns.listed(names) }

    /// The index of a column; nil if the table has none of that name.
    public func column(_ name: String) -> Int? { names.firstIndex(of: name) }

    /// Advances to the next row.
    /// - Returns: false at the end.
    /// - Throws: `malformed` for a row that has an unclosed quote or exceeds the maximum length; the next call continues after
    ///   it. `unreadable` if the source fails.
    public func next() throws(InputFault) -> Bool {
        hasRow = false
        while let next = try lines.next() {
            line = next.number
            if next.tooLong || next.unclosedQuote {
                throw InputFault(
                    kind: .malformed, source: source.name, line: line,
                    message: next.tooLong ? "a line longer than \(LineReader.longest) bytes" : "a quote is not closed",
                    remedy: "correct the line")
            }
            if next.bytes.isEmpty { continue }
            record.split(next.bytes, at: 0x2C)
            hasRow = true
            return true
        }
        return false
    }

    /// Passes the bytes of a field of the current row, without surrounding spaces; empty for a column that the row or the table
    /// does not have. Valid inside `body` only.
    public func withField<R>(_ column: Int?, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        guard let column, hasRow, record.fields.indices.contains(column) else {
            return body(UnsafeBufferPointer(start: nil, count: 0))
        }
        return record.withField(column, body)
    }

    /// A field's first 512 bytes as text, with U+FFFD for invalid UTF-8; empty if there is no such field.
    public func text(_ column: Int?) -> String {
        let text = withField(column, CSVRecord.text)
        // A database would end the text at a zero byte.
        return text.utf8.contains(0) ? text.replacing("\0", with: "\u{FFFD}") : text
    }

    /// A field as a number; nil if it is blank or not a number.
    public func number(_ column: Int?) -> Double? { withField(column) { DecimalText.double($0) } }

    /// A field as an integer of at most 18 digits; nil if it is blank or not an integer.
    public func integer(_ column: Int?) -> Int? { withField(column) { DecimalText.digits($0, atMost: 18) } }
}
