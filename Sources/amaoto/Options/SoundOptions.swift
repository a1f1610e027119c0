// SPDX-License-Identifier: MIT
import ArgumentParser
import AudioOutput
import PlainText
import Platform
import RainSynthesis
import Sonification
import Transport

/// The inputs of the rain: the preset, and the sound's settings.
struct SoundOptions: ParsableArguments, FileDeclaring {
    @OptionGroup var preset: PresetOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Gain in dB, before the limiter.", valueName: "dB"))
    var gain: Double = 0

    @Option(parsing: .unconditional, help: ArgumentHelp("Seed of all random numbers; the same seed gives the same bytes.", valueName: "n"))
    var seed: UInt64 = 1

    @Option(
        name: [.customShort("r"), .customLong("rate")],
        help: ArgumentHelp(
            "Sample rate: 44100, 48000, 88200, 96000, 176400 or 192000 (default: 48000).", valueName: "Hz"))
    var rate: Int?

    @Option(
        name: [.customShort("f"), .customLong("format")],
        help: ArgumentHelp(
            "Sample format: FLOAT_LE, S32_LE, S24_3LE or S16_LE (default: S24_3LE in files, else the first that the device takes).",
            valueName: "format"))
    var format: SampleFormat?

    @Option(
        name: [.customShort("c"), .customLong("channels")],
        help: ArgumentHelp("Number of channels: 1, 2, 4 (quad), 6 (5.1) or 8 (7.1).", valueName: "count"))
    var channels: Int?

    @Option(
        name: .customLong("layout"),
        help: ArgumentHelp(
            "Speaker layout: mono, stereo (default), quad, 5.1, 7.1, ambisonic (W Y Z X) or binaural (headphones); `tune`, `studio` and `plot ride` support the first two.",
            valueName: "layout"))
    var namedLayout: SpeakerLayout?

    var chosenLayout: SpeakerLayout? { namedLayout ?? channels.flatMap(SpeakerLayout.init(channels:)) }
    var layout: SpeakerLayout { chosenLayout ?? .stereo }

    func declareFiles(in claims: inout OutputClaims) { preset.declareFiles(in: &claims) }

    func performance(_ preset: Preset) -> Performance {
        var performance = Performance(preset: preset)
        performance.sampleRate = rate ?? 48_000
        performance.seed = seed
        performance.layout = layout
        performance.gain = Float(gain)
        return performance
    }

    func fileSettings(
        _ performance: Performance, _ container: SoundContainer?, _ claims: OutputClaims, loudness: Double? = nil, speed: Double? = nil
    ) -> SoundFileSettings {
        var settings = SoundFileSettings()
        settings.sampleRate = performance.sampleRate
        settings.layout = layout
        settings.container = container
        settings.format = format
        settings.ditherSeed = seed
        settings.title = performance.preset.title
        settings.software = Version.software
        settings.comment = performance.comment(changes: preset.set, loudness: loudness, speed: speed)
        settings.claims = claims
        return settings
    }

    func apply(to settings: inout PlayerSettings) {
        if let rate { settings.sampleRates = [rate] }
        if let format { settings.formats = [format] }
        settings.layout = layout
        settings.ditherSeed = seed
    }

    /// True where nothing but the format and the layout of the sound is requested.
    var isAsPlayed: Bool {
        preset.chosen == nil && preset.set.isEmpty && rate == nil && gain == 0 && seed == 1
    }

    /// For commands that support only one pair of channels.
    func validateOnePair(_ command: String) throws {
        guard layout == .stereo || layout == .mono else {
            throw ValidationError("`\(command)` supports only mono and stereo; \(layout.rawValue) is for play, render and key.")
        }
    }

    func validate() throws {
        if !(gain >= -120 && gain <= 40) { throw ValidationError("--gain takes dB from -120 to 40.") }
        if let rate, !EngineConfiguration.sampleRates.contains(rate) {
            throw ValidationError("\(EngineError.unsupportedSampleRate(rate))")
        }
        if let channels {
            guard let counted = SpeakerLayout(channels: channels) else {
                throw ValidationError("-c takes 1, 2, 4, 6 or 8; --layout takes names.")
            }
            if let namedLayout, namedLayout.channels != channels {
                throw ValidationError(
                    "-c \(channels) is \(counted.rawValue), but \(namedLayout.rawValue) has \(CountText.of(namedLayout.channels, "channel")); give one of them."
                )
            }
        }
    }
}

extension SpeakerLayout: ExpressibleByArgument {
    public init?(argument: String) { self.init(rawValue: argument.lowercased()) }

    /// For messages: the name, and the number of channels where the name does not imply it.
    var summary: String {
        switch self {
        case .mono, .stereo, .binaural: rawValue
        case .quad, .surround51, .surround71, .ambisonic: "\(rawValue) (\(channels) channels)"
        }
    }
}

extension SampleFormat: ExpressibleByArgument {
    public init?(argument: String) { self.init(named: argument) }
}
