// SPDX-License-Identifier: MIT
/// A track as the rest of the program reads it: updates in order of time, with ticks in its gaps (`TrackerStep`). Pull it from
/// one thread at a time.
public struct TickingTrack {
    public enum Item: Equatable, Sendable {
        case update(TrackerUpdate)
        case fault(InputFault)
    }

    private var trackers: TrackerSet
    /// False if one tracker follows all fixes.
    private let separatesTracks: Bool
    /// The position among the tracks of the current step's track.
    private var index = 0
    public var tally: InputTally { reader.tally }
    /// The names of the fixes' extra columns.
    public var extraNames: [String] { reader.extraNames }
    private var reader: any CountingReader
    private var step: TrackerStep.Iterator?
    /// Whether gaps are filled with ticks. If not, only the fixes have updates; each includes the events of the destination that
    /// the ticks before it would have reported, so that alighting in a tunnel is not missed.
    public var fillsGaps = true

    /// - Parameters:
    ///   - separatesTracks: each track that the reader distinguishes has its own tracker; only then does an update name its track in
    ///     `track`.
    ///   - isLive: the source reports events as they happen: if its clock is set back, its track starts again.
    public init(
        _ reader: any CountingReader, tracker maker: @escaping TrackerMaker = MotionTracker.maker, separatesTracks: Bool = false,
        isLive: Bool = false
    ) {
        self.reader = reader
        let names = reader.extraNames
        trackers = TrackerSet(isLive: isLive) { maker(names) }
        self.separatesTracks = separatesTracks
    }

    /// The tracks so far, in order of appearance; nil for the fixes that name none. Empty if tracks are not distinguished.
    public var tracks: [String?] { separatesTracks ? trackers.names : [] }
    /// The tracks left out for lack of room, and the number of their fixes.
    public var leftOut: (tracks: [String?], fixes: Int) { (trackers.leftOut, trackers.fixesLeftOut) }

    /// Returns the next update or fault, or nil at the end.
    /// - Throws: the reader's errors.
    public mutating func next() throws(InputFault) -> Item? {
        while true {
            if var update = step?.next() {
                if separatesTracks { update.track = trackers.names[index] }
                return .update(update)
            }
            step = nil
            switch try reader.next() {
            case nil: return nil
            case .fault(let fault)?: return .fault(fault)
            case .fix(let fix)?:
                guard let (index, step) = trackers.step(to: fix, of: separatesTracks ? fix.track : nil) else { continue }
                self.index = index
                guard step.tickCount == 0 || !fillsGaps else {
                    self.step = step.makeIterator()
                    continue
                }
                var update = step.updateWithoutTicks
                if separatesTracks { update.track = trackers.names[index] }
                return .update(update)
            }
        }
    }
}
