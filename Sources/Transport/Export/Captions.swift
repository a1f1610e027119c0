import Railways
import Sonification

/// What is heard, in words, as WebVTT: one cue for each event, from the sample at which its
/// strike begins; an event that the preset has no sound for has its cue when it happens.
///
/// Takes the state log's records, in order. Value type; one owner.
public struct Captions: Sendable {
    /// One caption.
    public struct Cue: Equatable, Sendable {
        /// Samples of heard time.
        public var start: Int64
        public var text: String
    }

    /// Heard seconds that a cue stands.
    public static let duration = 4.0

    private let announcer: Announcer
    private let sampleRate: Int

    public init(_ announcer: Announcer, sampleRate: Int) {
        self.announcer = announcer
        self.sampleRate = sampleRate
    }

    /// The cues that a record brings.
    public func cues(in record: StateRecord) -> [Cue] {
        (record.events + record.silent).map { Cue(start: $0.onset, text: announcer.words(of: $0, in: record)) }
    }

    /// A cue as WebVTT writes it, with the blank line before it and without a line break after it.
    public func text(_ cue: Cue) -> String {
        let start = WebVTT.milliseconds(cue.start, sampleRate: sampleRate)
        return WebVTT.cue(from: start, to: start + Int64(Self.duration * 1000), cue.text)
    }
}
