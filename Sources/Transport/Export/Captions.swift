// SPDX-License-Identifier: MIT
import Railways
import Sonification

/// Captions of the audible events as WebVTT: one cue per event, from the sample at which its strike begins. An event without a
/// sound in the preset has its cue when it occurs.
///
/// Takes the state log's records, in order. Value type; one owner.
public struct Captions: Sendable {
    /// One caption.
    public struct Cue: Equatable, Sendable {
        /// The sample in playback time.
        public var start: Int64
        public var text: String
    }

    /// The duration of a cue in seconds.
    public static let duration = 4.0

    private let announcer: Announcer
    private let sampleRate: Int

    public init(_ announcer: Announcer, sampleRate: Int) {
        self.announcer = announcer
        self.sampleRate = sampleRate
    }

    /// The cues for a record.
    public func cues(in record: StateRecord) -> [Cue] {
        (record.events + record.silent).map { Cue(start: $0.onset, text: announcer.words(of: $0, in: record)) }
    }

    /// A cue in WebVTT format, with a preceding blank line and without a final line break.
    public func text(_ cue: Cue) -> String {
        let start = WebVTT.milliseconds(cue.start, sampleRate: sampleRate)
        return WebVTT.cue(from: start, to: start + Int64(Self.duration * 1000), cue.text)
    }
}
