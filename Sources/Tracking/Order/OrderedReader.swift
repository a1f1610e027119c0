/// Gives the fixes of a recorded input in the order of their times, whatever the order of its segments, folders or rows: only what
/// comes as it happens can be late.
///
/// The first `next` reads the input through for its order (`TimeOrder`), and keeps what it reads (`ItemSpool`). What is in order is
/// given as it stands; what is not is sorted (`FixSorter`), its faults and the fixes without a time first, and that is noted. Each of
/// the things that are followed apart has an order of its own.
public struct OrderedReader: FixReader {
    private enum Phase {
        case unread
        case asItStands
        case collecting
        case sorted
    }

    public var extraNames: [String] { reader.extraNames }
    public var notes: [String] { reader.notes + note }
    private var reader: any FixReader
    private let source: String
    private let isApart: Bool
    private var phase = Phase.unread
    private var items: ItemSpool
    /// What ended the reading.
    private var failure: InputFault?
    private var keys = TimeOrderKeys(isApart: false, clockSteps: [])
    private var marksSegments = false
    private var sorter: FixSorter
    private var note: [String] = []

    /// - Parameters:
    ///   - source: the input's name, for messages.
    ///   - isApart: each of the things that it tells apart has an order of its own.
    public init(_ reader: any FixReader, source: String, isApart: Bool) {
        self.reader = reader
        self.source = source
        self.isApart = isApart
        items = ItemSpool(for: source)
        sorter = FixSorter(source: source)
    }

    /// - Throws: what the input's own reader throws, after all its fixes; `unreadable` where there is no room to keep or sort them.
    public mutating func next() throws(InputFault) -> ReaderItem? {
        while true {
            switch phase {
            case .unread: try look()
            case .asItStands:
                if let item = try items.take() { return item }
                return try end()
            case .collecting:
                if let item = try collect() { return item }
            case .sorted:
                if let fix = try sorter.next() { return .fix(fix) }
                return try end()
            }
        }
    }

    /// What ended the reading comes after all that was read.
    private mutating func end() throws(InputFault) -> ReaderItem? {
        guard let failure else { return nil }
        self.failure = nil
        throw failure
    }

    /// Reads it through for its order.
    private mutating func look() throws(InputFault) {
        var times = TimeOrder(isApart: isApart)
        while let item = readOn() {
            if case .fix(let fix) = item { times.take(fix) }
            try items.add(item)
        }
        try items.end()
        times.end()
        guard !times.isInOrder else { return phase = .asItStands }
        note = ["\(source): \(times.pieces) pieces that stood out of the order of their times were put in order"]
        keys = TimeOrderKeys(isApart: isApart, clockSteps: times.clockSteps)
        marksSegments = times.marksSegments
        phase = .collecting
    }

    /// The reader's next item, until it ends or fails.
    private mutating func readOn() -> ReaderItem? {
        do throws(InputFault) { return try reader.next() } catch { failure = error }
        return nil
    }

    /// Takes all in to be sorted; gives what is not sorted, and nil at the end.
    private mutating func collect() throws(InputFault) -> ReaderItem? {
        while let item = try items.take() {
            guard case .fix(var fix) = item, let time = fix.time else { return item }
            // What stands first in the input begins its segment without a mark, and need not come first.
            if marksSegments, keys.isFirst(fix) { fix.startsSegment = true }
            try sorter.add(fix, key: keys.key(of: fix, at: time))
        }
        try sorter.end()
        phase = .sorted
        return nil
    }
}
