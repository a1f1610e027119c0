import Railways
import Sonification
import Tracking

/// What is heard, in words, as WebVTT (https://www.w3.org/TR/webvtt1/): one cue for each event, from the sample at which its
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

    /// What a file of cues begins with, without a line break after it.
    /// - Parameter title: what is played.
    public static func head(_ title: String) -> String { "WEBVTT\n\nNOTE \(escaped(title))" }

    /// The cues that a record brings.
    public func cues(in record: StateRecord) -> [Cue] {
        (record.events + record.silent).map { event in
            let words = announcer.sentence(event.name, subject: event.subject, channels: event.channels)
            return Cue(start: event.onset, text: words ?? event.say ?? event.name)
        }
    }

    /// A cue as WebVTT writes it, with the blank line before it and without a line break after it.
    public func text(_ cue: Cue) -> String {
        let start = milliseconds(cue.start)
        let end = start + Int64(Self.duration * 1000)
        return "\n\(Self.clock(start)) --> \(Self.clock(end))\n\(Self.escaped(cue.text))"
    }

    private func milliseconds(_ sample: Int64) -> Int64 {
        let rate = Int64(sampleRate)
        // Whole seconds apart, so that nothing overflows.
        return sample / rate * 1000 + (sample % rate * 1000 + rate / 2) / rate
    }

    private static func clock(_ milliseconds: Int64) -> String {
        func digits(_ value: Int64, _ count: Int) -> String {
            let text = String(value)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let seconds = milliseconds / 1000
        return "\(digits(seconds / 3600, 2)):\(digits(seconds / 60 % 60, 2)):\(digits(seconds % 60, 2)).\(digits(milliseconds % 1000, 3))"
    }

    /// A line of text, with nothing in it that WebVTT would take for markup.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\n", "\r", "\0", "\u{2028}", "\u{2029}": result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
