// SPDX-License-Identifier: MIT
import Tracking

/// One of the tracks that are played together: its tracker's updates, and their time span.
public struct RideTrack: Sendable {
    /// The name in messages and logs: the input's own id for it, its file, or both.
    public let name: String
    public let journey: Journey
    /// The first and the last instant.
    let start: TrackTime
    let end: TrackTime
    /// The time of the last event for which the preset has a sound.
    let lastEvent: TrackTime?
    /// Where its fixes are, divided by long gaps.
    let stretches: [ClosedRange<TrackTime>]

    /// The stretches of a track that is divided.
    static let mostStretches = 1000

    /// Seconds of playback for the sound of the last event.
    static let tail = 1.5

    /// The last sample of its sound by `clock`, before its fade: the track's end, plus the time that the last event takes to
    /// sound.
    func lastSample(by clock: TrackClock) -> Int64 {
        let last = clock.sample(at: end)
        guard let lastEvent else { return last }
        return max(last, clock.sample(at: lastEvent) + Int64(Double(clock.rate) * Self.tail))
    }
}
