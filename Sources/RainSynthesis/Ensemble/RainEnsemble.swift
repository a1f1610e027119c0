import CRealtime
import DeterministicMath
import RealtimeExchange

/// What an ensemble is made from.
public struct EnsembleConfiguration: Sendable {
    /// The most tracks that are heard at once.
    public static let mostParts = 64
    /// Drops that the parts can sound at once, all together; where they come and go, without the first one's.
    static let voices: Float = 65_536

    /// Rate, seed, layout, layers and the parameters of the soundscape before the first timeline entry.
    public var engine: EngineConfiguration
    /// Each part's own parameters before its first timeline entry; 1 to 64 of them.
    public var parts: [SynthParameters]
    /// True where parts come and go, so that nobody knows how many of them sound: the first may be alone.
    public var comeAndGo: Bool

    public init(engine: EngineConfiguration, parts: [SynthParameters], comeAndGo: Bool = false) {
        self.engine = engine
        self.parts = Array(parts.prefix(Self.mostParts))
        self.comeAndGo = comeAndGo
    }

    /// The engine of a part: what is read of its track, without a limiter of its own.
    fileprivate func part(_ index: Int) -> EngineConfiguration {
        var part = engine
        part.seed = StreamID.seed(engine.seed, part: index)
        part.parameters = parts[index]
        if index > 0 || !comeAndGo {
            part.parameters[.dropsVoices] = min(parts[index][.dropsVoices], Self.voices / Float(parts.count))
        }
        part.layers = engine.layers.intersection(.read)
        part.limits = false
        part.tonePhase = comeAndGo ? EnsembleConfiguration.tonePhase(index) : EnsembleConfiguration.tonePhase(index, of: parts.count)
        return part
    }

    /// Where the tone of a part starts, in turns. Tones of one pitch that lie evenly apart by fractions of a hertz have a
    /// steady sum, as loud as their powers together, if their phases grow by the square (M. Schroeder, IEEE Trans. Inf. Theory
    /// IT-16, 1970); in step they would begin with a swell and then be too soft.
    static func tonePhase(_ index: Int, of count: Int) -> Double {
        let turns = Double(index * index) / Double(2 * max(count, 1))
        return turns - turns.rounded(.down)
    }

    /// The same where their number is not known and the frequencies lie as far apart as halving brings them: the phases of
    /// all of them. The sum of fewer comes and goes, but so fast that its power over seconds is theirs together.
    static func tonePhase(_ index: Int) -> Double {
        let place = DeterministicMath.halved(index)
        let turns = Double(mostParts / 2) * place * place
        return turns - turns.rounded(.down)
    }

    /// The engine of what all parts have in common.
    fileprivate var soundscape: EngineConfiguration {
        var soundscape = engine
        soundscape.layers = engine.layers.subtracting(.read)
        soundscape.limits = false
        return soundscape
    }
}

/// Several tracks at once: an engine for what is read of each of them, and one for the soundscape behind them all.
///
/// Each part has a timeline of its own. The parts' drops, tones and notes are of different tracks and add up in power, so
/// their sum is turned down by the root of how many sound (over 60 ms, when that changes); the soundscape is one. So the
/// mix is as loud as one track alone, and there is one limiter. Telemetry counts all parts together.
///
/// `init` belongs to the control side; `render` to one audio thread at a time. A part runs from sample 0 unless a `stop` of
/// its timeline acts there; one that has stopped is nearly free.
public struct RainEnsemble: ~Copyable {
    public let sampleRate: Int
    /// Channels of a frame, as of an engine of the layout.
    public var channels: Int { @_noLocks get { plan.channels } }
    /// Frames by which the output lags the timelines (the limiter's look-ahead).
    public var latency: Int { @_noLocks get { limits ? limiter.latency : 0 } }

    let partCount: Int
    /// The parts' engines, and behind them the soundscape's.
    let engines: UnsafeMutablePointer<RainEngine>
    let knobWriters: UnsafeMutablePointer<LatestValueWriter<Knobs>>
    var knobs: LatestValueReader<Knobs>
    var telemetry: LatestValueWriter<Telemetry>
    var report = Telemetry()

    let plan: SurroundPlan
    let limits: Bool
    var limiter: Limiter
    var gain: EnsembleGain
    /// The pairs of channels that are summed, left, right, left, ..., and the finished quantum, interleaved.
    let planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    let samples: UnsafeMutablePointer<Float>
    let output: UnsafeMutablePointer<Float>
    let sampleCount: Int
    var handout = QuantumHandout()
    /// Quanta of silence put into the limiter since the last sound; at `flushLength` nothing is left in it.
    var flushed = 0
    let flushLength: Int

    /// Takes the memory that it will ever need.
    /// - Parameters:
    ///   - timelines: one for each part.
    ///   - soundscape: the timeline of what they have in common.
    /// - Throws: `EngineError.unsupportedSampleRate` and `.unsupportedInstructionSet`.
    public init(
        _ configuration: EnsembleConfiguration, timelines: [EventQueue<TimelineEntry>],
        soundscape: EventQueue<TimelineEntry>, knobs: consuming LatestValueReader<Knobs>,
        telemetry: consuming LatestValueWriter<Telemetry>
    ) throws(EngineError) {
        let count = min(configuration.parts.count, timelines.count)
        let settings = configuration.engine
        let first = knobs.value
        let engines = UnsafeMutablePointer<RainEngine>.allocate(capacity: count + 1)
        let writers = UnsafeMutablePointer<LatestValueWriter<Knobs>>.allocate(capacity: count + 1)
        for index in 0...count {
            do throws(EngineError) {
                let mailbox = LatestValue(first)
                let engine = try RainEngine(
                    index < count ? configuration.part(index) : configuration.soundscape,
                    timeline: (index < count ? timelines[index] : soundscape).takeConsumer(), knobs: mailbox.takeReader(),
                    telemetry: LatestValue(Telemetry()).takeWriter())
                (engines + index).initialize(to: engine)
                (writers + index).initialize(to: mailbox.takeWriter())
            } catch {
                engines.deinitialize(count: index)
                writers.deinitialize(count: index)
                engines.deallocate()
                writers.deallocate()
                throw error
            }
        }
        self.engines = engines
        knobWriters = writers
        partCount = count
        sampleRate = settings.sampleRate
        let quantum = EngineConfiguration.quantum
        plan = SurroundPlan(settings.layout)
        sampleCount = 2 * quantum * plan.outputs
        samples = .allocate(capacity: sampleCount + quantum * plan.channels)
        samples.initialize(repeating: 0, count: sampleCount + quantum * plan.channels)
        output = samples + sampleCount
        planes = .allocate(capacity: 2 * plan.outputs)
        for index in 0..<2 * plan.outputs { (planes + index).initialize(to: samples + quantum * index) }
        limits = settings.limits
        limiter = Limiter(sampleRate: settings.sampleRate, pairs: plan.outputs)
        flushLength = Limiter.latency(sampleRate: settings.sampleRate) / quantum + 1
        gain = EnsembleGain(sampleRate: settings.sampleRate)
        report.generation = first.generation
        self.knobs = knobs
        self.telemetry = telemetry
    }

    deinit {
        engines.deinitialize(count: partCount + 1)
        engines.deallocate()
        knobWriters.deinitialize(count: partCount + 1)
        knobWriters.deallocate()
        planes.deallocate()
        samples.deallocate()
    }

    /// Audio thread: writes the next `frames` frames of `channels` samples each to `output`.
    ///
    /// Never waits, allocates or calls the system. Output is finite and holds -1 dBTP.
    @_noLocks
    public mutating func render(into output: UnsafeMutablePointer<Float>, frames: Int) {
        let channels = channels
        let control = crealtime_flush_denormals()
        var done = 0
        while done < frames {
            if handout.isEmpty {
                renderQuantum()
                handout.refill()
            }
            done = done &+ handout.hand(self.output, channels: channels, to: output + channels &* done, atMost: frames &- done)
        }
        crealtime_restore_denormals(control)
    }
}

extension SoundLayers {
    /// What is read of a track: its drops, its tone and the notes of its events. The rest is the soundscape around them.
    public static let read: SoundLayers = [SoundLayers(.drops), SoundLayers(.tone), SoundLayers(.strikes)]
}

extension StreamID {
    /// The seed of one of several parts: the first one's is the ensemble's own.
    static func seed(_ seed: UInt64, part: Int) -> UInt64 {
        part == 0 ? seed : SplitMix64.mix(SplitMix64.mix(seed) ^ (0x10_000 &+ UInt64(truncatingIfNeeded: part)))
    }
}
