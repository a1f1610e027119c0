// SPDX-License-Identifier: MIT
import Tracking

/// Reads one table of a feed; its errors name the feed and the table.
final class GTFSTable {
    let csv: CSVTable
    private let source: ByteSource
    private let size: UInt64
    private let feed: String
    private let name: String
    private var rows = 0

    init(_ source: ByteSource, size: UInt64, feed: String, name: String, needs: [String]) throws(RailwayError) {
        self.source = source
        self.size = size
        self.feed = feed
        self.name = name
        do throws(InputFault) { csv = try CSVTable(source) } catch { throw RailwayError(error, source: feed, place: name) }
        for column in needs where csv.column(column) == nil {
            throw RailwayError(
                kind: .missing, source: feed, line: csv.line, place: name,
                message: "no column \(column): it has \(csv.listedNames)", remedy: "use a feed that follows GTFS Schedule")
        }
    }

    func column(_ name: String) -> Int? { csv.column(name) }

    /// A field of the row on one line: in a field with line breaks or tabs, each run of white space is one space.
    func text(_ column: Int?) -> String {
        let text = csv.text(column)
        guard text.utf8.contains(where: { $0 < 0x20 }) else { return text }
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Advances to the next row; false at the end.
    /// - Parameter progress: Called from time to time.
    func next(_ progress: (ImportProgress) -> Void = { _ in }) throws(RailwayError) -> Bool {
        rows += 1
        if rows & 0xFFFF == 0 {
            progress(
                ImportProgress(stage: "reading \(name)", fraction: size > 0 ? min(1, Double(source.bytesRead) / Double(size)) : nil))
        }
        do throws(InputFault) { return try csv.next() } catch { throw RailwayError(error, source: feed, place: name) }
    }
}
