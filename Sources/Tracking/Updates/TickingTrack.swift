/// A track as the rest of the program takes it in: updates in order of time, ticks in its gaps (`TrackerStep`).
/// Pull it from one thread at a time.
public struct TickingTrack {
    public enum Item: Equatable, Sendable {
        case update(TrackerUpdate)
        case fault(InputFault)
    }

    private var trackers: TrackerSet
    /// False where one tracker follows all.
    private let isApart: Bool
    /// Whose step it is.
    private var place = 0
    public var tally: InputTally { reader.tally }
    /// Names of the fixes' further columns.
    public var extraNames: [String] { reader.extraNames }
    private var reader: any TalliedReader
    private var step: TrackerStep.Iterator?

    /// - Parameters:
    ///   - apart: each of the things that the reader tells apart has a tracker of its own; only then does an update say in
    ///     `track` whose it is.
    ///   - isLive: the source tells as things happen: a clock that is set back begins its track anew.
    public init(_ reader: any TalliedReader, tracker maker: @escaping TrackerMaker = MotionTracker.maker, apart: Bool = false, isLive: Bool = false) {
        self.reader = reader
        let names = reader.extraNames
        trackers = TrackerSet(isLive: isLive) { maker(names) }
        isApart = apart
    }

    /// The tracks so far, in the order of their appearance; nil for the fixes that name none. Empty where they are not told apart.
    public var tracks: [String?] { isApart ? trackers.names : [] }
    /// Tracks for which there was no room, and their fixes.
    public var leftOut: (tracks: [String?], fixes: Int) { (trackers.leftOut, trackers.fixesLeftOut) }

    /// The next update or fault, or nil at the end. Throws what the reader throws.
    public mutating func next() throws(InputFault) -> Item? {
        while true {
            if var update = step?.next() {
                if isApart { update.track = trackers.names[place] }
                return .update(update)
            }
            step = nil
            switch try reader.next() {
            case nil: return nil
            case .fault(let fault)?: return .fault(fault)
            case .fix(let fix)?:
                guard let taken = trackers.step(to: fix, of: isApart ? fix.track : nil) else { continue }
                place = taken.place
                guard taken.step.tickCount == 0 else {
                    step = taken.step.makeIterator()
                    continue
                }
                var update = taken.step.update
                if isApart { update.track = trackers.names[place] }
                return .update(update)
            }
        }
    }
}
