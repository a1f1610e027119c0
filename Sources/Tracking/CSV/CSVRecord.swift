// SPDX-License-Identifier: MIT
import PlainText

/// Splits one CSV line into fields (RFC 4180 quotes), in place if it contains no quote.
struct CSVRecord {
    /// The maximum number of fields in a line; further ones are ignored and set `hasMore`.
    static let mostFields = 4096
    /// The maximum number of bytes of a field's text; the rest is no name, time or position, and comparing texts takes time that
    /// grows with the square of a run of combining marks.
    private static let longestText = 512

    /// The range of each field in `bytes` of the last split.
    private(set) var fields: [Range<Int>] = []
    /// The column, from 1, at which each field starts in the line.
    private(set) var columns: [Int] = []
    /// The line of the last split, which the caller keeps as long as it reads fields.
    private var line = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    /// The line without its quotes; filled only if there are any.
    private var unquoted: [UInt8] = []

    /// Whether the line has more fields than are read.
    private(set) var hasMore = false
    /// Whether a comma may be a decimal point, because it does not separate fields.
    private(set) var decimalComma = false

    /// Splits the line; `withField` then gives access to each field's bytes, as long as they are in memory.
    mutating func split(_ line: UnsafeBufferPointer<UInt8>, at separator: UInt8) {
        self.line = line
        decimalComma = separator != 0x2C
        fields.removeAll(keepingCapacity: true)
        columns.removeAll(keepingCapacity: true)
        unquoted.removeAll(keepingCapacity: true)
        hasMore = false
        var start = 0
        for place in 0..<line.count {
            if line[place] == 0x22 {
                splitQuoted(line, at: separator)
                return
            }
            if line[place] == separator {
                guard fields.count < Self.mostFields else {
                    hasMore = true
                    return
                }
                fields.append(start..<place)
                columns.append(start + 1)
                start = place + 1
            }
        }
        fields.append(start..<line.count)
        columns.append(start + 1)
    }

    private mutating func splitQuoted(_ line: UnsafeBufferPointer<UInt8>, at separator: UInt8) {
        fields.removeAll(keepingCapacity: true)
        columns.removeAll(keepingCapacity: true)
        hasMore = false
        var start = 0
        var column = 1
        var quoting = CSVQuoting(separator: separator)
        for place in 0..<line.count {
            switch quoting.take(line[place]) {
            case .nothing: break
            case .text: unquoted.append(line[place])
            case .separator:
                guard fields.count < Self.mostFields else {
                    hasMore = true
                    return
                }
                fields.append(start..<unquoted.count)
                columns.append(column)
                start = unquoted.count
                column = place + 2
            }
        }
        fields.append(start..<unquoted.count)
        columns.append(column)
    }

    /// Passes the bytes of one field, without surrounding spaces.
    func withField<R>(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        let field = fields[index]
        if unquoted.isEmpty { return body(DecimalText.trimmed(UnsafeBufferPointer(rebasing: line[field]), dropsZeros: true)) }
        return unquoted.withUnsafeBufferPointer {
            body(DecimalText.trimmed(UnsafeBufferPointer(rebasing: $0[field]), dropsZeros: true))
        }
    }

    func text(_ index: Int) -> String { withField(index, Self.text) }

    /// A field's bytes as text, with U+FFFD for invalid UTF-8.
    static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String { String(utf8: bytes, atMost: longestText) }

    /// Whether a field holds no number on purpose, and otherwise its number; nil for another text.
    func number(_ index: Int) -> (isNone: Bool, number: Double?) {
        // Without the list, the closure would copy the record.
        withField(index) { [decimalComma] in (DecimalText.isNone($0), DecimalText.double($0, decimalComma: decimalComma)) }
    }
}
