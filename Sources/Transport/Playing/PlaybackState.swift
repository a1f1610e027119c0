// SPDX-License-Identifier: MIT
import Tracking

/// What a playback does with its track. Control side.
enum PlaybackState {
    /// A standstill of the track.
    struct Standstill {
        /// The first sample that has not been played.
        var sample: Int64
        /// The track time there.
        var time: TrackTime
    }

    /// A standstill of the track and of the sound.
    struct Pause {
        var standstill: Standstill
        /// The mute setting to return to.
        var isMuted: Bool
        /// True after a seek: the track is read again when it resumes.
        var mustReopen = false
    }

    /// The sound fades out; the track does what it did before.
    struct Departure {
        var since = ContinuousClock.now
        /// The engine's position when it was last seen to advance.
        var position: Int64?
    }

    case running
    case paused(Pause)
    /// The track stands still and its rain continues to sound.
    case frozen(Standstill)
    indirect case leaving(Departure, from: PlaybackState)

    /// The state of the track, also while the sound fades out.
    private var ofTrack: PlaybackState { if case .leaving(_, let before) = self { before } else { self } }

    var pause: Pause? { if case .paused(let pause) = ofTrack { pause } else { nil } }
    var standstill: Standstill? {
        switch ofTrack {
        case .paused(let pause): pause.standstill
        case .frozen(let standstill): standstill
        case .running, .leaving: nil
        }
    }
    var isPaused: Bool { pause != nil }
    var isFrozen: Bool { if case .frozen = ofTrack { true } else { false } }
    var isLeaving: Bool { if case .leaving = self { true } else { false } }

    mutating func leave() { self = .leaving(Departure(), from: ofTrack) }

    /// True if the engine has not advanced for a second while the sound should fade out: its device is stopped.
    mutating func isOverdue(at position: Int64) -> Bool {
        guard case .leaving(let departure, let before) = self else { return false }
        if departure.position == position { return .now - departure.since > .seconds(1) }
        self = .leaving(Departure(position: position), from: before)
        return false
    }
}
