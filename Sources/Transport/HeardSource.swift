import Tracking

/// An update and the sample at which it is heard.
struct HeardUpdate: Sendable {
    var update: TrackerUpdate
    var sample: Int64
}

/// The updates of a track by the sample at which they are heard. One taker.
public struct HeardSource {
    private let stream: UpdateStream
    let clock: TrackClock
    private let end: TrackTime
    private var pending: TrackerUpdate?
    /// The newest update before listening begins; what happened there has no place in the sound.
    private var prelude: TrackerUpdate?

    /// - Parameters:
    ///   - clock: its `time0` is where listening begins; of earlier updates only the last is heard, at its `sample0`.
    ///   - end: later updates are not heard.
    public init(_ stream: UpdateStream, clock: TrackClock, end: TrackTime = TrackTime(nanoseconds: .max)) {
        self.stream = stream
        self.clock = clock
        self.end = end
    }

    /// The next update that is heard before `sample`, or nil when there is none; waits for the track.
    mutating func next(before sample: Int64) async throws -> HeardUpdate? {
        while pending == nil {
            guard let update = try await stream.next() else { break }
            sift(update)
        }
        return release(before: sample)
    }

    /// The same without waiting for the track.
    mutating func nextReady(before sample: Int64) throws -> HeardUpdate? {
        while pending == nil, case .update(let update) = try stream.look() { sift(update) }
        return release(before: sample)
    }

    private mutating func sift(_ update: TrackerUpdate) {
        if update.time < clock.time0 {
            prelude = update
            prelude?.events = []
        } else {
            pending = update
        }
    }

    private mutating func release(before sample: Int64) -> HeardUpdate? {
        if let update = prelude, pending != nil, clock.sample0 < sample {
            prelude = nil
            return HeardUpdate(update: update, sample: clock.sample0)
        }
        guard let update = pending, update.time <= end else { return nil }
        let due = clock.sample(at: update.time)
        guard due < sample else { return nil }
        pending = nil
        return HeardUpdate(update: update, sample: due)
    }
}
