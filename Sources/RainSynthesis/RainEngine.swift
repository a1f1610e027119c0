import CRealtime
import RealtimeExchange

/// Why an engine cannot be made.
public enum EngineError: Error, Equatable, Sendable {
    /// The rate is none of `EngineConfiguration.sampleRates`; take one of them.
    case unsupportedSampleRate(Int)
    /// This machine does not run it; take one of which `isSupported` is true.
    case unsupportedInstructionSet(InstructionSet)
}

/// What is fixed for the life of an engine.
public struct EngineConfiguration: Sendable {
    /// The rates the engine runs at, in Hz.
    public static let sampleRates = [44_100, 48_000, 88_200, 96_000, 176_400, 192_000]
    /// Frames in a quantum, the engine's own step.
    public static var quantum: Int { @_noLocks get { 64 } }

    public var sampleRate: Int = 48_000
    /// Every random number comes from it: the same seed and timeline give the same bytes.
    public var seed: UInt64 = 1
    /// Where the channels of the sound go.
    public var layout = SpeakerLayout.stereo
    /// The parameters before the first timeline entry; `drops.voices` is read from here, once.
    public var parameters = SynthParameters()
    /// Which layers reach the mix; of the others only what they do to these (the ducking) is heard.
    public var layers = SoundLayers.all
    /// False leaves out the limiter and its delay: layers rendered one by one add up to the mix that it is given.
    public var limits = true
    /// Where in its turn the tone starts, 0 ..< 1.
    var tonePhase = 0.0
    /// What the inner loops are compiled for; never a difference in the bytes.
    public var instructionSet = InstructionSet.standard
    public init() {}
}

/// The synthesiser: one timeline in, interleaved frames of a layout out, telemetry back.
///
/// `init` belongs to the control side; `render` to one audio thread at a time. The engine counts samples from 0 and works in
/// quanta of 64 frames aligned to sample 0, so the sizes of the blocks it is asked for change nothing. It runs from sample 0
/// (with a fade-in of 15 ms) until a `stop` event; 110 ms after that it is exactly silent and nearly free, until `start`.
///
/// What acts when:
/// - Once per quantum, at its first frame: the knobs. Gain and mute take 20 ms.
/// - At its own sample: every timeline entry whose stamp lies in the quantum. One stamped earlier acts at the quantum's first
///   frame and is counted as late. At most 256 entries act in one quantum; more act in the next.
/// - A set glides over its `glide` frames, and over 20 ms at least.
/// - Generations (compared by difference, so they may wrap): entries older than the knobs' are discarded and counted. Entries
///   newer than the knobs' wait in the ring until the knobs have caught up. So a pause or seek publishes the knobs with the new
///   generation first, then pushes the new entries; that order alone makes sure that none waits.
///
/// An engine with a log notes there what acted, at the sample at which it did, the knobs' gain and mute included: another
/// engine of the same configuration to which that log is the timeline renders the same bytes.
public struct RainEngine: ~Copyable {
    public let sampleRate: Int
    /// Channels of a frame, in the order of `SpeakerLayout.speakers`; 2 for mono, whose one channel is their mean.
    public var channels: Int { @_noLocks get { surround.plan.channels } }
    /// Frames by which the output lags the timeline (the limiter's look-ahead); outputs take them off the head.
    public var latency: Int { @_noLocks get { limits ? limiter.latency : 0 } }

    /// The drops that fell in the quantum computed last, until the next one is.
    package var newestDrops: UnsafeBufferPointer<DropOnset> {
        UnsafeBufferPointer(start: drops.onsets, count: drops.onsetCount)
    }

    var timeline: EventQueueConsumer<TimelineEntry>
    var knobs: LatestValueReader<Knobs>
    var telemetry: LatestValueWriter<Telemetry>
    /// Where every entry goes that has acted.
    var applied: EventQueueProducer<TimelineEntry>?
    /// Where every drop and note goes that begins.
    var onsets: EventQueueProducer<SoundOnset>?
    /// The knobs' volume and mute that are obeyed now; nil before the first frame.
    var obeyed: Knobs?

    /// The next sample to compute, always at the border of a quantum.
    var clock: Int64 = 0
    var handout = QuantumHandout()
    var report = Telemetry()
    /// Quanta of silence put into the limiter since the last sound; at `flushLength` nothing is left in it.
    var flushed = 0
    let flushLength: Int
    let shortestGlide: Int
    let layers: SoundLayers
    let limits: Bool
    /// How many of the quantum's onsets have struck their material.
    var struckOnsets = 0

    var glide: ParameterGlide
    var drops: DropLayer
    var materials: ModalBank
    /// The front pair's rain; the others' is the surround's.
    var soundscape: Soundscape
    var tone: Tone
    var strikes: Strikes
    var thunder: Thunder
    var blocker: DCBlocker
    var surround: Surround
    var limiter: Limiter

    var resonanceGain = MixGain(off: -60)
    var toneGain: SlewedGain
    var strikesGain = MixGain(off: -60)
    var masterGain = MixGain(off: -60)
    var volume: MixVolume
    var fade: MixFade

    let buffers: EngineBuffers

    /// Takes the memory that the engine will ever need.
    ///
    /// Throws `EngineError.unsupportedSampleRate` and `.unsupportedInstructionSet`. Parameters out of range are clamped to
    /// the table's limits.
    /// - Parameters:
    ///   - applied: the log of what acted, or nil. What finds it full is missing there and counted as its overflow.
    ///   - onsets: the log of every drop and note that begins, or nil; the same holds for it.
    public init(
        _ configuration: EngineConfiguration, timeline: consuming EventQueueConsumer<TimelineEntry>,
        knobs: consuming LatestValueReader<Knobs>, telemetry: consuming LatestValueWriter<Telemetry>,
        applied: consuming EventQueueProducer<TimelineEntry>? = nil,
        onsets: consuming EventQueueProducer<SoundOnset>? = nil
    ) throws(EngineError) {
        let rate = configuration.sampleRate
        guard EngineConfiguration.sampleRates.contains(rate) else { throw EngineError.unsupportedSampleRate(rate) }
        let set = configuration.instructionSet
        guard set.isSupported else { throw EngineError.unsupportedInstructionSet(set) }
        sampleRate = rate
        glide = ParameterGlide(configuration.parameters)
        drops = DropLayer(
            sampleRate: rate, seed: configuration.seed, voices: Int(glide.value(.dropsVoices)), instructionSet: set)
        materials = ModalBank(sampleRate: rate)
        let plan = SurroundPlan(configuration.layout)
        soundscape = Soundscape(
            sampleRate: rate, seed: configuration.seed, share: 1 / Double(plan.pairs), layers: configuration.layers)
        tone = Tone(sampleRate: rate, phase: configuration.tonePhase)
        // From nothing to full scale in 20 ms.
        toneGain = SlewedGain(off: -90, slew: 50 / Float(rate))
        strikes = Strikes(sampleRate: rate)
        thunder = Thunder(sampleRate: rate, seed: configuration.seed)
        blocker = DCBlocker(sampleRate: rate)
        limiter = Limiter(sampleRate: rate, pairs: plan.outputs)
        volume = MixVolume(sampleRate: rate)
        fade = MixFade(sampleRate: rate)
        flushLength = Limiter.latency(sampleRate: rate) / EngineConfiguration.quantum + 1
        shortestGlide = rate / 50
        layers = configuration.layers
        limits = configuration.limits
        buffers = EngineBuffers()
        surround = Surround(
            plan, sampleRate: rate, seed: configuration.seed, layers: configuration.layers,
            front: (buffers.rainLeft, buffers.rainRight))
        report.generation = knobs.value.generation
        self.timeline = timeline
        self.knobs = knobs
        self.telemetry = telemetry
        self.applied = applied
        self.onsets = onsets
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
            done = done &+ handout.hand(buffers.output, channels: channels, to: output + channels &* done, atMost: frames &- done)
        }
        crealtime_restore_denormals(control)
    }
}
