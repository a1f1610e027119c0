// SPDX-License-Identifier: MIT
import Transport

/// The state of playback at one moment. A plain value; any thread.
public struct TuningMoment: Sendable {
    public var status: PlaybackStatus
    /// Drops per second, over the last half second.
    public var dropsPerSecond: Double
    /// Seconds of track time since the track's start, and its duration; nil without a recorded track.
    public var elapsed: Double?
    public var duration: Double?
    /// Peak and level in dB of full scale, left and right, over the last half second; -120 is silence.
    var peak: (left: Double, right: Double)
    public var level: (left: Double, right: Double)
}
