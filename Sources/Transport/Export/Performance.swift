import RainSynthesis
import Sonification

/// What is performed, apart from the track: the preset and the figures of the sound.
public struct Performance: Sendable {
    public var preset: Preset
    /// Hz; one of `EngineConfiguration.sampleRates`.
    public var sampleRate = 48_000
    public var seed: UInt64 = 1
    /// Where the channels of the sound go.
    public var layout = SpeakerLayout.stereo
    /// Volume in dB, before the limiter.
    public var gain: Float = 0
    public init(preset: Preset) { self.preset = preset }

    /// The end of every performance: the layers fade, and the last of it is exact silence. Seconds.
    public static let fade = 0.2

    /// `fade` in frames.
    public var fadeFrames: Int64 { Int64(Double(sampleRate) * Self.fade) }

    /// Which layers are heard, and whether the limiter watches over them: stems are single layers without it.
    public var layers = SoundLayers.all
    public var limits = true

    /// What the engine of one track is made from.
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
