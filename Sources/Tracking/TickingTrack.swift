/// A track as the rest of the program takes it in: the tracker's updates in order of time, ticks in its gaps.
///
/// A gap is an interval longer than max(2 s, 2.5 times the usual one), or before a marked break. It is filled with a tick every
/// 0.1 s of track time for its first hour; after that nothing but the age of the fix could change. Pull it from one
/// thread at a time; offline and replay use the same.
public struct TickingTrack {
    public enum Item: Equatable, Sendable {
        case update(TrackerUpdate)
        case fault(InputFault)
    }
    /// Nanoseconds of track time between ticks.
    public static let tick: Int64 = 100_000_000
    private static let leastGap = 2.0
    private static let gapIntervals = 2.5
    private static let mostTicks: Int64 = 36_000

    /// The tracker after the last update given.
    public private(set) var tracker: MotionTracker
    public var tally: InputTally { reader.tally }
    private var reader: TimedReader
    /// A fix that has been read and waits for the ticks before it.
    private var waiting: Fix?
    private var ticksGiven: Int64 = 0
    private var ticksDue: Int64 = 0
    private var lossAnnounced = false

    public init(_ reader: TimedReader) {
        self.reader = reader
        tracker = MotionTracker(extraNames: reader.extraNames)
    }

    /// The next update or fault, or nil at the end. Throws what the reader throws.
    public mutating func next() throws(InputFault) -> Item? {
        if waiting == nil {
            guard let item = try reader.next() else { return nil }
            switch item {
            case .fault(let fault): return .fault(fault)
            case .fix(let fix):
                waiting = fix
                ticksGiven = 0
                ticksDue = ticks(before: fix)
            }
        }
        if ticksGiven < ticksDue, let last = tracker.lastTime {
            ticksGiven += 1
            let update = tracker.tick(at: TrackTime(nanoseconds: last.nanoseconds + ticksGiven * Self.tick))
            if !update.events.isEmpty { lossAnnounced = true }
            return .update(update)
        }
        guard let fix = waiting else { return nil }
        waiting = nil
        let update = tracker.process(fix, lossAnnounced: lossAnnounced)
        lossAnnounced = false
        return .update(update)
    }

    private func ticks(before fix: Fix) -> Int64 {
        guard let time = fix.time, let last = tracker.lastTime, time > last else { return 0 }
        let (passed, overflow) = time.nanoseconds.subtractingReportingOverflow(last.nanoseconds)
        guard !overflow else { return Self.mostTicks }
        let seconds = Double(passed) / 1e9
        guard seconds > max(Self.leastGap, Self.gapIntervals * tracker.usualInterval) else { return 0 }
        // The fix itself speaks for its own moment.
        return min((passed - 1) / Self.tick, Self.mostTicks)
    }
}
