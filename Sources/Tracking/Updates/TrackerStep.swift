// SPDX-License-Identifier: MIT
/// The tracker's output on the way to one fix: ticks if there was a gap, then the update.
///
/// A gap is an interval longer than max(2 s, 2.5 times the usual one). Its first hour is filled with a tick every 0.1 s of track
/// time; after that only the age of the fix could change. Where fixes are usually over ten minutes apart, ticks are as many and
/// fill six usual intervals. Ticks are computed on demand from the tracker's state before the fix.
public struct TrackerStep: Sequence, Sendable {
    /// The update of the fix.
    public let update: TrackerUpdate
    /// The number of ticks before it.
    public let tickCount: Int64
    /// The tracker's estimates before the fix; nil if there are no ticks.
    let before: (any TrackerEstimate)?

    /// - Parameter before: the tracker's estimates before the fix, which make the ticks. Nil if there are none.
    public init(update: TrackerUpdate, tickCount: Int64, before: (any TrackerEstimate)?) {
        self.update = update
        self.tickCount = before == nil ? 0 : tickCount
        self.before = before
    }

    /// The update of the fix for a reader without ticks, with the events that they would have reported.
    package var updateWithoutTicks: TrackerUpdate {
        guard tickCount > 0, let before, let last = before.lastTime else { return update }
        var update = update
        // One tick reports all events since the last fix.
        update.events = before.tick(at: before.time(ofTick: tickCount, after: last), after: last).events + update.events
        return update
    }

    public struct Iterator: IteratorProtocol {
        // Not the step itself, which would be copied for each of its parts that a tick needs.
        private let tickCount: Int64
        private let before: (any TrackerEstimate)?
        /// Nil once it has been returned.
        private var update: TrackerUpdate?
        private var returned: Int64 = 0

        fileprivate init(_ step: TrackerStep) {
            tickCount = step.tickCount
            before = step.before
            update = step.update
        }

        public mutating func next() -> TrackerUpdate? {
            if returned < tickCount, let before, let last = before.lastTime {
                returned += 1
                return before.tick(at: before.time(ofTick: returned, after: last), after: before.time(ofTick: returned - 1, after: last))
            }
            returned = tickCount
            return update.take()
        }
    }

    public func makeIterator() -> Iterator { Iterator(self) }
}

extension TrackerEstimate {
    /// Nanoseconds of track time between the ticks of a recorded gap.
    var tickInterval: Int64 { Swift.max(MotionTracker.tick, Int64(gapAfter / MotionTracker.ticksBeforeGap * 1e9)) }

    /// The time of a tick in the gap after the fix at `last`; tick 0 is that fix. It lies in the gap, though one of centuries may be
    /// longer than any number of nanoseconds.
    package func time(ofTick number: Int64, after last: TrackTime) -> TrackTime {
        TrackTime(nanoseconds: last.nanoseconds &+ number &* tickInterval)
    }
}

extension MotionTracker {
    /// The shortest nanoseconds of track time between ticks.
    public static let tick: Int64 = 100_000_000
    /// The most ticks that fit in the interval from which on there is a gap.
    fileprivate static let ticksBeforeGap = 15_000.0
    private static let leastGap = 2.0
    private static let gapIntervals = 2.5
    private static let mostTicks: UInt64 = 36_000

    /// Processes one fix; returns the ticks on the way to it and its update.
    public mutating func step(to fix: Fix) -> TrackerStep {
        let fix = fix.possible
        let ticks = tickCount(before: fix)
        let before = ticks > 0 ? self : nil
        return TrackerStep(update: process(possible: fix, afterTicks: ticks), tickCount: ticks, before: before)
    }

    /// The seconds without a fix after which ticks replace updates.
    public var gapAfter: Double { Swift.max(Self.leastGap, Self.gapIntervals * usualInterval) }

    /// The number of ticks that fill the time up to a fix; 0 if there is no gap.
    package func tickCount(before fix: Fix) -> Int64 {
        guard let time = fix.time, let last = lastTime, time > last, canBeGap(before: fix) else { return 0 }
        let passed = UInt64(bitPattern: time.nanoseconds &- last.nanoseconds)
        guard Double(passed) / 1e9 > gapAfter else { return 0 }
        // The fix's own moment has its update, not a tick.
        return Int64(Swift.min((passed - 1) / UInt64(tickInterval), Self.mostTicks))
    }
}
