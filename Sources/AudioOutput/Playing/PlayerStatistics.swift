// SPDX-License-Identifier: MIT
/// Playback statistics, published once per period; the newest replace the older. Times are nanoseconds of CLOCK_MONOTONIC.
public struct PlayerStatistics: BitwiseCopyable, Sendable, Equatable {
    /// When these figures were measured.
    var instant: Int64 = 0
    /// Frames written to the device since the start, without the trimmed head.
    public var framesWritten: Int64 = 0
    /// Frames between the last one written and the one being played.
    public var delay: Int64 = 0
    /// What the device did not play, and why.
    public var losses = DeviceLosses()
    /// Periods rendered before the timeline was complete, because the device was about to run dry.
    public var earlyPeriods: Int64 = 0
    /// Periods before which the player waited for the timeline.
    var horizonWaits: Int64 = 0
    /// How late the thread woke after its device had room, in seconds: the maximum and, at the end, the 99th percentile.
    public var latenessMaximum: Double = 0
    public var lateness99: Double = 0
    /// The time to render a period as a fraction of the period's length: the maximum and, at the end, the 99th percentile.
    public var renderShareMaximum: Double = 0
    public var renderShare99: Double = 0
    /// The kernel's ID of the audio thread.
    public var threadID: Int32 = 0
    public init() {}

    public var xruns: Int64 { losses.xruns }
    public var suspends: Int64 { losses.suspends }
}
