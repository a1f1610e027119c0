// SPDX-License-Identifier: MIT
import CPlatform
import CRainKernel
import DeterministicMath
import RealtimeExchange

/// The synthesiser: renders the timelines of one track or several to interleaved frames of a speaker layout and publishes telemetry.
///
/// Each track is a part with its own timeline. A single track's part includes the soundscape; behind several tracks the
/// soundscape is another part with its own timeline. The drops, tones and notes of several tracks add up in power, so their sum
/// is divided by the square root of the number of sounding tracks (over 60 ms when that number changes): the mix is as loud as
/// one track alone, and one limiter serves all. The engine owns the clock, the knobs and the telemetry, which totals all parts.
///
/// `init` and `takeHandoff` belong to the control side; `render` to one audio thread at a time. The engine counts samples from 0 and works
/// in quanta of 64 frames aligned to sample 0, so the block size does not affect the output. A part runs from sample 0 (with a fade-in of
/// 15 ms) until a `stop` event; 110 ms after that it is exactly silent and costs almost nothing until a `start`.
///
/// When inputs take effect:
/// - At the first frame of a block, and every eighth quantum in it: the knobs, for all parts alike. Gain and mute ramp over 20 ms.
/// - At its own sample: every timeline entry stamped within the quantum. One stamped earlier acts at the quantum's first frame
///   and is counted as late. At most 256 entries of a timeline act in one quantum; the rest act in the next.
/// - A parameter set glides over its `glide` frames, but over at least 20 ms.
/// - Generations (compared by difference, so they may wrap): entries older than the knobs are discarded and counted. Entries
///   newer than the knobs wait in the ring buffer until a quantum reads knobs that have caught up. So a pause or seek publishes
///   the knobs with the new generation first, then pushes the new entries.
///
/// An engine with a log records what acted in its first part and at which sample, including the knobs' gain and mute. With that
/// log as its timeline, another single-track engine of the same configuration renders the same bytes.
public struct RainEngine: ~Copyable {
    /// Channels of a frame, in the order of `SpeakerLayout.speakers`; 2 for mono, whose single channel is their mean.
    public var channels: Int { @_noLocks get { bus.plan.channels } }
    /// Frames by which the output lags the timelines (the limiter's look-ahead); outputs discard them at the start.
    public var latency: Int { @_noLocks get { limits ? limiter.latency : 0 } }

    /// The first track's drops in the quantum rendered last; valid until the next is rendered.
    package var newestDrops: UnsafeBufferPointer<DropOnset> { parts.first[0].part.pointee.newestDrops }

    private let configuration: EngineConfiguration
    private let store: PartStore
    /// The parts in the engine: the first `partCount` elements.
    let parts = FixedBuffer<PartHandle>(unset: PartStore.most)
    var partCount = 0
    var orders: EventQueueConsumer<PartOrder>
    var returns: EventQueueProducer<PartHandle>
    /// The totals of the parts that have left.
    var countsOfLeft = PartCounts()

    var knobs: LatestValueReader<Knobs>
    var telemetry: LatestValueWriter<Telemetry>
    /// The log of every drop and note that begins.
    var onsets: EventQueueProducer<SoundOnset>?
    var report = Telemetry()

    /// The next sample to render, always at a quantum boundary.
    var clock: Int64 = 0
    var adapter = BlockAdapter()
    /// Quanta of silence fed to the limiter since the last sound; at `flushLength` it holds only silence.
    var flushed = 0
    let flushLength: Int

    var share: PartShare
    var bus: MasterBus
    let limits: Bool
    var limiter: Limiter
    /// Working memory of the level meters, and the instruction set of the kernels.
    let levels = FixedBuffer<Float>(repeating: 0, count: 4)
    let isa: crain_isa
    /// The most quanta rendered at a time.
    private static var batch: Int { @_noLocks get { 8 } }
    let quanta = FixedBuffer<QuantumTally>(repeating: QuantumTally(), count: RainEngine.batch)
    /// The finished quanta, interleaved.
    let output: FixedBuffer<Float>

    /// Makes an engine and allocates all the memory it needs, except for tracks that enter later.
    ///
    /// Parameters out of range are clamped to the table's limits.
    /// - Parameters:
    ///   - timelines: one for each track and, behind several, one for the soundscape.
    ///   - applied: the log of what acted in the first part, or nil. Entries that do not fit are dropped and counted as its
    ///     overflow.
    ///   - onsets: the log of every drop and note that begins, or nil; it overflows in the same way.
    /// - Throws: `EngineError.unsupportedSampleRate` or `EngineError.unsupportedInstructionSet`.
    public init(
        _ configuration: EngineConfiguration, timelines: [EventQueue<TimelineEntry>], knobs: consuming LatestValueReader<Knobs>,
        telemetry: consuming LatestValueWriter<Telemetry>, applied: consuming EventQueueProducer<TimelineEntry>? = nil,
        onsets: consuming EventQueueProducer<SoundOnset>? = nil
    ) throws(EngineError) {
        let rate = configuration.sampleRate
        guard EngineConfiguration.sampleRates.contains(rate) else { throw EngineError.unsupportedSampleRate(rate) }
        let set = configuration.instructionSet
        guard set.isSupported else { throw EngineError.unsupportedInstructionSet(set) }
        let initial = configuration.parts
        precondition(configuration.tracks.count <= EngineConfiguration.mostTracks, "an engine has at most 64 tracks")
        precondition(initial.count == timelines.count, "each part has a timeline")
        self.configuration = configuration
        isa = set.kernel
        store = PartStore()
        for (part, timeline) in zip(initial, timelines) {
            let log = partCount == 0 ? applied.take() : nil
            parts.first[partCount] = store.make(part, timeline: timeline, applied: log)
            partCount += 1
        }
        orders = store.orders.takeConsumer()
        returns = store.returns.takeProducer()
        share = PartShare(sampleRate: rate)
        let plan = SurroundPlan(configuration.layout)
        bus = MasterBus(plan, sampleRate: rate, quanta: RainEngine.batch)
        limits = configuration.limits
        limiter = Limiter(sampleRate: rate, pairs: plan.outputs, instructionSet: configuration.instructionSet)
        flushLength = Limiter.latency(sampleRate: rate) / EngineConfiguration.quantum + 1
        output = FixedBuffer(repeating: 0, count: RainEngine.batch * EngineConfiguration.quantum * plan.channels)
        report.generation = knobs.value.generation
        self.knobs = knobs
        self.telemetry = telemetry
        self.onsets = onsets
    }

    /// Adds and removes tracks while the engine plays. Take it once.
    public func takeHandoff() -> PartHandoff { PartHandoff(configuration, store: store) }

    /// Audio thread: writes the next `frames` frames of `channels` samples each to `output`.
    ///
    /// Never waits, allocates or makes a system call. The output is finite and, with the limiter, does not exceed -1 dBTP.
    @_noLocks
    public mutating func render(into output: UnsafeMutablePointer<Float>, frames: Int) {
        let channels = channels
        let control = crealtime_flush_denormals()
        var done = 0
        while done < frames {
            if adapter.isEmpty {
                // No more than the block needs: what arrives before the next block still acts in it. A batch is rendered track by
                // track, so only single quanta keep the log of onsets in order.
                let needed = (frames &- done &+ EngineConfiguration.quantum &- 1) / EngineConfiguration.quantum
                let most = onsets == nil ? RainEngine.batch : 1
                let quanta = needed < most ? needed : most
                renderQuanta(quanta)
                adapter.refill(quanta: quanta)
            }
            done = done &+ adapter.copy(self.output.first, channels: channels, to: output + channels &* done, atMost: frames &- done)
        }
        crealtime_restore_denormals(control)
    }
}

/// Audio thread: serves blocks of any size from rendered quanta, so that the block size does not affect the output.
struct BlockAdapter {
    /// Frames copied since the last refill, of the `rendered` ones.
    private var copied = 0
    private var rendered = 0

    /// True when more must be rendered first.
    var isEmpty: Bool { @_noLocks get { copied == rendered } }

    /// Makes all frames of newly rendered quanta available.
    @_noLocks mutating func refill(quanta: Int) {
        copied = 0
        rendered = quanta &* EngineConfiguration.quantum
    }

    /// Copies the next frames of `quanta`, interleaved with `channels` samples each: those that remain, but at most `wanted`.
    /// - Returns: the number of frames copied.
    @_noLocks mutating func copy(
        _ quanta: UnsafeMutablePointer<Float>, channels: Int, to target: UnsafeMutablePointer<Float>, atMost wanted: Int
    ) -> Int {
        let ready = rendered &- copied
        let count = ready < wanted ? ready : wanted
        let source = quanta + channels &* copied
        for index in 0..<channels &* count { target[index] = source[index] }
        copied = copied &+ count
        return count
    }
}

/// Audio thread: the gain for a sum of tracks, 1 over the square root of their number, which ramps to a new value over 60 ms.
///
/// Tracks add up in power, so the sum is as loud as one track.
struct PartShare {
    private var sounding = 0
    private var gain: LinearGlide

    init(sampleRate: Int) { gain = LinearGlide(1, frames: sampleRate * 60 / 1000) }

    /// The gain at the next frame.
    var value: Float { @_noLocks get { gain.value } }

    /// Sets the number of tracks that sound now; 0 keeps the current gain.
    /// - Parameter isSilent: true if nothing is sounding, so that the gain jumps.
    @_noLocks mutating func set(_ tracks: Int, isSilent: Bool) {
        guard tracks > 0, tracks != sounding else { return }
        let target = 1 / Float(DeterministicMath.sqrt(Double(tracks)))
        if isSilent || sounding == 0 { gain.jump(to: target) } else { gain.move(to: target) }
        sounding = tracks
    }

    /// Returns the gain over the next `frames` frames and advances past them.
    @_noLocks mutating func ramp(frames: Int) -> Ramp { gain.ramp(frames: frames) }
}
