import RainSynthesis
import Tracking
import Transport

/// What is heard at one moment. Plain; any thread.
public struct TuningMoment: Sendable {
    public var status: PlaybackStatus
    /// Drops that begin in a second, over the last half second.
    public var dropsPerSecond: Double
    /// Seconds of track time since its start, and to its end; nil without a recorded track.
    public var elapsed: Double?
    public var duration: Double?
    /// dB of full scale, left and right, over the last half second; -120 is silence.
    public var peak: (left: Double, right: Double)
    public var level: (left: Double, right: Double)
}
