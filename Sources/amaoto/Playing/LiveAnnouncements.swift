// SPDX-License-Identifier: MIT
import Notifications
import Sonification
import Transport

/// Announces the ride's events as they are heard: speaks them, and prints them if no status line shows where the ride is.
struct LiveAnnouncements {
    private let speaker: Speaker?
    private let console: Console
    /// Nil without a speaker.
    private var speech: Captions?
    /// Nil where a status line is redrawn, nobody watches, or the captions are printed anyway.
    private var lines: Captions?

    init(_ options: AnnouncementOptions, _ setup: RideSetup, isWatched: Bool, speaker: Speaker?, console: Console) {
        self.speaker = speaker
        self.console = console
        let rate = setup.performance.sampleRate
        if speaker != nil { speech = Captions(setup.announcer.inEnglish, sampleRate: rate, level: options.say) }
        if isWatched, !console.redraws, options.captions != "-" {
            lines = Captions(setup.announcer, sampleRate: rate, level: options.say)
        }
    }

    mutating func announce(_ record: StateRecord) {
        speak(speech?.cues(in: record), at: record.sample)
        show(lines?.cues(in: record))
    }

    /// Announces the events that have become due since.
    mutating func announce(_ status: PlaybackStatus) {
        speak(speech?.cues(in: status), at: status.frames)
        show(lines?.cues(in: status))
    }

    /// Prints what still waits for its turn at the end of the sound, as a caption file has it.
    mutating func finish() { show(lines?.rest()) }

    /// Drops the waiting announcements, after a seek.
    mutating func forget() {
        speech?.forget()
        speaker?.forget()
        lines?.forget()
    }

    private func speak(_ cues: [Captions.Cue]?, at sample: Int64) {
        for cue in cues ?? [] where !cue.isOver(at: sample) { speaker?.say(cue.text) }
    }

    private func show(_ cues: [Captions.Cue]?) {
        for cue in cues ?? [] { console.say("\(cue.text).") }
    }
}
