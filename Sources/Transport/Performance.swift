import RainSynthesis
import RealtimeExchange
import Sonification

/// What is performed, apart from the track: the preset and the figures of the sound.
public struct Performance: Sendable {
    public var preset: Preset
    /// Hz; one of `EngineConfiguration.sampleRates`.
    public var sampleRate = 48_000
    public var seed: UInt64 = 1
    /// Volume in dB, before the limiter.
    public var gain: Float = 0
    public init(preset: Preset) { self.preset = preset }

    /// The end of every performance: the layers fade, and the last of it is exact silence. Seconds.
    public static let fade = 0.2

    /// `fade` in frames.
    public var fadeFrames: Int64 { Int64(Double(sampleRate) * Self.fade) }

    /// Makes an engine and the control side's ends of its exchange.
    func makeExchange() throws(EngineError) -> Exchange {
        // Two seconds ahead are a hundred sets and a few strikes.
        let timeline = EventQueue<TimelineEntry>(capacity: 1024)
        var first = Knobs()
        first.gain = gain
        let knobs = LatestValue(first)
        let telemetry = LatestValue(Telemetry())
        var configuration = EngineConfiguration()
        configuration.sampleRate = sampleRate
        configuration.seed = seed
        configuration.parameters = preset.restingParameters
        let engine = try RainEngine(
            configuration, timeline: timeline.takeConsumer(), knobs: knobs.takeReader(),
            telemetry: telemetry.takeWriter())
        return Exchange(
            engine: engine, timeline: timeline.takeProducer(), knobs: knobs.takeWriter(), firstKnobs: first,
            telemetry: telemetry.takeReader())
    }
}

/// An engine and the other ends of the ways to it and from it. Frozen, so that a test can take it apart too.
@frozen @usableFromInline struct Exchange: ~Copyable {
    var engine: RainEngine
    var timeline: EventQueueProducer<TimelineEntry>
    var knobs: LatestValueWriter<Knobs>
    var firstKnobs: Knobs
    var telemetry: LatestValueReader<Telemetry>
}
