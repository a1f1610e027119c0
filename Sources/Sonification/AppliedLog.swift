import Foundation
import RainSynthesis
import Tracking

/// What an engine applied and when, and what it started from: enough to render its bytes again.
///
/// Its file is JSON lines: a head, then one line for everything that acted, in order, then a foot. Numbers are written in
/// their shortest exact form, so that every bit comes back.
public struct AppliedLog: Sendable {
    /// The engine's own: rate, seed and the parameters before the first entry.
    public var configuration: EngineConfiguration
    /// Stamped with the samples at which they acted.
    public var entries: [TimelineEntry]
    /// Frames that were played, without the limiter's look-ahead at the head.
    public var frames: Int64

    public init(configuration: EngineConfiguration, entries: [TimelineEntry], frames: Int64) {
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
        // Stereo, as the logs of old have it, is not told.
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
    /// - Parameter missing: entries that acted but found the log's queue full.
    public static func foot(frames: Int64, missing: Int) -> String {
        var line = Line()
        line.frames = frames
        line.missing = missing
        return line.json
    }

    private static func values(_ set: SynthParameters) -> [Float] { ParameterTable.all.map { set[$0.id] } }

    // MARK: Reading

    /// Reads a log's lines; `source` is what messages call it.
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
                throw fault("this is no line of a log of `play --applied`", "name a file that it wrote")
            }
            guard let start = configuration else {
                guard line.amaoto == Line.version, let rate = line.rate, let seed = line.seed, let written = line.names
                else { throw fault("a log of `play --applied` does not begin so", "name a file that it wrote") }
                names = written.compactMap { ParameterTable.spec(named: $0)?.id }
                guard names.count == written.count, let set = line.parameters(names, else: SynthParameters()) else {
                    throw fault("it names parameters that do not exist here", "use the program that wrote it")
                }
                var read = EngineConfiguration()
                read.sampleRate = rate
                read.seed = seed
                if let name = line.layout {
                    guard let layout = SpeakerLayout(rawValue: name) else {
                        throw fault("there is no layout '\(name)'", "use the program that wrote it")
                    }
                    read.layout = layout
                }
                read.parameters = set
                configuration = read
                continue
            }
            if let end = line.frames {
                guard line.missing == 0 else {
                    throw fault("\(line.missing ?? 0) entries are missing in it", "play it again on a less busy machine")
                }
                guard end >= 0 else { throw fault("it ends before it begins", "name a file that `play --applied` wrote") }
                frames = end
            } else if let entry = line.entry(names, start.parameters) {
                entries.append(entry)
            } else {
                throw fault("this line says nothing that acts", "name a file that `play --applied` wrote")
            }
        }
        guard let configuration, let frames else {
            throw fault("its last line is missing", "play to the end, or to q")
        }
        self.init(configuration: configuration, entries: entries, frames: frames)
    }
}

/// One line: the head, an entry or the foot, by the fields that are there.
private struct Line: Codable {
    static let version = 1

    enum Layers: String, Codable { case start, stop }

    struct Strike: Codable {
        var voice: UInt8
        var frequency, level, pan, duckBy, duckRelease: Float

        init(_ event: SynthEvent) {
            voice = event.voice.rawValue
            frequency = event.frequency
            level = event.level
            pan = event.pan
            duckBy = event.duckBy
            duckRelease = event.duckRelease
        }

        var event: SynthEvent? {
            StrikeVoice(rawValue: voice).map {
                SynthEvent(
                    strike: $0, frequency: frequency, level: level, pan: pan, duckBy: duckBy, duckRelease: duckRelease)
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

    init?(_ bytes: Data) {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        guard let line = try? decoder.decode(Line.self, from: bytes) else { return nil }
        self = line
    }

    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        // Nothing in a line can fail to encode: numbers of every kind have a form, and there is nothing else.
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
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
