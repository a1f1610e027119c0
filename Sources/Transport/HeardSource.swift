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

    private let stream: any UpdateSource
    /// The same, where it can be waited for.
    private let awaited: UpdateStream?
    private(set) var clock: TrackClock
    /// Where listening begins.
    private let start: TrackTime
    private let end: TrackTime
    /// Taken from the stream, or given back, but not yet heard; oldest first.
    private var pending: [TrackerUpdate] = []
    /// The newest update before listening begins; what happened there has no place in the sound.
    private var prelude: TrackerUpdate?
    private var hasEnded = false

    /// - Parameters:
    ///   - clock: its `time0` is where listening begins; of earlier updates only the last is heard, at its `sample0`.
    ///   - end: later updates are not heard.
    public init(_ stream: UpdateStream, clock: TrackClock, end: TrackTime = TrackTime(nanoseconds: .max)) {
        self.init(stream, awaited: stream, clock: clock, end: end)
    }

    /// The same over updates that are never waited for.
    init(live source: any UpdateSource, clock: TrackClock) { self.init(source, awaited: nil, clock: clock, end: TrackTime(nanoseconds: .max)) }

    private init(_ source: any UpdateSource, awaited: UpdateStream?, clock: TrackClock, end: TrackTime) {
        stream = source
        self.awaited = awaited
        self.clock = clock
        start = clock.time0
        self.end = end
    }

    /// The next update that is heard before `sample`, or nil when there is none; waits for the track.
    mutating func next(before sample: Int64) async throws -> HeardUpdate? {
        while pending.isEmpty, !hasEnded, let awaited {
            if let update = try await awaited.next() { sift(update) } else { hasEnded = true }
        }
        return release(before: sample)
    }

    /// The same without waiting for the track.
    /// - Parameter present: where that is heard which counts by its arrival.
    mutating func look(before sample: Int64, present: Int64) throws -> Look {
        while pending.isEmpty, !hasEnded {
            switch try stream.look() {
            case .update(let update): sift(update)
            case .end: hasEnded = true
            case .nothingYet: return .nothingYet
            }
        }
        if stream.isHeardOnArrival, !pending.isEmpty {
            let update = pending.removeFirst()
            clock = TrackClock(time0: update.time, sample0: present, rate: clock.rate, speed: clock.speed)
            return .heard(HeardUpdate(update: update, sample: present))
        }
        return release(before: sample).map { .heard($0) } ?? .nothingBefore
    }

    /// What of a track that is heard as it comes in waits to be heard.
    var depth: QueueDepth { stream.depth }

    /// What the tracker can say after the newest fix that has come in.
    var estimate: (any TrackerEstimate)? { stream.estimate }

    /// True when nothing more will be heard.
    var isExhausted: Bool { hasEnded && pending.isEmpty && prelude == nil }

    /// The instant of the track that is heard at `sample`; it stands still until the clock begins.
    func time(at sample: Int64) -> TrackTime { clock.time(at: max(sample, clock.sample0)) }

    /// Goes on by another clock; `updates` were taken but are to be heard by the new one, oldest first.
    mutating func goOn(by clock: TrackClock, with updates: [TrackerUpdate]) {
        self.clock = clock
        pending = updates + pending
    }

    private mutating func sift(_ update: TrackerUpdate) {
        if update.time < start, !stream.isHeardOnArrival {
            prelude = update
            prelude?.events = []
        } else {
            pending.append(update)
        }
    }

    private mutating func release(before sample: Int64) -> HeardUpdate? {
        if let earlier = prelude, !pending.isEmpty || hasEnded, clock.sample0 < sample {
            prelude = nil
            return HeardUpdate(update: earlier, sample: clock.sample0)
        }
        guard let update = pending.first else { return nil }
        let due = clock.sample(at: update.time)
        guard update.time <= end, due < sample else { return nil }
        pending.removeFirst()
        return HeardUpdate(update: update, sample: due)
    }
}
