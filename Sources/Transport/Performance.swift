import RainSynthesis
import RealtimeExchange
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

    /// What its engine is made from.
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

    /// Makes an engine and the control side's ends of its exchange.
    /// - Parameters:
    ///   - keepsLog: true gives the engine a log of what it applies.
    ///   - tellsOnsets: true gives it one of every drop and note that begins.
    func makeExchange(keepsLog: Bool = false, tellsOnsets: Bool = false) throws(EngineError) -> Exchange {
        try Exchange(configuration, gain: gain, keepsLog: keepsLog, tellsOnsets: tellsOnsets)
    }
}

/// An engine and the other ends of the ways to it and from it. Frozen, so that a test can take it apart too.
@frozen @usableFromInline struct Exchange: ~Copyable {
    var engine: RainEngine
    var timeline: EventQueueProducer<TimelineEntry>
    var knobs: LatestValueWriter<Knobs>
    var firstKnobs: Knobs
    var telemetry: LatestValueReader<Telemetry>
    /// What the engine applied; nobody has its consumer's end yet.
    var applied: EventQueue<TimelineEntry>?
    /// What begins; the same holds for it.
    var onsets: EventQueue<SoundOnset>?

    init(
        _ configuration: EngineConfiguration, gain: Float, keepsLog: Bool = false, tellsOnsets: Bool = false
    ) throws(EngineError) {
        // Two seconds ahead are a hundred sets and a few strikes; the log is emptied by whoever fills the timeline.
        let timeline = EventQueue<TimelineEntry>(capacity: 1024)
        let applied = keepsLog ? EventQueue<TimelineEntry>(capacity: 2 * timeline.capacity) : nil
        let onsets = tellsOnsets ? EventQueue<SoundOnset>(capacity: RenderLoop.onsetCapacity) : nil
        firstKnobs = Knobs()
        firstKnobs.gain = gain
        let knobs = LatestValue(firstKnobs)
        let telemetry = LatestValue(Telemetry())
        engine = try RainEngine(
            configuration, timeline: timeline.takeConsumer(), knobs: knobs.takeReader(),
            telemetry: telemetry.takeWriter(), applied: applied?.takeProducer(), onsets: onsets?.takeProducer())
        self.timeline = timeline.takeProducer()
        self.knobs = knobs.takeWriter()
        self.telemetry = telemetry.takeReader()
        self.applied = applied
        self.onsets = onsets
    }
}
