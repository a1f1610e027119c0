// SPDX-License-Identifier: MIT
/// Exports recorded fixes to a format of other programs, piece by piece in bounded memory.
public struct SessionExport {
    /// Fixes read at a time.
    private static let page = 1000

    private let store: SessionStore
    private let range: FixRange
    private let format: SessionFormat
    private let title: String

    /// - Parameter title: The title of the track, in formats that have one.
    public init(_ store: SessionStore, _ range: FixRange, as format: SessionFormat, title: String) {
        self.store = store
        self.range = range
        self.format = format
        self.title = title
    }

    /// The result of an export.
    public struct Report: Equatable, Sendable {
        var fixes = 0
        /// Fixes that the format cannot hold: in GPX, those without a position.
        public var leftOut = 0
    }

    /// Writes the export.
    /// - Parameter put: Receives the bytes in order; returning false ends the export early. The closing bytes still follow, so
    ///   that even a shortened GPX is a valid document.
    /// - Returns: The counts up to the end or the point where `put` returned false.
    /// - Throws: Any error of the store; `mixed` for a GPX of several tracks, which it would join into one.
    public func write(_ put: ([UInt8]) -> Bool) throws(SessionError) -> Report {
        let names = try store.extraNames(of: range.recording)
        var report = Report()
        let kinds = try store.kinds(of: range)
        if format == .gpx, kinds.withTrack, try store.hasSeveralTracks(range) {
            throw SessionError(
                kind: .mixed, path: store.path, message: "its several tracks would be one in GPX",
                remedy: "export them as CSV or JSON lines")
        }
        var gpx = GPXDocument(extraNames: names), csv = SessionTable(extraNames: names, kinds)
        var bytes: [UInt8] = []
        switch format {
        case .gpx: gpx.begin(title: title, to: &bytes)
        case .csv: csv.begin(to: &bytes)
        case .jsonl: break
        }
        var next = range.first
        while true {
            let fixes = try store.fixes(of: range, from: next, most: Self.page)
            guard let last = fixes.last else { break }
            for fix in fixes {
                switch format {
                case .gpx: if !gpx.add(fix.fix, to: &bytes) { report.leftOut += 1 }
                case .csv: csv.add(fix, to: &bytes)
                case .jsonl:
                    bytes.append(contentsOf: fix.trackLine.utf8)
                    bytes.append(0x0A)
                }
                report.fixes += 1
            }
            let continues = put(bytes)
            bytes.removeAll(keepingCapacity: true)
            guard continues else { break }
            next = last.number + 1
        }
        if format == .gpx { gpx.end(to: &bytes) }
        _ = put(bytes)
        return report
    }
}

/// An export format for a session.
public enum SessionFormat: String, Sendable, CaseIterable {
    /// GPX 1.1 of one track; reading it back restores every field that GPX can hold.
    case gpx
    /// A table with a header: the fix without its segment, its further columns, and the tracker's results.
    case csv
    /// The lines that `track` printed during the recording, byte for byte.
    case jsonl
}
