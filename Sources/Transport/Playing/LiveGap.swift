// SPDX-License-Identifier: MIT
import Tracking

/// Detects gaps between the fixes of a live track: ticks while a gap lasts, and suppresses events already reported. Control
/// side, one owner.
///
/// A gap is measured from the moment at which the last fix was played, not by the fixes' own times, so that a source with a
/// slow clock or a long transmission delay is not treated as lost.
struct LiveGap {
    /// The time of the last fix that was played, and the clock that continues from it.
    private var last: (time: TrackTime, clock: TrackClock)?
    private var lastTick: TrackTime?
    /// True between `fix lost` and `fix back`.
    private(set) var isLost = false
    /// The events that ticks have reported, with their times: a fix older than the tick must not report them again.
    private var reportedAhead: [(event: TrackEvent, time: TrackTime)] = []

    /// The update to play for one that arrived; nil if a tick has already covered it.
    /// - Parameter track: the clock of the track, which gives the speed.
    mutating func admit(_ update: TrackerUpdate, at sample: Int64, by track: TrackClock) -> TrackerUpdate? {
        var update = update
        if update.estimated {
            if let lastTick, update.time <= lastTick { return nil }
            if isLost { update.events.removeAll { $0.kind == .fixLost } }
            if update.events.contains(where: { $0.kind == .fixLost }) { isLost = true }
            return update
        }
        reportedAhead.removeAll { $0.time < update.time }
        update.events.removeAll { event in reportedAhead.contains { $0.event == event } }
        let saysNoFix = update.fix?.isNoFix == true
        if isLost {
            update.events.removeAll { $0.kind == .fixLost || $0.kind == .fixBack }
            if !saysNoFix { update.events.insert(TrackEvent(.fixBack), at: 0) }
        }
        isLost = saysNoFix
        lastTick = nil
        last = (update.time, TrackClock(time0: update.time, sample0: sample, rate: track.rate, speed: track.speed))
        return update
    }

    /// The tracker's update for the gap at `sample`: ten per second of track time, once the gap is long enough.
    /// - Parameter estimate: the state after the last fix that was played; returns nil if it belongs to another fix.
    mutating func tick(at sample: Int64, by estimate: any TrackerEstimate) -> TrackerUpdate? {
        guard let last, last.time == estimate.lastTime else { return nil }
        let now = last.clock.time(at: sample)
        guard now.seconds(since: last.time) > estimate.gapAfter else { return nil }
        let previous = lastTick ?? last.time
        guard now.nanoseconds - previous.nanoseconds >= MotionTracker.tick else { return nil }
        lastTick = now
        let update = estimate.tick(at: now, after: previous)
        if update.events.contains(where: { $0.kind == .fixLost }) { isLost = true }
        reportedAhead += update.events.filter { $0.kind != .fixLost }.map { ($0, now) }
        return update
    }

    /// Adjusts the clock after the track has stood still from `sample` on and resumes at `start`.
    mutating func reschedule(from sample: Int64, at start: Int64, speed: Double) {
        guard let clock = last?.clock else { return }
        last?.clock = TrackClock(time0: clock.time(at: sample), sample0: start, rate: clock.rate, speed: speed)
    }
}
