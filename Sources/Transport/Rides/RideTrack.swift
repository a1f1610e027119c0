import Tracking

/// One of the tracks that are heard together: what its tracker said, and when it comes.
public struct RideTrack: Sendable {
    /// What messages and logs call it: the input's own id of it, its file, or both.
    public let name: String
    public let journey: Journey
    /// Its first and its last instant.
    public let start: TrackTime
    public let end: TrackTime
    /// When something happened last that the preset has a sound for.
    let lastEvent: TrackTime?

    /// Heard seconds that the last event has to sound.
    static let tail = 1.5

    /// The last sample of its sound by `clock`, before its fade: the track's end, and what the last event takes to sound.
    func lastSample(by clock: TrackClock) -> Int64 {
        let last = clock.sample(at: end)
        guard let lastEvent else { return last }
        return max(last, clock.sample(at: lastEvent) + Int64(Double(clock.rate) * Self.tail))
    }
}
