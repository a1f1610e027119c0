// SPDX-License-Identifier: MIT
import CSndFile

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
    /// Samples only, little endian.
    case raw

    /// The container for a file extension (without the dot, any case) or a name on the command line.
    public init?(named name: String) {
        switch name.lowercased() {
        case "wav", "wave": self = .wav
        case "rf64": self = .rf64
        case "w64": self = .w64
        case "flac": self = .flac
        case "ogg", "oga": self = .ogg
        case "raw", "pcm": self = .raw
        default: return nil
        }
    }

    /// The container for the extension of `path`; nil if it is unknown.
    public init?(path: String) {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
        self.init(named: String(name[name.index(after: dot)...]))
    }

    /// The sample formats that it supports; empty where the container has none.
    public var formats: [SampleFormat] {
        switch self {
        case .wav, .rf64, .w64, .raw: [.signed16, .signed24, .signed32, .float32]
        case .flac: [.signed16, .signed24]
        case .ogg: []
        }
    }

    /// The format when the caller specifies none.
    public var defaultFormat: SampleFormat { self == .ogg ? .float32 : .signed24 }

    /// True where title, software and comment can be stored.
    public var holdsText: Bool { self != .w64 && self != .raw }

    /// True where a file of this kind stores its speaker layout.
    var holdsLayout: Bool { self == .wav || self == .rf64 }

    /// True where a file of this kind can store cue points.
    public var holdsCues: Bool { self == .wav || self == .rf64 }

    /// libsndfile's code for this container with samples of `format`.
    func code(_ format: SampleFormat) -> Int32 {
        let major =
            switch self {
            case .wav, .rf64: SF_FORMAT_RF64
            case .w64: SF_FORMAT_W64
            case .flac: SF_FORMAT_FLAC
            case .ogg: SF_FORMAT_OGG
            case .raw: SF_FORMAT_RAW
            }
        let minor =
            switch format {
            case _ where self == .ogg: SF_FORMAT_VORBIS
            case .float32: SF_FORMAT_FLOAT
            case .signed32: SF_FORMAT_PCM_32
            case .signed24: SF_FORMAT_PCM_24
            case .signed16: SF_FORMAT_PCM_16
            }
        let order = self == .raw ? SF_ENDIAN_LITTLE : SF_ENDIAN_FILE
        return Int32(truncatingIfNeeded: major | minor | order)
    }
}
