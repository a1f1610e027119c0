// SPDX-License-Identifier: MIT
/// Assigns times to a track recorded without any, as if it had been travelled at one speed.
public struct PaceClock: Equatable, Sendable {
    /// The speed in metres per second, above 0.
    let speed: Double
    private var time = TrackTime(nanoseconds: 0)
    private var isStarted = false
    private var last: TrackPlace?

    /// - Parameter speed: metres per second; nil is returned unless it is above 0 and finite.
    public init?(speed: Double) {
        guard speed > 0, speed.isFinite else { return nil }
        self.speed = speed
    }

    /// The time at which the next position is reached, at least a millisecond after the previous one.
    /// - Parameter point: nil for a fix without a position, which is a millisecond after the previous one.
    mutating func time(at point: TrackPlace?) -> TrackTime {
        if isStarted {
            let distance = point.flatMap { last?.distance(to: $0) } ?? 0
            // A step is limited to a century, so that no speed can overflow the clock.
            let seconds = min(distance / speed, 3e9)
            time.nanoseconds = min(time.nanoseconds, 3_000_000_000_000_000_000) + max(1_000_000, Int64((seconds * 1e9).rounded()))
        }
        isStarted = true
        last = point ?? last
        return time
    }
}
