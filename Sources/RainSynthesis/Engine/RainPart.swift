// SPDX-License-Identifier: MIT
import CRainKernel
import RealtimeExchange

/// The sound that one timeline drives: a track's reading layers, the soundscape behind several tracks, or both for a single
/// track. A part owns its parameter glide, layers, ducking, fade and volume; the engine sums the parts.
///
/// `init` belongs to the control side, everything else to the audio thread.
struct RainPart: ~Copyable {
    /// False for the soundscape behind several tracks: it is not scaled with them, and its notes only duck.
    let isTrack: Bool
    let layers: SoundLayers
    let shortestGlide: Int
    /// The entries from the control side, in order.
    var timeline: EventQueueConsumer<TimelineEntry>
    /// The log of the entries that have acted.
    var applied: EventQueueProducer<TimelineEntry>?
    /// The knobs whose volume and mute are applied now; nil before the first quantum.
    var appliedKnobs: Knobs?

    /// The quantum being rendered, and the first sample of the part's first quantum.
    var now = QuantumStart()
    var start: Int64 = 0
    /// The sample at which the part stops at the latest, to be returned to the control side.
    var leavesAt = Int64.max
    /// Whether the newest quantum contains sound.
    private(set) var sounds = false
    var counts = PartCounts()

    var glide: ParameterRamps
    let drops: OwnedLayer<MaterialDrops>
    let tone: OwnedLayer<Tone>
    let surround: OwnedLayer<Surround>
    var strikes: Strikes
    var bus: PairBus

    private var masterGain = MixGain(off: -60)
    var volume: MixVolume
    var fade: MixFade
    let buffers: PartBuffers

    /// Allocates all the memory the part needs. Parameters out of range are clamped to the table's limits.
    /// - Parameter applied: the log of what acted, or nil.
    init(
        _ configuration: PartConfiguration, timeline: consuming EventQueueConsumer<TimelineEntry>,
        applied: consuming EventQueueProducer<TimelineEntry>? = nil
    ) {
        let rate = configuration.engine.sampleRate
        let set = configuration.engine.instructionSet
        let plan = SurroundPlan(configuration.engine.layout)
        layers = configuration.layers
        isTrack = configuration.isTrack
        shortestGlide = rate / 50
        self.timeline = timeline
        self.applied = applied
        glide = ParameterRamps(configuration.parameters)
        let voices = Int(glide.value(.dropsVoices))
        drops = OwnedLayer(
            if: layers.has(.drops),
            MaterialDrops(
                DropLayer(sampleRate: rate, seed: configuration.seed, voices: voices, instructionSet: set),
                ModalBank(sampleRate: rate, instructionSet: set)))
        tone = OwnedLayer(if: layers.has(.tone), Tone(sampleRate: rate, phase: configuration.tonePhase))
        surround = OwnedLayer(
            if: !layers.isSubset(of: .read),
            Surround(plan, sampleRate: rate, seed: configuration.seed, layers: configuration.layers, instructionSet: set))
        strikes = Strikes(sampleRate: rate)
        bus = PairBus(sampleRate: rate, instructionSet: set)
        volume = MixVolume(sampleRate: rate)
        fade = MixFade(sampleRate: rate)
        if configuration.rests { fade.stop() }
        buffers = PartBuffers()
    }

    /// True once the part has stopped for good and its sound has ended.
    var hasLeft: Bool { @_noLocks get { leavesAt != .max && fade.isSilent && !sounds } }

    /// Renders the 64 frames from `now.clock` into the buses; `sounds` then indicates whether they contain sound.
    @_noLocks mutating func renderQuantum(_ now: QuantumStart, _ onsets: inout EventQueueProducer<SoundOnset>?) {
        self.now = now
        if now.clock >= leavesAt { fade.stop() }
        applyKnobs()
        sounds = false
        drops.pointer?.pointee.begin()
        var budget = TimelineBudget()
        let quantum = EngineConfiguration.quantum
        var frame = 0
        while frame < quantum {
            var end = applyEntries(at: frame, &budget, &onsets)
            let arrival = glide.framesLeft
            if arrival > 0 && frame &+ arrival < end { end = frame &+ arrival }
            if fade.isSilent {
                rest(Segment(first: frame, frames: end &- frame))
            } else {
                if !sounds { clear() }
                sounds = true
                renderSegment(Segment(first: frame, frames: end &- frame))
            }
            glide.advance(end &- frame)
            frame = end
        }
        guard sounds else { return }
        mix(&onsets)
        if fade.isSilent { silence() }
    }

    /// The drops that fell in the newest quantum.
    var newestDrops: UnsafeBufferPointer<DropOnset> {
        mutating get { drops.pointer?.pointee.layer.newest ?? UnsafeBufferPointer(start: nil, count: 0) }
    }

    /// Adds the newest quantum to the pairs of a layout.
    @_noLocks mutating func add(to bus: borrowing MasterBus) {
        bus.add(buffers.sound, toPair: 0)
        surround.pointer?.pointee.addFurther(to: bus)
    }

    /// Clears the buses.
    @_noLocks private mutating func clear() {
        buffers.clear()
        surround.pointer?.pointee.clear()
    }

    /// Advances through a silent segment.
    @_noLocks private mutating func rest(_ segment: Segment) {
        volume.advance(segment.frames)
        // No note sounds, but the ducking stays in step with the quanta.
        strikes.schedule(segment, glide, into: buffers.notes)
        for frame in segment.first..<segment.first &+ segment.frames {
            buffers.duck[frame] = 0
            buffers.gain[frame] = 0
        }
    }

    /// Schedules a segment in every layer and stores the gains frame by frame.
    @_noLocks private mutating func renderSegment(_ segment: Segment) {
        let frames = segment.frames
        drops.pointer?.pointee.schedule(segment, glide, into: buffers.sound)
        surround.pointer?.pointee.schedule(segment, glide, into: buffers.sound)
        tone.pointer?.pointee.schedule(segment, glide, into: buffers.sound)
        buffers.duck.fill(segment, with: strikes.duckGain)
        strikes.schedule(segment, glide, into: buffers.notes)

        let master = masterGain.ramp(glide.ramp(.masterLevel), frames: frames)
        let gainStart = master.value * volume.value * fade.value
        volume.advance(frames)
        fade.advance(frames)
        let gainEnd = master.at(frames) * volume.value * fade.value
        buffers.gain.fill(segment, with: Ramp(value: gainStart, step: (gainEnd - gainStart) / Float(frames)))
    }

    /// Mixes rain and notes into the rain's buffers and finishes the pair.
    @_noLocks private mutating func mix(_ onsets: inout EventQueueProducer<SoundOnset>?) {
        let sound = buffers.sound
        drops.pointer?.pointee.render(glide, into: sound)
        logDrops(&onsets)
        surround.pointer?.pointee.render(glide, into: sound)
        logRain(&onsets)
        let isFinite = bus.finish(sound, duck: buffers.duck, notes: layers.has(.strikes) ? buffers.notes.left : nil, gain: buffers.gain)
        let areFinite = surround.pointer?.pointee.mixFurther(duck: buffers.duck, gain: buffers.gain, glide: glide) ?? true
        if !isFinite || !areFinite { purge() }
        count()
    }

    /// Restarts the part from silence, because a NaN would circulate in the filters forever.
    @_noLocks private mutating func purge() {
        clear()
        silence()
        counts.purges &+= 1
    }

    @_noLocks private mutating func count() {
        counts.activeDrops = Int32(truncatingIfNeeded: drops.pointer?.pointee.layer.active ?? 0)
        counts.peakActiveDrops = Int32(truncatingIfNeeded: drops.pointer?.pointee.layer.peakActive ?? 0)
        counts.startedDrops = drops.pointer?.pointee.layer.started ?? 0
        counts.yieldedDrops = drops.pointer?.pointee.layer.stolen ?? 0
        counts.raindrops = counts.raindrops &+ Int64(truncatingIfNeeded: surround.pointer?.pointee.arrivalCount ?? 0)
        counts.refusedGrains = surround.pointer?.pointee.refused ?? 0
    }

    /// Discards the sound of every layer, as when the fade-out has ended.
    @_noLocks private mutating func silence() {
        drops.pointer?.pointee.silence()
        surround.pointer?.pointee.silence()
        bus.silence()
        tone.pointer?.pointee.silence()
        strikes.silence()
        counts.activeDrops = 0
    }
}

/// The state that all parts of an engine share in a quantum. Plain memory.
struct QuantumStart: BitwiseCopyable {
    /// Its first sample.
    var clock: Int64 = 0
    var knobs = Knobs()
    /// The newest generation; older entries are discarded.
    var generation: UInt32 = 0
    /// The gain applied to a track's sound after its part.
    var share: Float = 1
    @_noLocks init() {}
}

/// A part's working memory for one quantum.
struct PartBuffers: ~Copyable {
    private let memory = FixedBuffer<Float>(repeating: 0, count: 6 * EngineConfiguration.quantum)
    /// All sound that ducks and, in the end, the part's front pair.
    let sound: StereoBlock
    /// The event notes, which do not duck, directly after it in memory.
    let notes: StereoBlock
    /// Gains frame by frame: the rain's ducking, and the gain of the entire part.
    let duck: UnsafeMutablePointer<Float>
    let gain: UnsafeMutablePointer<Float>

    init() {
        let frames = EngineConfiguration.quantum
        sound = StereoBlock(memory.first)
        notes = StereoBlock(memory.first + 2 * frames)
        duck = memory.first + 4 * frames
        gain = memory.first + 5 * frames
    }

    /// Clears both buses.
    @_noLocks func clear() {
        for index in 0..<4 &* EngineConfiguration.quantum { sound.left[index] = 0 }
    }
}

extension UnsafeMutablePointer<Float> {
    /// Audio thread: stores a gain frame by frame.
    @_noLocks fileprivate func fill(_ segment: Segment, with ramp: Ramp) {
        for frame in 0..<segment.frames { self[segment.first &+ frame] = ramp.at(frame) }
    }
}
