// SPDX-License-Identifier: MIT
import RainSynthesis
import Sonification

/// What is performed, except for the track: the preset and the settings of the sound.
public struct Performance: Sendable {
    public var preset: Preset
    /// The sample rate in Hz; one of `EngineConfiguration.sampleRates`.
    public var sampleRate = 48_000
    public var seed: UInt64 = 1
    /// The assignment of channels to loudspeakers.
    public var layout = SpeakerLayout.stereo
    /// The volume in dB, before the limiter.
    public var gain: Float = 0
    public init(preset: Preset) { self.preset = preset }

    /// The length in seconds of every performance's end: the layers fade out and end in exact silence.
    public static let fade = 0.2

    /// `fade` in frames.
    public var fadeFrames: Int64 { Int64(Double(sampleRate) * Self.fade) }

    /// The layers to play, and whether the limiter is active: stems are single layers without it.
    public var layers = SoundLayers.all
    public var limits = true

    /// The comment in a sound file, which says how to make the sound again: `preset storm, rain.intensity=3, seed 1, speed 2.0`.
    /// - Parameters:
    ///   - changes: those made to the preset, as NAME=VALUE.
    ///   - loudness: the target from which the gain follows; nil if the gain was chosen.
    ///   - speed: that of the track; nil where it may change.
    public func comment(changes: [String] = [], loudness: Double? = nil, speed: Double? = nil) -> String {
        var words = ["preset \(preset.name)"] + changes + ["seed \(seed)"]
        if let layout = layout.comment { words.append(layout) }
        if let loudness { words.append("loudness \(loudness)") } else if gain != 0 { words.append("gain \(gain)") }
        if let speed { words.append("speed \(speed)") }
        return words.joined(separator: ", ")
    }

    /// The engine configuration for a single track.
    public var configuration: EngineConfiguration {
        var configuration = EngineConfiguration()
        configuration.sampleRate = sampleRate
        configuration.seed = seed
        configuration.layout = layout
        configuration.parameters = preset.restingParameters
        configuration.layers = layers
        configuration.limits = limits
        return configuration
    }
}

extension SpeakerLayout {
    /// Its words in a sound file's comment; nil where the number of channels says it. `SoundFile` knows a sound field by them.
    public var comment: String? { SpeakerLayout(channels: channels) == self ? nil : "layout \(rawValue)" }
}
