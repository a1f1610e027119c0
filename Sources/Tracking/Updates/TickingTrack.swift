// SPDX-License-Identifier: MIT
/// A track as the rest of the program reads it: updates in order of time, with ticks in its gaps (`TrackerStep`). Pull it from
/// one thread at a time.
public struct TickingTrack {
    public enum Item: Equatable, Sendable {
        case update(TrackerUpdate)
        case fault(InputFault)
    }

    private var trackers: TrackerSet
    /// True if a track starts again where its clock is set back. A stream shows it by its first fix.
    public var restartsOnClockReset: Bool { reader.restartsOnClockReset }
    /// False if one tracker follows all fixes.
    private let separatesTracks: Bool
    public var tally: InputTally { reader.tally }
    /// The names of the fixes' extra columns.
    public var extraNames: [String] { reader.extraNames }
    private var reader: any CountingReader
    /// The updates up to the last fix that were not returned yet, and the index of its track in `trackers`.
    private var step: (index: Int, updates: TrackerStep.Iterator)?
    /// Whether gaps are filled with ticks. If not, only the fixes have updates; each includes the events that the ticks before it
    /// would have reported, so that neither a lost fix nor alighting in a tunnel is missed.
    public var fillsGaps = true

    /// - Parameters:
    /// - Parameter separatesTracks: each track that the reader distinguishes has its own tracker; only then does an update name its
    ///   track in `track`.
    public init(
        _ reader: any CountingReader, tracker maker: @escaping TrackerMaker = MotionTracker.maker, separatesTracks: Bool = false
    ) {
        self.reader = reader
        let names = reader.extraNames
        trackers = TrackerSet { maker(names) }
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
            if let update = step?.updates.next(), let index = step?.index { return item(update, of: index) }
            step = nil
            switch try reader.next() {
            case nil: return nil
            case .fault(let fault)?: return .fault(fault)
            case .fix(let fix)?:
                let track = separatesTracks ? fix.track : nil
                guard let (index, step) = trackers.step(to: fix, of: track, restartsOnClockReset: restartsOnClockReset) else { continue }
                guard step.tickCount == 0 || !fillsGaps else {
                    self.step = (index, step.makeIterator())
                    continue
                }
                return item(step.updateWithoutTicks, of: index)
            }
        }
    }

    private func item(_ update: consuming TrackerUpdate, of index: Int) -> Item {
        if separatesTracks { update.track = trackers.names[index] }
        return .update(update)
    }
}
