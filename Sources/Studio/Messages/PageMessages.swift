import Foundation
import PlainText

/// What every message to a page holds beside its own fields.
struct Envelope<Content: Encodable>: Encodable {
    private enum Key: String, CodingKey { case v, type }
    let type: String
    let content: Content

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(PageRequest.version, forKey: .v)
        try fields.encode(type, forKey: .type)
        try content.encode(to: encoder)
    }

    /// As it goes over the wire. A message that cannot describe itself (none is known) would be one of no known type.
    var bytes: Data {
        let value = (try? JSONValue(self)) ?? .object([("v", .whole(PageRequest.version)), ("type", .text("none"))])
        return Data(value.line.utf8)
    }
}

/// The answer to one request.
struct PageAnswer: Encodable {
    var id: Int?
    var error: PageFault?
    /// What was done, in words.
    var words: String?
    /// Where a value now stands.
    var value: Double?
    var place: Double?
    /// What saving would change.
    var lines: [String]?
    var file: String?
    var isShipped: Bool?
    /// Where a new preset or a sound goes, and a name for it.
    var folder: String?
    var suggestion: String?
    var seconds: Double?
    var hasTrack: Bool?
}

/// What a page needs once.
struct WelcomeMessage: Encodable {
    struct Parameter: Encodable {
        var name: String
        var group: String
        var unit: String
        var low: Double
        var high: Double
        var `default`: Double
        /// Where the default lies on the slider, 0 ... 1.
        var defaultPlace: Double
        var choices: [String]
        var fixed: Bool
        var help: String
    }

    var page: Int
    var sampleRate: Int
    /// True when the page can have the sound, as the machine has no device.
    var streams: Bool
    var device: String
    var parameters: [Parameter]
}

/// The preset as it stands.
struct PresetMessage: Encodable {
    struct Value: Encodable {
        var value: Double
        var place: Double
        var words: String
        /// True when it is not what the file holds.
        var changed: Bool
    }

    struct Choice: Encodable {
        var name: String
        var words: String
    }

    struct Mapping: Encodable {
        /// Its place among all mappings, as a moment's inputs name it.
        var name: String
        /// Its place among those of the file; nil for one that is inherited.
        var index: Int?
        var channel: String
        var unit: String
        var parameter: String
        var parameterUnit: String
        var say: String
        var isEditable: Bool
        var curve: String?
        var power: Double?
        /// What can be moved: the ends, or a table's points.
        var points: [[Double]]?
        /// The curve from its first point to its last.
        var trace: [[Double]]?
        /// Where outputs may lie.
        var limits: [Double]?
        /// True when the channel's ends are found from the track.
        var fixedInputs = false
        var choices: [Choice]?
    }

    struct Event: Encodable {
        var name: String
        var words: String
    }

    var revision: Int
    var title: String
    var file: String
    var isShipped: Bool
    var isChanged: Bool
    var side: String
    var undo: String?
    var redo: String?
    var values: [String: Value]
    var mappings: [Mapping]
    var events: [Event]
}

/// The waveform of one drop.
struct DropMessage: Encodable {
    struct Segment: Encodable {
        var kind: String
        var start: Double
        var end: Double
    }
    var seconds: Double
    var samples: [Double]
    var segments: [Segment]
}

/// What is heard now.
struct MomentMessage: Encodable {
    var isPlaying: Bool
    var isFrozen: Bool
    var elapsed: Double?
    var duration: Double?
    var speed: Double
    /// Latitude and longitude in degrees.
    var position: [Double]?
    var words: String
    /// dB of full scale; nil is silence.
    var level: Double?
    var dropsPerSecond: Double
    /// Levels in dB of `LiveSpectrum.bands` bands; empty when nothing plays.
    var bands: [Double]
    /// Places on their sliders of the parameters that mappings move.
    var moved: [String: Double]
    /// For each mapping the channel's value, in the mapping's unit, and what it gives.
    var inputs: [String: [Double]]
}

/// How an export gets on.
struct ExportMessage: Encodable {
    enum State: String, Encodable { case running, done, cancelled, failed }
    var state: State
    var done: Double
    var words: String
    var name: String?
    var link: String?
    var message: String?
    var remedy: String?
}

/// Something that happened without being asked for.
struct NoteMessage: Encodable {
    var words: String
}
