// SPDX-License-Identifier: MIT
import PlainText

/// Returns the fixes of a recorded input in order of time, regardless of the order of its segments, folders or rows: only live
/// input can be late.
///
/// The first `next` reads the entire input to determine its order (`TimeOrder`), and spools it (`ItemSpool`). Input in order is
/// returned unchanged. Input out of order is sorted (`FixSorter`), with its faults and the fixes without a time first, and that
/// is noted. Tracks that are followed separately are ordered separately, also those that a document has at the same time
/// (`DocumentTracks`).
public struct OrderedReader: FixReader {
    private enum Phase {
        case unread
        case unchanged
        case collecting
        case sorted
    }

    public var extraNames: [String] { reader.extraNames }
    public var notes: [String] { reader.notes + note }
    /// The tracks of a document that are at the same time but are read as one.
    public private(set) var documentTracks: [DocumentTrack] = []
    private var reader: any FixReader
    private let source: String
    private let choice: TrackChoice
    private var separatesTracks: Bool { choice == .separate }
    private var phase = Phase.unread
    private var items: ItemSpool
    /// The objects of a document with several at the same time, in the order of its fixes, and the number of fixes taken.
    private var objects: [(place: Int, id: String)] = []
    private var takenCount = 0
    /// The error that ended the reading.
    private var failure: InputFault?
    private var keys = TimeOrderKeys(separatesTracks: false, clockSteps: [])
    /// Whether the source marks breaks.
    private var marksSegments = false
    private var sorter: FixSorter
    /// The notes about tracks read as one and about sorting.
    private var note: [String] = []

    /// - Parameters:
    ///   - source: the input's name, for messages.
    ///   - choice: the tracks that are returned. Separate ones are ordered separately.
    public init(_ reader: any FixReader, source: String, choice: TrackChoice) {
        self.reader = reader
        self.source = source
        self.choice = choice
        items = ItemSpool(for: source)
        sorter = FixSorter(source: source)
    }

    /// - Throws: the errors of the input's own reader, after all its fixes; `unreadable` if there is no room to spool or sort
    ///   them.
    public mutating func next() throws(InputFault) -> ReaderItem? {
        while true {
            switch phase {
            case .unread: try determineOrder()
            case .unchanged:
                if let item = try takeItem() { return item }
                return try end()
            case .collecting:
                if let item = try collect() { return item }
            case .sorted:
                if let fix = try sorter.next() { return .fix(fix) }
                return try end()
            }
        }
    }

    /// Throws the error that ended the reading, after everything that was read.
    private func end() throws(InputFault) -> ReaderItem? {
        if let failure { throw failure }
        return nil
    }

    /// Reads the entire input to determine its order.
    private mutating func determineOrder() throws(InputFault) {
        var times = TimeOrder(separatesTracks: separatesTracks)
        var tracks = DocumentTracks()
        var keptCount = 0
        while let item = nextItem() {
            if case .fix(let fix) = item {
                tracks.take(fix, of: reader.documentTracks, at: keptCount)
                guard mayBeChosen(fix) else { continue }
                times.take(fix)
                keptCount += 1
            }
            try items.add(item)
        }
        try items.end()
        if choice == .together {
            let ids = tracks.objects.map(\.id).uniqued()
            if !ids.isEmpty {
                documentTracks = reader.documentTracks
                note = ["\(source): tracks at the same time are read as one: \(ListText.first(8, of: ids)); --only ID reads one of them"]
            }
        } else {
            objects = tracks.objects
        }
        if !objects.isEmpty {
            times = TimeOrder(separatesTracks: separatesTracks)
            while let item = try takeItem() { if case .fix(let fix) = item { times.take(fix) } }
            items.rewind()
            takenCount = 0
        }
        times.end()
        guard !times.isInOrder else { return phase = .unchanged }
        note += ["\(source): \(times.pieces) stretches were out of time order and have been sorted"]
        keys = TimeOrderKeys(separatesTracks: separatesTracks, clockSteps: times.clockSteps)
        marksSegments = times.marksSegments
        phase = .collecting
    }

    /// The reader's next item, until it ends or fails.
    private mutating func nextItem() -> ReaderItem? {
        do throws(InputFault) { return try reader.next() } catch { failure = error }
        return nil
    }

    /// Whether a fix may be of a chosen track: one of a document with several tracks has no id before its end.
    private func mayBeChosen(_ fix: Fix) -> Bool { choice.includes(fix) || fix.track == nil && !reader.documentTracks.isEmpty }

    /// The next item in the order of the input, without the fixes of other tracks.
    private mutating func takeItem() throws(InputFault) -> ReaderItem? {
        while let item = try items.take() {
            guard case .fix(let fix) = item else { return item }
            defer { takenCount += 1 }
            let next = fix.track == nil ? objects.partitioningIndex { $0.place > takenCount } : 0
            if next > 0 {
                var named = fix
                named.track = objects[next - 1].id
                if choice.includes(named) { return .fix(named) }
            } else if choice.includes(fix) {
                return item
            }
        }
        return nil
    }

    /// Adds all fixes to the sorter; returns items that are not sorted, and nil at the end.
    private mutating func collect() throws(InputFault) -> ReaderItem? {
        while let item = try takeItem() {
            guard case .fix(var fix) = item, let time = fix.time else { return item }
            // The first fix of the input begins its segment without a mark, and may not be the first after sorting.
            if marksSegments, keys.isFirst(fix) { fix.startsSegment = true }
            try sorter.add(fix, key: keys.key(of: fix, at: time))
        }
        try sorter.end()
        phase = .sorted
        return nil
    }
}
