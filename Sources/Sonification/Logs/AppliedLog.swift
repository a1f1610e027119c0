// SPDX-License-Identifier: MIT
import Foundation
import PlainText
import RainSynthesis
import Tracking

/// The entries that an engine applied, with their samples, and its initial state: enough to render identical bytes again.
///
/// The file format is JSON lines: a header, one line per applied entry, in order, and a footer. Numbers are written in their
/// shortest exact form, so that every bit is preserved.
public struct AppliedLog: Sendable {
    /// The engine's configuration: rate, seed and the parameters before the first entry.
    public var configuration: EngineConfiguration
    /// The entries, stamped with the samples at which they were applied.
    public var entries: [TimelineEntry]
    /// The number of frames played, without the limiter's look-ahead at the beginning.
    public var frames: Int64

    // MARK: Writing

    private static let version = 1

    /// The first line: the configuration.
    public static func header(_ configuration: EngineConfiguration) -> String {
        line([
            ("amaoto", .whole(version)),
            // Stereo is omitted, as in older logs.
            ("layout", configuration.layout == .stereo ? nil : .text(configuration.layout.rawValue)),
            ("names", .array(ParameterTable.all.map { .text($0.name) })), ("rate", .whole(configuration.sampleRate)),
            ("seed", .whole(configuration.seed)), ("set", json(configuration.parameters)),
        ])
    }

    /// The line of one entry.
    public static func line(_ entry: TimelineEntry) -> String {
        let sample = JSONValue.whole(entry.sample)
        switch entry.payload {
        case .parameters(let set, let glide): return line([("glide", .whole(glide)), ("sample", sample), ("set", json(set))])
        case .volume(let gain, let muted): return line([("gain", json(gain)), ("muted", .bool(muted)), ("sample", sample)])
        case .event(let event):
            switch event.kind {
            case .start: return line([("layers", .text("start")), ("sample", sample)])
            case .stop: return line([("layers", .text("stop")), ("sample", sample)])
            case .strike: return line([("sample", sample), ("strike", json(event))])
            }
        }
    }

    /// The last line: the length and the number of missing entries.
    /// - Parameter missing: the number of entries that were applied but not logged because the log's queue was full.
    public static func footer(frames: Int64, missing: Int) -> String { line([("frames", .whole(frames)), ("missing", .whole(missing))]) }

    /// - Parameter members: in alphabetical order.
    private static func line(_ members: [(String, JSONValue?)]) -> String { JSONValue.object(known: members).line }

    private static func json(_ set: SynthParameters) -> JSONValue { .array(ParameterTable.all.map { json(set[$0.id]) }) }

    private static func json(_ strike: SynthEvent) -> JSONValue {
        .object([
            ("duckBy", json(strike.duckBy)), ("duckRelease", json(strike.duckRelease)), ("frequency", json(strike.frequency)),
            ("level", json(strike.level)), ("pan", json(strike.pan)), ("voice", .whole(strike.voice.rawValue)),
        ])
    }

    /// A number, or the name of a value that JSON numbers cannot represent.
    private static func json(_ value: Float) -> JSONValue {
        if value.isFinite { return .number(value) }
        return .text(value.isNaN ? "nan" : value < 0 ? "-inf" : "inf")
    }

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
            guard let line = try? JSONValue(reading: Array(bytes), source: ""), case .object = line else {
                throw fault("not a line of a `play --applied` log", "name a file that it wrote")
            }
            guard let start = configuration?.parameters else {
                guard line["amaoto"]?.whole() == Self.version, let rate: Int = line["rate"]?.whole(),
                    let seed: UInt64 = line["seed"]?.whole(), let written = line["names"]?.array
                else { throw fault("this is not a log of `play --applied`", "name a file that it wrote") }
                guard EngineConfiguration.sampleRates.contains(rate) else {
                    throw fault("the sample rate \(rate) Hz is not supported", "name a file that `play --applied` wrote")
                }
                names = written.compactMap { $0.text.flatMap { ParameterTable.spec(named: $0)?.id } }
                guard names.count == written.count, let set = Self.parameters(line["set"], names, else: SynthParameters()) else {
                    throw fault("the log has parameters that this version does not know", "use the version of amaoto that wrote it")
                }
                var read = EngineConfiguration()
                read.sampleRate = rate
                read.seed = seed
                if let name = line["layout"].map({ $0.text ?? $0.line }) {
                    guard let layout = SpeakerLayout(rawValue: name) else {
                        throw fault("there is no layout '\(name)'", "use the version of amaoto that wrote it")
                    }
                    read.layout = layout
                }
                read.parameters = set
                configuration = read
                continue
            }
            if let end: Int64 = line["frames"]?.whole() {
                let missing: Int? = line["missing"]?.whole()
                guard missing == 0 else {
                    throw fault("\(CountText.of(missing ?? 0, "entry is", "entries are")) missing", "play it again on a less busy machine")
                }
                // The bound of the sonifier's clock: whatever is added to the length does not overflow.
                guard (0...1 << 60).contains(end) else {
                    throw fault("its length cannot be \(end) frames", "name a file that `play --applied` wrote")
                }
                frames = end
            } else if let sample: Int64 = line["sample"]?.whole(), let payload = Self.payload(line, names, start) {
                entries.append(TimelineEntry(sample: sample, payload: payload))
            } else {
                throw fault("this line is not an entry of the log", "name a file that `play --applied` wrote")
            }
        }
        guard let configuration, let frames else {
            throw fault("its last line is missing", "play to the end, or to q")
        }
        (self.configuration, self.entries, self.frames) = (configuration, entries, frames)
    }

    /// The content of an entry's line; nil if it has none.
    private static func payload(_ line: JSONValue, _ names: [ParameterID], _ start: SynthParameters) -> TimelineEntry.Payload? {
        if let glide: Int32 = line["glide"]?.whole() {
            return parameters(line["set"], names, else: start).map { .parameters($0, glide: glide) }
        }
        if let gain = float(line["gain"]), let muted = line["muted"]?.bool { return .volume(gain: gain, muted: muted) }
        switch line["layers"]?.text {
        case "start": return .event(SynthEvent(kind: .start))
        case "stop": return .event(SynthEvent(kind: .stop))
        default: return line["strike"].flatMap(strike).map { .event($0) }
        }
    }

    private static func strike(_ value: JSONValue) -> SynthEvent? {
        guard let voice = value["voice"]?.whole(UInt8.self).flatMap(StrikeVoice.init), let frequency = float(value["frequency"]),
            let level = float(value["level"]), let pan = float(value["pan"]), let duckBy = float(value["duckBy"]),
            let duckRelease = float(value["duckRelease"])
        else { return nil }
        return SynthEvent(strike: voice, frequency: frequency, level: level, pan: pan, duckBy: duckBy, duckRelease: duckRelease)
    }

    private static func parameters(_ set: JSONValue?, _ names: [ParameterID], else rest: SynthParameters) -> SynthParameters? {
        guard let values = set?.array, values.count == names.count else { return nil }
        var parameters = rest
        for (id, value) in zip(names, values) {
            guard let value = float(value) else { return nil }
            parameters[id] = value
        }
        return parameters
    }

    private static func float(_ value: JSONValue?) -> Float? {
        switch value {
        case .text("inf")?: .infinity
        case .text("-inf")?: -.infinity
        case .text("nan")?: .nan
        default: value?.float
        }
    }
}
