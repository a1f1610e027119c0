// SPDX-License-Identifier: MIT
import AudioOutput
import RainSynthesis
import Sonification
import Tracking

/// The state of playback.
public struct PlaybackStatus: Sendable {
    /// The instant of the track that is being played; nil before its first fix.
    public var time: TrackTime?
    /// Track seconds per second of playback.
    public var speed: Double
    /// The number of frames played.
    public var frames: Int64
    public var isPaused: Bool
    /// True while the track is frozen and the rain continues to sound.
    public var isFrozen: Bool
    public var isMuted: Bool
    /// The volume in dB.
    public var gain: Float
    /// The newest update played; of several tracks, that of the first one that sounds.
    public var update: TrackerUpdate?
    /// The tracks that sound, each with its newest update; empty for a single track.
    public var tracks: [TrackStatus] = []
    /// The preset in use.
    public var preset: Preset
    /// Every parameter after mapping and smoothing, at approximately the present position.
    public var parameters: SynthParameters
    /// The parameters held from outside the preset.
    public var overrides: ParameterOverrides
    /// The state of each mapping at approximately the present position, in the preset's order.
    public var movements: [MappingMovement]
    /// The start of a recorded track, which is seekable; nil for any other.
    public var start: TrackTime?
    /// Live fixes that have arrived and wait to be played, as in a pause; none for a track that is played at its own times.
    public var waiting = QueueDepth()
    public var telemetry: Telemetry
    public var player: PlayerStatistics
}

/// The state of one of several tracks.
public struct TrackStatus: Sendable {
    /// The track's name in logs; nil for live fixes without an id.
    public var name: String?
    public var update: TrackerUpdate

    public init(name: String? = nil, update: TrackerUpdate) {
        self.name = name
        self.update = update
    }
}

/// A summary of playback, at its end.
public struct PlaybackReport: Sendable {
    public var frames: Int64
    public var telemetry: Telemetry
    public var player: PlayerStatistics
    public var events: EventCounts
    /// The number of times that the timeline's queue was full.
    public var queueOverflows: Int
    /// Entries that acted but found the log of what was applied full.
    public var missingApplied = 0
    /// The kernel's number of the thread that published last.
    public var publisherThread: Int32
    /// Counts of a live track's input and its faults; nil for any other track, which was surveyed beforehand.
    public var tally: InputTally?
    /// The cause of an early end: loss of the device, or an error thrown by the track. The figures are valid up to there.
    public var failure: (any Error)?
}
