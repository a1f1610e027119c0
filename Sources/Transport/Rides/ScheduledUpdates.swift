// SPDX-License-Identifier: MIT
import Tracking

/// An update and the sample at which it is played.
struct ScheduledUpdate: Sendable {
    var update: TrackerUpdate
    var sample: Int64
}

/// The updates of a track with the samples at which they are played. One taker.
public struct ScheduledUpdates {
    /// The result of a non-blocking look.
    enum Look {
        case due(ScheduledUpdate)
        /// The next update is due later, or there is none.
        case nothingBefore
        /// The next update has not arrived yet.
        case nothingYet
    }

    private var updates: any UpdateSource
    private(set) var clock: TrackClock
    /// The start of playback in the track.
    private let start: TrackTime
    private let end: TrackTime
    /// Updates taken or returned, but not played yet; the oldest last, where it is taken off.
    private var pending: [TrackerUpdate] = []
    /// The newest update before the start; its events are not played.
    private var prelude: TrackerUpdate?
    private var hasEnded = false

    /// - Parameters:
    ///   - start: the start of playback; nil for the clock's start. Of earlier updates only the last is played, at the clock's
    ///     `sample0`.
    ///   - end: later updates are not played.
    public init(_ journey: Journey, clock: TrackClock, from start: TrackTime? = nil, end: TrackTime = TrackTime(nanoseconds: .max)) {
        updates = journey.updates(from: start ?? clock.time0)
        self.clock = clock
        self.start = start ?? clock.time0
        self.end = end
    }

    /// The same for updates that arrive live.
    init(live source: any UpdateSource, clock: TrackClock) {
        updates = source
        self.clock = clock
        start = clock.time0
        end = TrackTime(nanoseconds: .max)
    }

    /// The next update of a recorded track that is due before `sample`, or nil if there is none.
    mutating func next(before sample: Int64) throws -> ScheduledUpdate? {
        if case .due(let update) = try look(before: sample, present: 0) { update } else { nil }
    }

    /// Looks for the next update that is due before `sample`. Never blocks.
    /// - Parameter present: the sample at which an update that is played on arrival takes effect.
    mutating func look(before sample: Int64, present: Int64) throws -> Look {
        guard try find() else { return .nothingYet }
        if updates.isPlayedOnArrival, let update = pending.popLast() {
            clock = TrackClock(time0: update.time, sample0: present, rate: clock.rate, speed: clock.speed)
            return .due(ScheduledUpdate(update: update, sample: present))
        }
        return release(before: sample).map { .due($0) } ?? .nothingBefore
    }

    /// The state at the start of playback, which is played as the first update.
    mutating func opening() throws -> TrackerUpdate? {
        _ = try find()
        defer { prelude = nil }
        return prelude
    }

    /// Takes updates that have arrived until the first one to play is found. Never blocks.
    /// - Returns: false if it has not arrived yet.
    private mutating func find() throws -> Bool {
        while pending.isEmpty, !hasEnded {
            switch try updates.look() {
            case .update(let update): sift(update)
            case .end: hasEnded = true
            case .nothingYet: return false
            }
        }
        return true
    }

    /// The queue depth of a track that is played on arrival.
    var depth: QueueDepth { updates.depth }

    /// The state of a live track's tracker after the newest fix that has arrived.
    var estimate: (any TrackerEstimate)? { updates.estimate }

    /// True if no more updates will be played.
    var isExhausted: Bool { hasEnded && pending.isEmpty && prelude == nil }

    /// The instant of the track that is played at `sample`; constant until the clock begins.
    func time(at sample: Int64) -> TrackTime { clock.time(at: max(sample, clock.sample0)) }

    /// Continues with another clock.
    /// - Parameter updates: taken already, but to be played by the new clock, oldest first.
    mutating func reschedule(by clock: TrackClock, returning updates: [TrackerUpdate] = []) {
        self.clock = clock
        pending += updates.reversed()
    }

    /// Takes in an update while none is pending.
    private mutating func sift(_ update: TrackerUpdate) {
        if update.time < start, !updates.isPlayedOnArrival {
            prelude = update
            prelude?.events = []
        } else {
            pending.append(update)
        }
    }

    private mutating func release(before sample: Int64) -> ScheduledUpdate? {
        if let earlier = prelude, !pending.isEmpty || hasEnded, clock.sample0 < sample {
            prelude = nil
            return ScheduledUpdate(update: earlier, sample: clock.sample0)
        }
        guard let time = pending.last?.time else { return nil }
        let due = clock.sample(at: time)
        guard time <= end, due < sample else { return nil }
        return pending.popLast().map { ScheduledUpdate(update: $0, sample: due) }
    }
}
