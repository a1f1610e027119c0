import RainSynthesis
import WholeFiles

/// How a sound file or stream is to be written.
public struct SoundFileSettings: Sendable {
    /// Hz.
    public var sampleRate = 48_000
    /// Whose signals the channels are.
    public var layout = SpeakerLayout.stereo
    /// Nil: what the file's ending says (`-` is WAV).
    public var container: SoundContainer?
    /// Nil: the container's default, 24 bit.
    public var format: SampleFormat?
    /// Seed of the render; 16-bit dither is drawn from it.
    public var ditherSeed: UInt64 = 1
    /// Ogg Vorbis quality, 0 (small) ... 1 (best).
    public var vorbisQuality = 0.7
    public var title: String?
    /// The program that made it.
    public var software: String?
    /// The seed and settings, for whoever wants the same sound again.
    public var comment: String?
    /// True lets `finish` replace what has the name.
    public var overwrites: Bool {
        get { claims.overwrites }
        set { claims.overwrites = newValue }
    }
    /// What the file must spare besides: whatever else the command reads and writes.
    package var claims = OutputClaims()
    /// Where a write fails, what came before is kept, as when it is interrupted: of a recording, which cannot be made again.
    public var keepsWhatCame = false
    /// How many frames will come, where that is known: the length in a stream's header.
    public var expectedFrames: Int64?
    /// Places with names, for players that jump to them; a WAV or RF64 file alone can hold them.
    public var cues: [SoundCue] = []
    public init() {}

    /// Container and format for `place`, checked against each other.
    func resolved(place: String, fallback: SoundContainer?) throws(AudioFileError) -> (SoundContainer, SampleFormat) {
        guard let container = container ?? SoundContainer(path: place) ?? fallback else {
            throw AudioFileError(
                kind: .unsupported, place: place, cause: "the ending names no kind of sound file",
                remedy: "end the name in .wav, .rf64, .w64, .flac, .ogg or .raw, or name a container")
        }
        if let format, !container.formats.isEmpty, !container.formats.contains(format) {
            let names = container.formats.map(\.rawValue).joined(separator: ", ")
            throw AudioFileError(
                kind: .unsupported, place: place, cause: "\(container.rawValue) cannot hold \(format.rawValue)",
                remedy: "choose one of \(names), or a .wav file")
        }
        return (container, container == .ogg ? .float32 : format ?? container.defaultFormat)
    }
}
