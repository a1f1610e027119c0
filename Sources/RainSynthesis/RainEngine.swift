import RealtimeExchange

/// Why an engine cannot be made.
public enum EngineError: Error, Equatable, Sendable {
    case unsupportedSampleRate(Int)
}

/// What is fixed for the life of an engine.
public struct EngineConfiguration: Sendable {
    /// The rates the engine runs at, in Hz.
    public static let sampleRates = [44_100, 48_000, 88_200, 96_000, 176_400, 192_000]
    /// Frames in a quantum, the engine's own step.
    public static var quantum: Int { 64 }

    public var sampleRate: Int = 48_000
    public var seed: UInt64 = 1
    /// The parameters before the first timeline entry; `drops.voices` is read from here, once.
    public var parameters = SynthParameters()
    public init() {}
}

/// The synthesiser: one timeline in, interleaved stereo out, telemetry back.
public struct RainEngine: ~Copyable {
    public let sampleRate: Int
    /// Frames by which the output lags the timeline (the limiter's look-ahead); outputs take them off the head.
    public var latency: Int { 64 }

    var timeline: EventQueueConsumer<TimelineEntry>
    var knobs: LatestValueReader<Knobs>
    var telemetry: LatestValueWriter<Telemetry>

    public init(
        _ configuration: EngineConfiguration, timeline: consuming EventQueueConsumer<TimelineEntry>,
        knobs: consuming LatestValueReader<Knobs>, telemetry: consuming LatestValueWriter<Telemetry>
    ) throws(EngineError) {
        guard EngineConfiguration.sampleRates.contains(configuration.sampleRate) else {
            throw EngineError.unsupportedSampleRate(configuration.sampleRate)
        }
        sampleRate = configuration.sampleRate
        self.timeline = timeline
        self.knobs = knobs
        self.telemetry = telemetry
    }

    /// Audio thread: writes the next `frames` frames, interleaved left and right, to `output`.
    @_noLocks
    public mutating func render(into output: UnsafeMutablePointer<Float>, frames: Int) {
        while let entry = timeline.front(), entry.pointee.sample < 0 { timeline.drop() }
        _ = knobs.refresh()
        telemetry.publish(Telemetry())
        for index in 0..<frames &* 2 { output[index] = knobs.value.gain }
    }
}
