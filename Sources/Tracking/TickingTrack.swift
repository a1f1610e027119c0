/// A recorded track as the rest of the program takes it in: updates in order of time, ticks in its gaps (`TrackerStep`).
/// Pull it from one thread at a time.
public struct TickingTrack {
    public enum Item: Equatable, Sendable {
        case update(TrackerUpdate)
        case fault(InputFault)
    }

    private var tracker: any Tracker
    public var tally: InputTally { reader.tally }
    /// Names of the fixes' further columns.
    public var extraNames: [String] { reader.extraNames }
    private var reader: TimedReader
    private var step: TrackerStep.Iterator?

    public init(_ reader: TimedReader, tracker maker: TrackerMaker = MotionTracker.maker) {
        self.reader = reader
        tracker = maker(reader.extraNames)
    }

    /// The next update or fault, or nil at the end. Throws what the reader throws.
    public mutating func next() throws(InputFault) -> Item? {
        while true {
            if let update = step?.next() { return .update(update) }
            switch try reader.next() {
            case nil: return nil
            case .fault(let fault)?: return .fault(fault)
            case .fix(let fix)?: step = tracker.step(to: fix).makeIterator()
            }
        }
    }
}
