// SPDX-License-Identifier: MIT
import Tracking

/// One position as input of the filter.
struct TrainObservation: Sendable {
    /// Track time in seconds, and seconds since the previous observation (0 for the first).
    var time: Double
    var at: TrackTime
    var dt: Double
    var plane: TangentPlane
    /// The standard deviation of one axis of the position in metres, from the receiver alone.
    var sigma: Double
    /// In metres per second.
    var speed: Double
    /// The receiver's own speed, if it gives one.
    var measuredSpeed: Double?
    /// The standard deviation of the speed. A receiver's own speed recovers at once when its position does not.
    var speedNoise: Double
    /// The acceleration of the last seconds in m/s2, if the receiver's own speeds show it.
    var acceleration: Double?
    /// The least average speed since the previous observation.
    var leap: Double
    /// False if the speed is only a guess.
    var isSpeedKnown: Bool
    /// The direction of travel if known, as a unit vector.
    var heading: (east: Double, north: Double)?
    /// Whether the rider stands; `wasStanding` is the value at the previous observation.
    var isStanding: Bool
    var wasStanding: Bool
    /// True after a long silence of a source that otherwise reports steadily.
    var isDark: Bool
    /// True if fixes have been sparse since such a silence.
    var staysDark: Bool
    /// True only for the observation with which a stop begins to count.
    var confirmsStop: Bool

    /// True if the rider has travelled out of sight since the previous observation, faster than on foot.
    var hasRiddenUnseen: Bool { dt > RiderMotion.longestBaseline && leap > RiderMotion.unseenSpeed }
    /// The farthest that the train may have run since the previous observation, in metres, if it kept its speed.
    var run: Double { max(speed, leap) * dt }
}
