// SPDX-License-Identifier: MIT
import Platform
import RainSynthesis

/// How a sound file or stream is written.
public struct SoundFileSettings: Sendable {
    /// Hz.
    public var sampleRate = 48_000
    /// The speaker layout, which defines the channels.
    public var layout = SpeakerLayout.stereo
    /// Nil derives it from the file extension (`-` is WAV).
    public var container: SoundContainer?
    /// Nil uses the container's default, 24 bit.
    public var format: SampleFormat?
    /// The render's seed, which also seeds 16-bit dither.
    public var ditherSeed: UInt64 = 1
    /// The quality of a lossy container, 0 (small) ... 1 (best); nil for its usual one.
    var quality: Double?
    public var title: String?
    /// The name of the program that created it.
    public var software: String?
    /// The seed and settings, to reproduce the sound.
    public var comment: String?
    /// Other files that must not be overwritten: those that the command also reads and writes.
    package var claims = OutputClaims()
    /// Whether a failed write keeps the frames before it, as an interruption does: for recordings, which cannot be repeated.
    public var keepsWhatCame = false
    /// The expected number of frames, if known: the length in a stream's header.
    public var expectedFrames: Int64?
    /// Named positions, for players that jump to them; stored only in WAV and RF64 files.
    public var cues: [SoundCue] = []
    /// Whether the whole sound is a loop: samplers find its points in WAV and RF64 files.
    public var isLoop = false
    public init() {}

    /// Returns the container and format for `place`, checked against each other.
    func resolved(place: String, fallback: SoundContainer?) throws(AudioFileError) -> (SoundContainer, SampleFormat) {
        guard let container = container ?? SoundContainer(path: place) ?? fallback else {
            throw AudioFileError(
                kind: .unsupported, place: place, cause: "the file extension is not one of a sound file",
                remedy: "use \(SoundContainer.endings)")
        }
        if let format, !container.formats.contains(format) {
            let names = container.formats.map(\.rawValue).joined(separator: ", ")
            throw AudioFileError(
                kind: .unsupported, place: place, cause: "\(container.rawValue) cannot hold \(format.rawValue)",
                remedy: names.isEmpty ? "omit -f, or choose a .wav file" : "choose one of \(names), or a .wav file")
        }
        if let rates = container.rates, !rates.contains(sampleRate) {
            throw AudioFileError(
                kind: .unsupported, place: place, cause: "\(container.rawValue) cannot hold \(sampleRate) Hz",
                remedy: "give -r \(rates.map(String.init).joined(separator: " or ")), or choose a .flac file")
        }
        guard layout.channels <= container.mostChannels else {
            throw AudioFileError(
                kind: .unsupported, place: place, cause: "\(container.rawValue) cannot hold \(layout.channels) channels",
                remedy: "choose --layout stereo or binaural, or an .opus file")
        }
        if isLoop, container == .mp3 {
            throw AudioFileError(
                kind: .unsupported, place: place, cause: "mp3 cannot hold a seamless loop, since its encoder adds silence at both ends",
                remedy: "choose a .wav, .flac, .ogg or .opus file")
        }
        return (container, container.formats.isEmpty ? .float32 : format ?? container.defaultFormat)
    }
}
