/// What the tracker says on the way to one fix: a tick every 0.1 s of track time where there was a gap, then the update.
///
/// A gap is an interval longer than max(2 s, 2.5 times the usual one). It is filled with ticks for its first hour; after
/// that nothing but the age of the fix could change. Ticks are made as they are asked for, from the tracker as it was.
public struct TrackerStep: Sequence, Sendable {
    /// The fix's own update.
    public let update: TrackerUpdate
    /// How many ticks come before it.
    public let tickCount: Int64
    /// What the tracker could say before the fix; nil where no tick asks.
    let before: (any TrackerEstimate)?

    /// - Parameter before: what the tracker could say before the fix; makes the ticks. Nil where there are none.
    public init(update: TrackerUpdate, tickCount: Int64, before: (any TrackerEstimate)?) {
        self.update = update
        self.tickCount = before == nil ? 0 : tickCount
        self.before = before
    }

    public struct Iterator: IteratorProtocol {
        private let step: TrackerStep
        private var given: Int64 = 0

        fileprivate init(_ step: TrackerStep) { self.step = step }

        public mutating func next() -> TrackerUpdate? {
            guard given <= step.tickCount else { return nil }
            given += 1
            guard given <= step.tickCount, let before = step.before, let last = before.lastTime else {
                given = step.tickCount + 1
                return step.update
            }
            return before.tick(
                at: TrackTime(nanoseconds: last.nanoseconds + given * MotionTracker.tick), after: nil)
        }
    }

    public func makeIterator() -> Iterator { Iterator(self) }
}

extension MotionTracker {
    /// Nanoseconds of track time between ticks.
    public static let tick: Int64 = 100_000_000
    private static let leastGap = 2.0
    private static let gapIntervals = 2.5
    private static let mostTicks: Int64 = 36_000

    /// Takes one fix in, and says what is to be said on the way to it.
    public mutating func step(to fix: Fix) -> TrackerStep {
        let fix = fix.possible
        let before = tickCount(before: fix) > 0 ? self : nil
        let (update, ticks) = take(possible: fix)
        return TrackerStep(update: update, tickCount: ticks, before: before)
    }

    /// Takes in a fix with nothing in it that cannot be.
    /// - Returns: its update, which nobody else holds, so that more can be added to it; and how many ticks come before it.
    package mutating func take(possible fix: Fix) -> (update: TrackerUpdate, ticks: Int64) {
        let ticks = tickCount(before: fix)
        // A loss that a tick announces is not announced again by the fix.
        let isAnnounced = Double(ticks) * Double(Self.tick) / 1e9 > lostAfter
        return (process(possible: fix, lossAnnounced: isAnnounced), ticks)
    }

    /// Seconds without a fix after which ticks speak for the tracker.
    public var gapAfter: Double { Swift.max(Self.leastGap, Self.gapIntervals * usualInterval) }

    /// How many ticks fill the time up to a fix, 0 where there is no gap.
    package func tickCount(before fix: Fix) -> Int64 {
        guard let time = fix.time, let last = lastTime, time > last else { return 0 }
        let (passed, overflow) = time.nanoseconds.subtractingReportingOverflow(last.nanoseconds)
        guard !overflow else { return Self.mostTicks }
        guard Double(passed) / 1e9 > gapAfter else { return 0 }
        // The fix itself speaks for its own moment.
        return Swift.min((passed - 1) / Self.tick, Self.mostTicks)
    }
}
