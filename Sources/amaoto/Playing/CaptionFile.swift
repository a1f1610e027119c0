// SPDX-License-Identifier: MIT
import Foundation
import Platform
import Sonification
import Transport

/// Writes captions to a file or standard output, in sync with the sound.
final class CaptionFile {
    let file: LineFile
    private var captions: Captions

    /// The path of the captions of a sound file, where no other is given: its name with another ending.
    static func path(beside sound: String) -> String {
        URL(fileURLWithPath: sound).deletingPathExtension().appendingPathExtension("vtt").relativePath
    }

    /// - Parameter length: the sound's length in samples, if it is known.
    /// - Returns: nil where no captions are requested.
    init?(
        _ options: AnnouncementOptions, _ claims: OutputClaims, _ setup: RideSetup, length: Int64 = .max,
        whenSlow: BackpressurePolicy = .waits, interrupts: Interrupts
    ) throws {
        guard let path = options.captions else { return nil }
        file = try LineFile(path, claims, whenSlow: whenSlow, interrupts: interrupts)
        captions = Captions(setup.announcer, sampleRate: setup.performance.sampleRate, level: options.say, length: length)
        file.write(WebVTT.head("\(setup.input?.title ?? "rain"), \(setup.performance.preset.title)"))
    }

    func write(_ record: StateRecord) {
        for cue in captions.cues(in: record) { file.write(captions.text(cue)) }
    }

    /// Writes the captions that have become due since, for readers during playback.
    func write(_ status: PlaybackStatus) {
        for cue in captions.cues(in: status) { file.write(captions.text(cue)) }
    }

    /// Drops the waiting captions, after a seek.
    func forget() { captions.forget() }

    func close(interrupted: Bool, reportingTo console: Console) throws {
        for cue in captions.rest() { file.write(captions.text(cue)) }
        try file.close(interrupted: interrupted, reportingTo: console)
    }
}
