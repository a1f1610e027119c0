// SPDX-License-Identifier: MIT
/// The files and answers of OwnTracks' recorder: lines of a time, a topic and a report, separated by tabs, or an object with a list of
/// reports (`{"count":180,"status":200,"data":[...]}`).
enum OwnTracksRecord {
    /// The report on a line of the recorder's files; another line as it is.
    static func report(_ line: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        guard let first = line.first, (0x30...0x39).contains(first), let open = line.firstIndex(of: 0x7B), line[open - 1] == 0x09 else {
            return line
        }
        return UnsafeBufferPointer(rebasing: line[open...])
    }

    static func isLine(_ line: ArraySlice<UInt8>) -> Bool {
        line.withUnsafeBufferPointer { report($0).count < $0.count } && String(decoding: line, as: UTF8.self).contains("\"_type\"")
    }

    /// Whether a document begins as an object with a list of reports.
    static func isList(_ head: ArraySlice<UInt8>) -> Bool {
        guard head.first == 0x7B, let open = head.firstIndex(of: 0x5B) else { return false }
        let before = String(decoding: head[..<open].filter { $0 > 0x20 }, as: UTF8.self)
        let list = String(decoding: head[open...], as: UTF8.self)
        return (before.hasSuffix("\"data\":") || before.hasSuffix("\"locations\":")) && !before.dropFirst().contains("{")
            && list.contains("\"_type\"")
    }
}
