// SPDX-License-Identifier: MIT
import Foundation
import Sonification

/// The fields that every message to a page has in addition to its content.
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

    /// The bytes on the wire, with sorted names. A number that JSON cannot express is an empty text. A message that cannot be
    /// encoded (none is known) would have the type `none`.
    var bytes: Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "", negativeInfinity: "", nan: "")
        return (try? encoder.encode(self)) ?? Data(#"{"type":"none","v":\#(PageRequest.version)}"#.utf8)
    }
}

/// A message to the pages, of whose kind only the newest counts.
struct PageMessage: Sendable {
    let slot: PageOutbox.Slot
    let bytes: Data
}

extension PageMessage {
    /// - Parameter type: the message's type, where it is not the slot's name.
    init(_ slot: PageOutbox.Slot, type: String? = nil, _ content: some Encodable) {
        self.init(slot: slot, bytes: Envelope(type: type ?? slot.rawValue, content: content).bytes)
    }
}

/// The answer to one request.
struct PageAnswer: Encodable {
    var id: Int?
    var error: PageFault?
    /// What was done, in words.
    var words: String?
    /// A value's new number.
    var value: Double?
    /// The changes that saving would write.
    var lines: [String]?
    var file: String?
    var isShipped: Bool?
    var comesWithProgram: Bool?
    /// The folder for a new preset or a sound, and a suggested name.
    var folder: String?
    var suggestion: String?
    var seconds: Double?
    var hasTrack: Bool?
    /// The fields of a mapping or an event.
    var fields: [FormField]?
    /// The index among those of the file of a new mapping or event.
    var index: Int?
}

/// A field of a mapping or an event, as a form shows it.
struct FormField: Encodable {
    struct Choice: Encodable {
        var name: String
        /// The value as the preset has it.
        var text: String
    }

    var name: String
    var label: String
    /// `number`, `choice`, `words`, `list`, or `names`: a value for each name.
    var kind = ""
    var text: String
    /// What applies while the text is empty.
    var standard: String
    var isRequired: Bool
    var unit = ""
    /// The words to choose from, or those to suggest.
    var options: [String] = []
    /// Each name with its value; nil for any other kind.
    var choices: [Choice]?
    var help: String
}

/// Constant data, which a page needs once.
struct WelcomeMessage: Encodable {
    struct Parameter: Encodable {
        var name: String
        var group: String
        var unit: String
        var low: Double
        var high: Double
        var `default`: Double
        /// The slider position of the default, 0 ... 1.
        var defaultPlace: Double
        var choices: [String]
        var fixed: Bool
        var help: String
    }

    var sampleRate: Int
    /// True when the page may play the sound, because the machine has no device.
    var streams: Bool
    var parameters: [Parameter]
    /// The channels and events that a mapping or an event may name.
    var channels: [String]
    var triggers: [String]
    /// The presets that come with the program.
    var presets: [String]
}

/// The preset's current state.
struct PresetMessage: Encodable {
    struct Value: Encodable {
        var value: Double
        var place: Double
        var words: String
        /// True when it differs from the file.
        var changed: Bool
    }

    struct Mapping: Encodable {
        /// Its index among all mappings, which a moment's inputs use as a key.
        var name: String
        /// Its index among those of the file; nil for an inherited one.
        var index: Int?
        var channel: String
        var unit: String
        var parameter: String
        var parameterUnit: String
        var say: String
        /// What it does, in a few words.
        var words: String
        var curve: String?
        /// Points that can be moved: the ends in the order of the file, or a table's points.
        var points: [[Double]]?
        /// The curve from its least input to its greatest.
        var trace: [[Double]]?
        /// The range of valid outputs.
        var limits: [Double]?
        /// True when the channel's ends are derived from the track.
        var fixedInputs = false
    }

    struct Event: Encodable {
        /// Its index among those of the file; nil for an inherited one.
        var index: Int?
        var name: String
        /// Its voice and notes.
        var words: String
        var say: String
    }

    struct Layer: Encodable {
        var name: String
        /// The parameters that keep it off; empty while it sounds, at rest or by a mapping.
        var off: [String]
    }

    var title: String
    var file: String
    var isShipped: Bool
    /// Where the preset is from, in words.
    var origin: String
    var isChanged: Bool
    /// True when the side that is not heard has unsaved changes, too.
    var isOtherSideChanged: Bool
    var side: String
    var undo: String?
    var redo: String?
    var values: [String: Value]
    var mappings: [Mapping]
    var events: [Event]
    var layers: [Layer]
}

/// The track, as a page draws it; empty without one.
struct RideMessage: Encodable {
    private enum Key: String, CodingKey { case title }
    var title: String?
    var ride: StudioRide?

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encodeIfPresent(title, forKey: .title)
        try ride?.encode(to: encoder)
    }
}

/// The channels that the preset maps, to be set by hand; none while there is a track.
struct TestsMessage: Encodable {
    struct Channel: Encodable {
        var name: String
        var unit: String
        var low: Double
        var high: Double
        /// The values to choose from; empty for a range.
        var values: [String]
        /// The value as it was set; nil while it is unknown.
        var text: String?
    }
    var channels: [Channel]

    init(_ mapped: [MappedChannel], set: [String: String]) {
        channels = mapped.map {
            Channel(
                name: $0.name, unit: $0.unit, low: $0.range.lowerBound, high: $0.range.upperBound, values: $0.values, text: set[$0.name])
        }
    }
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

/// The current state of playback.
struct MomentMessage: Encodable {
    var isPlaying: Bool
    var isFrozen: Bool
    var elapsed: Double?
    var duration: Double?
    var speed: Double
    struct Rider: Encodable {
        /// Empty for a single track.
        var name: String
        /// Latitude and longitude in degrees.
        var position: [Double]
    }

    /// Where each track is that has begun.
    var riders: [Rider] = []
    var words: String
    /// dB of full scale; nil for silence.
    var level: Double?
    var dropsPerSecond: Double
    /// Levels in dB of `LiveSpectrum.bands` bands; empty when nothing plays.
    var bands: [Double]
    /// Slider positions of the parameters that mappings move.
    var moved: [String: Double]
    /// For each mapping the channel's value, in the mapping's unit, and the resulting output.
    var inputs: [String: [Double]]
}

/// The progress of an export.
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

/// A notification that no request has caused.
struct NoteMessage: Encodable {
    var words: String
}
