import CRealtime
import RealtimeExchange

/// The synthesiser: one mixer for one track or several. Timelines in, interleaved frames of a layout out, telemetry back.
///
/// Each track is a part with a timeline of its own. Of a track that is alone the soundscape is a part of it; behind several
/// there is one, with a timeline of its own. The drops, tones and notes of several tracks add up in power, so their sum is
/// turned down by the root of how many sound (over 60 ms, when that changes): the mix is as loud as one track alone, and there
/// is one limiter. The engine has the clock, the knobs and the telemetry, which counts all parts together.
///
/// `init` and `takeDoor` belong to the control side; `render` to one audio thread at a time. The engine counts samples from 0
/// and works in quanta of 64 frames aligned to sample 0, so the sizes of the blocks it is asked for change nothing. A part runs
/// from sample 0 (with a fade-in of 15 ms) until a `stop` event; 110 ms after that it is exactly silent and nearly free, until
/// `start`.
///
/// What acts when:
/// - Once per quantum, at its first frame: the knobs, for all parts alike. Gain and mute take 20 ms.
/// - At its own sample: every timeline entry whose stamp lies in the quantum. One stamped earlier acts at the quantum's first
///   frame and is counted as late. At most 256 entries of a timeline act in one quantum; more act in the next.
/// - A set glides over its `glide` frames, and over 20 ms at least.
/// - Generations (compared by difference, so they may wrap): entries older than the knobs' are discarded and counted. Entries
///   newer than the knobs' wait in the ring until a quantum has read knobs that have caught up. So a pause or seek publishes the
///   knobs with the new generation first, then pushes the new entries.
///
/// An engine with a log notes there what acted in its first part, at the sample at which it did, the knobs' gain and mute
/// included: another engine of the same configuration, of one track, to which that log is the timeline renders the same bytes.
public struct RainEngine: ~Copyable {
    public let sampleRate: Int
    /// Channels of a frame, in the order of `SpeakerLayout.speakers`; 2 for mono, whose one channel is their mean.
    public var channels: Int { @_noLocks get { bus.plan.channels } }
    /// Frames by which the output lags the timelines (the limiter's look-ahead); outputs take them off the head.
    public var latency: Int { @_noLocks get { limits ? limiter.latency : 0 } }

    /// The drops of the first track that fell in the quantum computed last, until the next one is.
    package var newestDrops: UnsafeBufferPointer<DropOnset> { parts[0].part.pointee.newestDrops }

    private let configuration: EngineConfiguration
    private let store: PartStore
    /// The parts that sound or may sound, the first `partCount`.
    let parts: UnsafeMutablePointer<PartHandle>
    var partCount = 0
    var orders: EventQueueConsumer<PartOrder>
    var returns: EventQueueProducer<PartHandle>
    /// What the parts that have left had counted.
    var past = PartCounts()

    var knobs: LatestValueReader<Knobs>
    var telemetry: LatestValueWriter<Telemetry>
    /// Where every drop and note goes that begins.
    var onsets: EventQueueProducer<SoundOnset>?
    var report = Telemetry()

    /// The next sample to compute, always at the border of a quantum.
    var clock: Int64 = 0
    var handout = BlockAdapter()
    /// Quanta of silence put into the limiter since the last sound; at `flushLength` nothing is left in it.
    var flushed = 0
    let flushLength: Int

    var share: PartShare
    var bus: MasterBus
    let limits: Bool
    var limiter: Limiter
    /// The finished quantum, interleaved.
    let output: UnsafeMutablePointer<Float>

    /// Takes the memory that it will ever need, but for tracks that come later.
    ///
    /// Throws `EngineError.unsupportedSampleRate` and `.unsupportedInstructionSet`. Parameters out of range are clamped to
    /// the table's limits.
    /// - Parameters:
    ///   - timelines: one for each track, and behind several one for the soundscape.
    ///   - applied: the log of what acted in the first part, or nil. What finds it full is missing there and counted as its
    ///     overflow.
    ///   - onsets: the log of every drop and note that begins, or nil; the same holds for it.
    public init(
        _ configuration: EngineConfiguration, timelines: [EventQueue<TimelineEntry>],
        knobs: consuming LatestValueReader<Knobs>, telemetry: consuming LatestValueWriter<Telemetry>,
        applied: consuming EventQueueProducer<TimelineEntry>? = nil,
        onsets: consuming EventQueueProducer<SoundOnset>? = nil
    ) throws(EngineError) {
        let rate = configuration.sampleRate
        guard EngineConfiguration.sampleRates.contains(rate) else { throw EngineError.unsupportedSampleRate(rate) }
        let set = configuration.instructionSet
        guard set.isSupported else { throw EngineError.unsupportedInstructionSet(set) }
        let initial = configuration.parts
        precondition(initial.count == timelines.count, "each part has a timeline")
        self.configuration = configuration
        sampleRate = rate
        store = PartStore()
        parts = .allocate(capacity: PartStore.most)
        for (part, timeline) in zip(initial, timelines) {
            let log = partCount == 0 ? applied.take() : nil
            (parts + partCount).initialize(to: store.make(part, timeline: timeline, applied: log))
            partCount += 1
        }
        orders = store.orders.takeConsumer()
        returns = store.returns.takeProducer()
        share = PartShare(sampleRate: rate)
        let plan = SurroundPlan(configuration.layout)
        bus = MasterBus(plan, sampleRate: rate)
        limits = configuration.limits
        limiter = Limiter(sampleRate: rate, pairs: plan.outputs)
        flushLength = Limiter.latency(sampleRate: rate) / EngineConfiguration.quantum + 1
        output = .allocate(capacity: EngineConfiguration.quantum * plan.channels)
        output.initialize(repeating: 0, count: EngineConfiguration.quantum * plan.channels)
        report.generation = knobs.value.generation
        self.knobs = knobs
        self.telemetry = telemetry
        self.onsets = onsets
    }

    deinit {
        parts.deallocate()
        output.deallocate()
    }

    /// Where tracks come in and go out while the engine plays. Take it once.
    public func takeDoor() -> PartDoor { PartDoor(configuration, store: store) }

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
