// SPDX-License-Identifier: MIT
import CSndFile
import PlainText

/// The container of a sound file or stream.
public enum SoundContainer: String, Sendable, CaseIterable {
    /// RIFF/WAVE; becomes RF64 automatically once it exceeds 4 GiB.
    case wav
    /// RF64 (EBU Tech 3306), whatever the size.
    case rf64
    /// Sony Wave64.
    case w64
    case flac
    /// Ogg Vorbis; it has no sample format.
    case ogg
    /// Opus in Ogg (RFC 7845); it has no sample format, and a rate of 48 kHz.
    case opus
    /// MPEG-1 layer III; it has no sample format, and at most two channels.
    case mp3
    /// Samples only, little endian.
    case raw

    /// The container for a file extension (without the dot, any case) or a name on the command line.
    public init?(named name: String) {
        switch name.lowercased() {
        case "wave": self = .wav
        case "oga": self = .ogg
        case "pcm": self = .raw
        case let name: self.init(rawValue: name)
        }
    }

    /// The container for the extension of `path`; nil if it is unknown.
    public init?(path: String) {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
        self.init(named: String(name[name.index(after: dot)...]))
    }

    /// The sample formats that it supports; empty where the container has none.
    var formats: [SampleFormat] {
        switch self {
        case .wav, .rf64, .w64, .raw: [.signed16, .signed24, .signed32, .float32]
        case .flac: [.signed16, .signed24]
        case .ogg, .opus, .mp3: []
        }
    }

    /// The sample rates in Hz that it supports; nil for all.
    var rates: [Int]? {
        switch self {
        case .opus: [48_000]
        case .mp3: [44_100, 48_000]
        default: nil
        }
    }

    var mostChannels: Int { self == .mp3 ? 2 : .max }

    /// How well a lossy kind encodes, 0 (small) ... 1 (best), where the caller does not choose: about 190 kbit/s.
    var quality: Double? {
        switch self {
        case .ogg: 0.7
        case .opus: 0.36
        case .mp3: 0.8
        default: nil
        }
    }

    /// All kinds as file extensions, for help and messages: `.wav, .rf64, ... or .raw`.
    public static var endings: String { ListText.either(allCases.map { ".\($0.rawValue)" }) }
    /// Those that a stream can hold, by name.
    static var streamed: String { ListText.either(allCases.filter(\.canStream).map(\.rawValue)) }

    /// The format when the caller specifies none.
    var defaultFormat: SampleFormat { formats.isEmpty ? .float32 : .signed24 }

    /// True where encoding takes time, as rendering does; elsewhere samples are stored as `SampleFormat` says.
    var isEncoded: Bool { self == .flac || formats.isEmpty }

    /// True where title, software and comment can be stored.
    var holdsText: Bool { self != .w64 && self != .raw }

    /// True where it can be written without going back.
    var canStream: Bool { self != .rf64 && self != .w64 }

    /// True for WAVE, which can store the speaker layout, cue points and a loop.
    public var isWave: Bool { self == .wav || self == .rf64 }

    /// libsndfile's code for this container with samples of `format`.
    func code(_ format: SampleFormat) -> Int32 {
        let major =
            switch self {
            case .wav, .rf64: SF_FORMAT_RF64
            case .w64: SF_FORMAT_W64
            case .flac: SF_FORMAT_FLAC
            case .ogg, .opus: SF_FORMAT_OGG
            case .mp3: SF_FORMAT_MPEG
            case .raw: SF_FORMAT_RAW
            }
        let minor =
            switch format {
            case _ where self == .ogg: SF_FORMAT_VORBIS
            case _ where self == .opus: SF_FORMAT_OPUS
            case _ where self == .mp3: SF_FORMAT_MPEG_LAYER_III
            case .float32: SF_FORMAT_FLOAT
            case .signed32: SF_FORMAT_PCM_32
            case .signed24: SF_FORMAT_PCM_24
            case .signed16: SF_FORMAT_PCM_16
            }
        let order = self == .raw ? SF_ENDIAN_LITTLE : SF_ENDIAN_FILE
        return Int32(truncatingIfNeeded: major | minor | order)
    }
}
