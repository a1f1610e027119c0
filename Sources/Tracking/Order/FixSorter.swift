// SPDX-License-Identifier: MIT
import HeapModule

/// Sorts fixes by their keys; fixes with the same key stay in order of arrival.
///
/// Memory is bounded: beyond eight megabytes, fixes go to an unnamed temporary file, in sorted runs that are merged. Call `add`,
/// then `end`, then `next`. One owner.
struct FixSorter {
    /// The maximum bytes of fixes held in memory.
    private static let usualMost = 8 << 20

    /// One fix, written in `bytes`.
    private struct Entry {
        let key: TrackTime
        let start, end: Int
    }

    private let most: Int
    private let source: String
    private var bytes: [UInt8] = []
    private var entries: [Entry] = []
    private var place = 0
    private var file: ByteStore?
    /// The unfinished runs in the file, the smallest key first.
    private var runs = Heap<SortedRun>()

    /// - Parameters:
    ///   - source: the input's name, for messages.
    ///   - most: the maximum bytes of fixes held in memory.
    init(source: String, most: Int = FixSorter.usualMost) {
        self.source = source
        self.most = most
    }

    mutating func add(_ fix: Fix, key: TrackTime) throws(InputFault) {
        let start = bytes.count
        fix.write(to: &bytes)
        entries.append(Entry(key: key, start: start, end: bytes.count))
        if bytes.count >= most { try writeRun() }
    }

    /// Ends the input.
    mutating func end() throws(InputFault) {
        guard file != nil else { return sortEntries() }
        try writeRun()
        bytes = []
        entries = []
    }

    /// Returns the next fix in order, or nil at the end.
    mutating func next() throws(InputFault) -> Fix? {
        guard let file else {
            guard place < entries.count else { return nil }
            let entry = entries[place]
            place += 1
            var record = RecordReader(bytes, from: entry.start)
            return Fix(from: &record)
        }
        guard var first = runs.popMin() else { return nil }
        var record = first.record
        let fix = Fix(from: &record)
        if try first.advance(in: file) { runs.insert(first) }
        return fix
    }

    private mutating func sortEntries() { entries.sort { $0.key < $1.key || ($0.key == $1.key && $0.start < $1.start) } }

    private mutating func writeRun() throws(InputFault) {
        guard !entries.isEmpty else { return }
        sortEntries()
        if file == nil { file = ByteStore(for: source, inMemory: 0) }
        guard let file else { return }
        let start = file.count
        var piece: [UInt8] = []
        for entry in entries {
            SortedRun.writeHead(key: entry.key, length: entry.end - entry.start, to: &piece)
            piece.append(contentsOf: bytes[entry.start..<entry.end])
            if piece.count >= 1 << 16 {
                try file.append(piece)
                piece.removeAll(keepingCapacity: true)
            }
        }
        try file.append(piece)
        var run = SortedRun(number: runs.count, from: start, to: file.count)
        if try run.advance(in: file) { runs.insert(run) }
        bytes.removeAll(keepingCapacity: true)
        entries.removeAll(keepingCapacity: true)
    }
}

/// A sorted run of fixes in a file, read piece by piece.
private struct SortedRun: Comparable {
    /// The bytes before each fix: its key and its length.
    private static let headSize = 12
    private static let pieceSize = 1 << 14

    private let number: Int
    private var place: Int
    private let end: Int
    private var piece: [UInt8] = []
    private var start = 0
    /// The key of the current fix.
    private var key = TrackTime(nanoseconds: 0)
    private(set) var record = RecordReader([])

    init(number: Int, from place: Int, to end: Int) {
        self.number = number
        self.place = place
        self.end = end
    }

    static func == (a: SortedRun, b: SortedRun) -> Bool { a.number == b.number }
    static func < (a: SortedRun, b: SortedRun) -> Bool { a.key < b.key || (a.key == b.key && a.number < b.number) }

    static func writeHead(key: TrackTime, length: Int, to bytes: inout [UInt8]) {
        bytes.put(key.nanoseconds)
        bytes.put(UInt32(length))
    }

    /// Advances to the next fix.
    /// - Returns: false at the end.
    mutating func advance(in file: ByteStore) throws(InputFault) -> Bool {
        record = RecordReader([])
        guard try fill(Self.headSize, from: file) else { return false }
        var head = RecordReader(piece, from: start)
        let nanoseconds = head.take(Int64.self)
        let length = Int(head.take(UInt32.self))
        guard try fill(Self.headSize + length, from: file) else { return false }
        key = TrackTime(nanoseconds: nanoseconds)
        record = RecordReader(piece, from: start + Self.headSize)
        start += Self.headSize + length
        return true
    }

    /// Ensures that this many bytes from `start` are in memory.
    private mutating func fill(_ count: Int, from file: ByteStore) throws(InputFault) -> Bool {
        if piece.count - start >= count { return true }
        piece.removeFirst(start)
        start = 0
        let wanted = min(max(count, Self.pieceSize), piece.count + end - place)
        guard wanted >= count else { return false }
        let more = try file.read(wanted - piece.count, at: place)
        place += more.count
        piece.append(contentsOf: more)
        return true
    }
}
