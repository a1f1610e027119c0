// SPDX-License-Identifier: MIT
/// Splits one CSV line into fields (RFC 4180 quotes), in place if it contains no quote.
struct CSVRecord {
    /// The maximum number of fields in a line; further ones are ignored and set `hasMore`.
    static let mostFields = 4096

    /// The range of each field in `bytes` of the last split.
    private(set) var fields: [Range<Int>] = []
    /// The column, from 1, at which each field starts in the line.
    private(set) var columns: [Int] = []
    /// The line without its quotes; filled only if there are any.
    private var unquoted: [UInt8] = []

    /// Whether the line has more fields than are read.
    private(set) var hasMore = false

    /// Splits the line; `withField` then gives access to each field's bytes.
    mutating func split(_ line: UnsafeBufferPointer<UInt8>, at separator: UInt8) {
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

    /// Passes the bytes of one field, without surrounding spaces; valid as long as `line` is.
    func withField<R>(_ index: Int, of line: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        if unquoted.isEmpty {
            return body(DecimalText.trimmed(UnsafeBufferPointer(rebasing: line[fields[index]]), dropsZeros: true))
        }
        return unquoted.withUnsafeBufferPointer {
            body(DecimalText.trimmed(UnsafeBufferPointer(rebasing: $0[fields[index]]), dropsZeros: true))
        }
    }

    func text(_ index: Int, of line: UnsafeBufferPointer<UInt8>) -> String {
        withField(index, of: line) { String(decoding: $0, as: UTF8.self) }
    }
}
