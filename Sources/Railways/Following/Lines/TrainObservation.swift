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
    /// The rider's motion up to here, and whether the rider stood at the previous observation.
    var motion: RiderMotion
    var wasStanding: Bool
    /// The receiver's own speed in metres per second, if it gives one.
    var measuredSpeed: Double?
    /// The standard deviation of the speed. A receiver's own speed recovers at once when its position does not.
    var speedNoise: Double
    /// How long the source was silent before it.
    var silence: Silence
    /// True only for the observation with which a stop begins to count.
    var confirmsStop: Bool

    /// In metres per second.
    var speed: Double { motion.speed }
    var isStanding: Bool { motion.standing > 0 }
    /// True if the rider has travelled out of sight since the previous observation, faster than on foot.
    var hasRiddenUnseen: Bool { dt > RiderMotion.longestBaseline && motion.leap > RiderMotion.unseenSpeed }
    /// The farthest that the train may have run since the previous observation, in metres, if it kept its speed.
    var run: Double { max(speed, motion.leap) * dt }
}
