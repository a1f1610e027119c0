// SPDX-License-Identifier: MIT
import Foundation
import PlainText
import RainSynthesis
import Tracking

/// The entries that an engine applied, with their samples, and its initial state: enough to render identical bytes again.
///
/// The file format is JSON lines: a head, one line per applied entry, in order, and a foot. Numbers are written in their
/// shortest exact form, so that every bit is preserved.
public struct AppliedLog: Sendable {
    /// The engine's configuration: rate, seed and the parameters before the first entry.
    public var configuration: EngineConfiguration
    /// The entries, stamped with the samples at which they were applied.
    public var entries: [TimelineEntry]
    /// The number of frames played, without the limiter's look-ahead at the beginning.
    public var frames: Int64

    init(configuration: EngineConfiguration, entries: [TimelineEntry], frames: Int64) {
        self.configuration = configuration
        self.entries = entries
        self.frames = frames
    }

    // MARK: Writing

    /// The first line.
    public static func head(_ configuration: EngineConfiguration) -> String {
        var line = Line()
        line.amaoto = Line.version
        line.rate = configuration.sampleRate
        line.seed = configuration.seed
        // Stereo is omitted, as in older logs.
        if configuration.layout != .stereo { line.layout = configuration.layout.rawValue }
        line.names = ParameterTable.all.map(\.name)
        line.set = values(configuration.parameters)
        return line.json
    }

    /// The line of one entry.
    public static func line(_ entry: TimelineEntry) -> String {
        var line = Line()
        line.sample = entry.sample
        switch entry.payload {
        case .parameters(let set, let glide):
            line.set = values(set)
            line.glide = glide
        case .volume(let gain, let muted):
            line.gain = gain
            line.muted = muted
        case .event(let event):
            switch event.kind {
            case .start: line.layers = .start
            case .stop: line.layers = .stop
            case .strike: line.strike = Line.Strike(event)
            }
        }
        return line.json
    }

    /// The last line.
    /// - Parameter missing: the number of entries that were applied but not logged because the log's queue was full.
    public static func foot(frames: Int64, missing: Int) -> String {
        var line = Line()
        line.frames = frames
        line.missing = missing
        return line.json
    }

    private static func values(_ set: SynthParameters) -> [Float] { ParameterTable.all.map { set[$0.id] } }

    // MARK: Reading

    /// Parses a log; `source` is its name in messages.
    /// - Throws: `InputFault` if the text is not a valid log.
    public init(reading text: Data, source: String) throws(InputFault) {
        var number = 0
        func fault(_ message: String, _ remedy: String) -> InputFault {
            InputFault(source: source, line: number, message: message, remedy: remedy)
        }
        var configuration: EngineConfiguration?
        var names: [ParameterID] = []
        var entries: [TimelineEntry] = []
        var frames: Int64?
        for (index, bytes) in text.split(separator: 10, omittingEmptySubsequences: false).enumerated() where !bytes.isEmpty {
            number = index + 1
            guard let line = Line(bytes) else {
                throw fault("not a line of a `play --applied` log", "name a file that it wrote")
            }
            guard let start = configuration else {
                guard line.amaoto == Line.version, let rate = line.rate, let seed = line.seed, let written = line.names
                else { throw fault("this is not a log of `play --applied`", "name a file that it wrote") }
                guard EngineConfiguration.sampleRates.contains(rate) else {
                    throw fault("the sample rate \(rate) Hz is not supported", "name a file that `play --applied` wrote")
                }
                names = written.compactMap { ParameterTable.spec(named: $0)?.id }
                guard names.count == written.count, let set = line.parameters(names, else: SynthParameters()) else {
                    throw fault("the log has parameters that this version does not know", "use the version of amaoto that wrote it")
                }
                var read = EngineConfiguration()
                read.sampleRate = rate
                read.seed = seed
                if let name = line.layout {
                    guard let layout = SpeakerLayout(rawValue: name) else {
                        throw fault("there is no layout '\(name)'", "use the version of amaoto that wrote it")
                    }
                    read.layout = layout
                }
                read.parameters = set
                configuration = read
                continue
            }
            if let end = line.frames {
                guard line.missing == 0 else {
                    throw fault("\(line.missing ?? 0) entries are missing", "play it again on a less busy machine")
                }
                // The bound of the sonifier's clock: whatever is added to the length does not overflow.
                guard (0...1 << 60).contains(end) else {
                    throw fault("its length cannot be \(end) frames", "name a file that `play --applied` wrote")
                }
                frames = end
            } else if let entry = line.entry(names, start.parameters) {
                entries.append(entry)
            } else {
                throw fault("this line is not an entry of the log", "name a file that `play --applied` wrote")
            }
        }
        guard let configuration, let frames else {
            throw fault("its last line is missing", "play to the end, or to q")
        }
        self.init(configuration: configuration, entries: entries, frames: frames)
    }
}

/// One line: the head, an entry or the foot, depending on its fields.
private struct Line {
    static let version = 1

    enum Layers: String { case start, stop }

    struct Strike {
        /// Nil for a voice that does not exist.
        let event: SynthEvent?

        init(_ event: SynthEvent) { self.event = event }

        init?(_ value: JSONValue) {
            func float(_ name: String) -> Float? { value[name].flatMap(Line.float) }
            guard let voice: UInt8 = value["voice"]?.whole(), let frequency = float("frequency"), let level = float("level"),
                let pan = float("pan"), let duckBy = float("duckBy"), let duckRelease = float("duckRelease")
            else { return nil }
            event = StrikeVoice(rawValue: voice).map {
                SynthEvent(strike: $0, frequency: frequency, level: level, pan: pan, duckBy: duckBy, duckRelease: duckRelease)
            }
        }

        var json: JSONValue? {
            event.map {
                .object([
                    ("duckBy", Line.json($0.duckBy)), ("duckRelease", Line.json($0.duckRelease)),
                    ("frequency", Line.json($0.frequency)), ("level", Line.json($0.level)), ("pan", Line.json($0.pan)),
                    ("voice", .whole($0.voice.rawValue)),
                ])
            }
        }
    }

    // The head.
    var amaoto: Int?
    var rate: Int?
    var seed: UInt64?
    var layout: String?
    var names: [String]?
    // An entry.
    var sample: Int64?
    var set: [Float]?
    var glide: Int32?
    var strike: Strike?
    var layers: Layers?
    var gain: Float?
    var muted: Bool?
    // The foot.
    var frames: Int64?
    var missing: Int?

    init() {}

    /// Parses a line; nil if it is not valid in a log or a member has the wrong type.
    init?(_ bytes: Data) {
        guard let object = try? JSONValue(reading: Array(bytes), source: ""), case .object = object else { return nil }
        var isSound = true
        func read<Value>(_ name: String, _ convert: (JSONValue) -> Value?) -> Value? {
            guard let value = object[name], value != .null else { return nil }
            let read = convert(value)
            if read == nil { isSound = false }
            return read
        }
        /// Converts all elements of an array; nil if one fails.
        func all<Value>(_ convert: @escaping (JSONValue) -> Value?) -> (JSONValue) -> [Value]? {
            { list in
                guard let items = list.array else { return nil }
                let read = items.compactMap(convert)
                return read.count == items.count ? read : nil
            }
        }
        amaoto = read("amaoto") { $0.whole() }
        rate = read("rate") { $0.whole() }
        seed = read("seed") { $0.whole() }
        layout = read("layout", \.text)
        names = read("names", all(\.text))
        sample = read("sample") { $0.whole() }
        set = read("set", all(Self.float))
        glide = read("glide") { $0.whole() }
        strike = read("strike", Strike.init)
        layers = read("layers") { $0.text.flatMap(Layers.init) }
        gain = read("gain", Self.float)
        muted = read("muted", \.bool)
        frames = read("frames") { $0.whole() }
        missing = read("missing") { $0.whole() }
        if !isSound { return nil }
    }

    /// The values that JSON numbers cannot represent, with their names in the log.
    private static let others: [(name: String, value: Float)] = [("inf", .infinity), ("-inf", -.infinity), ("nan", .nan)]

    private static func json(_ value: Float) -> JSONValue {
        if value.isFinite { return .number(value) }
        return .text(value.isNaN ? "nan" : value < 0 ? "-inf" : "inf")
    }

    private static func float(_ value: JSONValue) -> Float? {
        value.float ?? value.text.flatMap { name in others.first { $0.name == name }?.value }
    }

    /// Members in alphabetical order.
    var json: String {
        let members: [(String, JSONValue?)] = [
            ("amaoto", amaoto.map { .whole($0) }), ("frames", frames.map { .whole($0) }), ("gain", gain.map(Self.json)),
            ("glide", glide.map { .whole($0) }), ("layers", layers.map { .text($0.rawValue) }), ("layout", layout.map { .text($0) }),
            ("missing", missing.map { .whole($0) }), ("muted", muted.map { .bool($0) }),
            ("names", names.map { .array($0.map { .text($0) }) }), ("rate", rate.map { .whole($0) }),
            ("sample", sample.map { .whole($0) }), ("seed", seed.map { .whole($0) }),
            ("set", set.map { .array($0.map(Self.json)) }), ("strike", strike?.json),
        ]
        return JSONValue.object(members.compactMap { name, value in value.map { (name, $0) } }).line
    }

    func parameters(_ names: [ParameterID], else rest: SynthParameters) -> SynthParameters? {
        guard let set, set.count == names.count else { return nil }
        var parameters = rest
        for (id, value) in zip(names, set) { parameters[id] = value }
        return parameters
    }

    func entry(_ names: [ParameterID], _ start: SynthParameters) -> TimelineEntry? {
        guard let sample, let payload = payload(names, start) else { return nil }
        return TimelineEntry(sample: sample, payload: payload)
    }

    private func payload(_ names: [ParameterID], _ start: SynthParameters) -> TimelineEntry.Payload? {
        if let glide { return parameters(names, else: start).map { .parameters($0, glide: glide) } }
        if let gain, let muted { return .volume(gain: gain, muted: muted) }
        if let layers { return .event(SynthEvent(kind: layers == .start ? .start : .stop)) }
        return strike?.event.map { .event($0) }
    }
}
