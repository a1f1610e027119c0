// SPDX-License-Identifier: MIT
import RainSynthesis

/// The sound of an event, and its precedence over other events.
public struct EventRule: Equatable, Sendable {
    /// The notes of one event.
    public struct Play: Equatable, Sendable {
        public var voice: StrikeVoice
        /// One to eight notes.
        public var notes: [Note]
        /// Seconds of playback time between the onsets of two notes, 0.05 ... 2.
        public var gap: Double = PresetForm.gap.standard
        /// The peak level of each note in dBFS, -60 ... 0.
        public var level: Double = PresetForm.level.standard
        /// -1 left ... 1 right.
        public var pan: Double = PresetForm.pan.standard
    }

    /// Ducking of the rain while the event sounds.
    public struct Duck: Equatable, Sendable {
        /// The depth in dB, 0 ... 40.
        var by: Double
        /// Seconds until the rain has returned, 0.05 ... 10.
        var release: Double = PresetForm.duckRelease.standard
    }

    public var trigger: EventTrigger
    public var play: Play
    /// Of several waiting events the one with the highest priority sounds first, 0 ... 100.
    var priority = Int(PresetForm.priority.standard)
    /// Seconds of playback time after an event in which the same event is not struck again.
    var cooldown: Double = PresetForm.cooldown.standard
    /// Seconds of playback time for which the event may wait for others to end, 0 ... 60; after that it is dropped.
    var patience: Double = PresetForm.patience.standard
    public var duck: Duck?
    public var say: String?
    /// The location of `on` in the file.
    var place: SourcePlace
}
