// SPDX-License-Identifier: MIT
import Railways
import Transport

/// A track that the studio plays, and what its pages show of it.
public struct StudioTrack: Sendable {
    /// The file's name.
    var title: String
    var played: PlayedTrack
    /// The track as the pages draw it.
    public var ride: StudioRide?
    var announcer: Announcer
    /// Playback speed: seconds of track per second of sound.
    var speed: Double
    /// Stops the source of a live track.
    public var stop: @Sendable () -> Void = {}
    /// Sentences about what was skipped in it.
    public var notes: [String] = []

    public init(title: String, played: PlayedTrack, announcer: Announcer, speed: Double) {
        self.title = title
        self.played = played
        self.announcer = announcer
        self.speed = speed
    }

    /// The survey of a recorded track, in which pages can seek; nil for a live one.
    var survey: RideSurvey? { if case .recorded(let survey) = played { survey } else { nil } }
}
