import Tracking

/// The silence between the fixes of a live track: ticks while it lasts, and nothing told twice. Control side, one owner.
///
/// A silence is measured from the moment at which the last fix was heard, not by the fixes' own times: a source whose
/// clock is slow, or whose fixes travel for long, is not taken for lost.
struct LiveGap {
    /// The last fix that was heard.
    private var fixTime: TrackTime?
    /// Runs on from it.
    private var clock: TrackClock?
    private var lastTick: TrackTime?
    /// True once `fix lost` was said and `fix back` was not.
    private(set) var isLost = false

    /// What is to be heard of an update that came in; nil when a tick has said it already.
    /// - Parameter track: the clock of the track, whose speed counts.
    mutating func admit(_ update: TrackerUpdate, at sample: Int64, by track: TrackClock) -> TrackerUpdate? {
        var update = update
        if update.estimated {
            if let lastTick, update.time <= lastTick { return nil }
            if isLost { update.events.removeAll { $0.name == "fix lost" } }
            if update.events.contains(where: { $0.name == "fix lost" }) { isLost = true }
            return update
        }
        let saysNoFix = update.fix?.isNoFix == true
        if isLost {
            update.events.removeAll { $0.name == "fix lost" || $0.name == "fix back" }
            if !saysNoFix { update.events.insert(TrackEvent(name: "fix back"), at: 0) }
        }
        isLost = saysNoFix
        lastTick = nil
        fixTime = update.time
        clock = TrackClock(time0: update.time, sample0: sample, rate: track.rate, speed: track.speed)
        return update
    }

    /// What the tracker makes of the silence at `sample`: ten times a second of track time once it is long enough.
    /// - Parameter estimate: as the last fix that was heard left it; after another one, nothing is said.
    mutating func tick(at sample: Int64, by estimate: any TrackerEstimate) -> TrackerUpdate? {
        guard let clock, let last = estimate.lastTime, last == fixTime else { return nil }
        let now = clock.time(at: sample)
        guard now.seconds(since: last) > estimate.gapAfter else { return nil }
        let previous = lastTick ?? last
        guard now.nanoseconds - previous.nanoseconds >= MotionTracker.tick else { return nil }
        lastTick = now
        let update = estimate.tick(at: now, after: previous)
        if !update.events.isEmpty { isLost = true }
        return update
    }

    /// The track stood still from `sample` on and goes on at `start`.
    mutating func goOn(from sample: Int64, at start: Int64, speed: Double) {
        clock = clock.map { TrackClock(time0: $0.time(at: sample), sample0: start, rate: $0.rate, speed: speed) }
    }
}
