import Tracking

/// An update and the sample at which it is heard.
struct HeardUpdate: Sendable {
    var update: TrackerUpdate
    var sample: Int64
}

/// The updates of a track by the sample at which they are heard. One taker.
public struct HeardSource {
    /// What a look without waiting found.
    enum Look {
        case heard(HeardUpdate)
        /// The next one is heard later, or there is none.
        case nothingBefore
        /// The next one has not come in yet.
        case nothingYet
    }

    private var updates: any UpdateSource
    private(set) var clock: TrackClock
    /// Where listening begins.
    private let start: TrackTime
    private let end: TrackTime
    /// Taken, or given back, but not yet heard; oldest first.
    private var pending: [TrackerUpdate] = []
    /// How many of them have been heard.
    private var heard = 0
    /// The newest update before listening begins; what happened there has no place in the sound.
    private var prelude: TrackerUpdate?
    private var hasEnded = false

    /// - Parameters:
    ///   - start: where listening begins; nil: where the clock does. Of earlier updates only the last is heard, at the clock's `sample0`.
    ///   - end: later updates are not heard.
    public init(_ journey: Journey, clock: TrackClock, from start: TrackTime? = nil, end: TrackTime = TrackTime(nanoseconds: .max)) {
        updates = journey.updates(from: start ?? clock.time0)
        self.clock = clock
        self.start = start ?? clock.time0
        self.end = end
    }

    /// The same over updates that come as they come.
    init(live source: any UpdateSource, clock: TrackClock) {
        updates = source
        self.clock = clock
        start = clock.time0
        end = TrackTime(nanoseconds: .max)
    }

    /// The next update of a recorded track that is heard before `sample`, or nil when there is none.
    mutating func next(before sample: Int64) throws -> HeardUpdate? {
        if case .heard(let update) = try look(before: sample, present: 0) { update } else { nil }
    }

    /// - Parameter present: where that is heard which counts by its arrival.
    mutating func look(before sample: Int64, present: Int64) throws -> Look {
        guard try find() else { return .nothingYet }
        if updates.isHeardOnArrival, !isEmpty {
            let update = removeFirst()
            clock = TrackClock(time0: update.time, sample0: present, rate: clock.rate, speed: clock.speed)
            return .heard(HeardUpdate(update: update, sample: present))
        }
        return release(before: sample).map { .heard($0) } ?? .nothingBefore
    }

    /// What was known where listening begins, which is heard as its first.
    mutating func opening() throws -> TrackerUpdate? {
        _ = try find()
        defer { prelude = nil }
        return prelude
    }

    /// Takes what has come in, until there is what is heard first; does not wait.
    /// - Returns: false when it has not come in yet.
    private mutating func find() throws -> Bool {
        while isEmpty, !hasEnded {
            switch try updates.look() {
            case .update(let update): sift(update)
            case .end: hasEnded = true
            case .nothingYet: return false
            }
        }
        return true
    }

    /// What of a track that is heard as it comes in waits to be heard.
    var depth: QueueDepth { updates.depth }

    /// What the tracker of a live track can say after the newest fix that has come in.
    var estimate: (any TrackerEstimate)? { updates.estimate }

    /// True when nothing more will be heard.
    var isExhausted: Bool { hasEnded && isEmpty && prelude == nil }

    /// The instant of the track that is heard at `sample`; it stands still until the clock begins.
    func time(at sample: Int64) -> TrackTime { clock.time(at: max(sample, clock.sample0)) }

    /// Goes on by another clock; `updates` were taken but are to be heard by the new one, oldest first.
    mutating func goOn(by clock: TrackClock, with updates: [TrackerUpdate]) {
        self.clock = clock
        pending = updates + pending[heard...]
        heard = 0
    }

    /// True when nothing that was taken waits to be heard.
    private var isEmpty: Bool { heard == pending.count }

    private mutating func removeFirst() -> TrackerUpdate {
        let update = pending[heard]
        heard += 1
        if isEmpty {
            pending.removeAll(keepingCapacity: true)
            heard = 0
        }
        return update
    }

    private mutating func sift(_ update: TrackerUpdate) {
        if update.time < start, !updates.isHeardOnArrival {
            prelude = update
            prelude?.events = []
        } else {
            pending.append(update)
        }
    }

    private mutating func release(before sample: Int64) -> HeardUpdate? {
        if let earlier = prelude, !isEmpty || hasEnded, clock.sample0 < sample {
            prelude = nil
            return HeardUpdate(update: earlier, sample: clock.sample0)
        }
        guard !isEmpty else { return nil }
        let time = pending[heard].time
        let due = clock.sample(at: time)
        guard time <= end, due < sample else { return nil }
        return HeardUpdate(update: removeFirst(), sample: due)
    }
}
