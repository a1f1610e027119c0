// SPDX-License-Identifier: MIT
import CRainKernel
import RealtimeExchange

/// The sound that one timeline drives: a track's reading layers, the soundscape behind several tracks, or both for a single
/// track. A part owns its parameter glide, layers, ducking, fade and volume; the engine sums the parts.
///
/// `init` belongs to the control side, everything else to the audio thread. A part runs from its first sample (with a fade-in of
/// 15 ms) until a `stop` event; 110 ms after that it is exactly silent and costs almost nothing until a `start`.
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
    /// The sample at which the part stops at the latest, to be handed back.
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

    private var toneGain: SlewedGain
    private var strikesGain = MixGain(off: -60)
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
        drops =
            layers.has(.drops)
            ? OwnedLayer(
                MaterialDrops(
                    DropLayer(
                        sampleRate: rate, seed: configuration.seed, voices: Int(glide.value(.dropsVoices)), instructionSet: set),
                    ModalBank(sampleRate: rate, instructionSet: set)))
            : OwnedLayer()
        tone = layers.has(.tone) ? OwnedLayer(Tone(sampleRate: rate, phase: configuration.tonePhase)) : OwnedLayer()
        surround =
            layers.isDisjoint(with: .soundscape)
            ? OwnedLayer()
            : OwnedLayer(Surround(plan, sampleRate: rate, seed: configuration.seed, layers: layers, instructionSet: set))
        // From nothing to full scale in 20 ms.
        toneGain = SlewedGain(off: -90, slew: 50 / Float(rate))
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
        obeyKnobs()
        sounds = false
        drops.place?.pointee.begin()
        var budget = TimelineBudget()
        let quantum = EngineConfiguration.quantum
        var frame = 0
        while frame < quantum {
            var end = takeEntries(at: frame, &budget, &onsets)
            let arrival = glide.framesLeft
            if arrival > 0 && frame &+ arrival < end { end = frame &+ arrival }
            if fade.isSilent {
                rest(from: frame, frames: end &- frame)
            } else {
                if !sounds { clear() }
                sounds = true
                renderSegment(from: frame, frames: end &- frame)
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
        mutating get { drops.place?.pointee.layer.newest ?? UnsafeBufferPointer(start: nil, count: 0) }
    }

    /// Adds the newest quantum to the pairs of a layout.
    @_noLocks mutating func add(to bus: borrowing MasterBus) {
        bus.add(buffers.left, buffers.right, toPair: 0)
        surround.place?.pointee.addFurther(to: bus)
    }

    /// Clears the buses.
    @_noLocks private mutating func clear() {
        buffers.clear()
        surround.place?.pointee.clear()
    }

    /// Advances through a silent segment.
    @_noLocks private mutating func rest(from first: Int, frames: Int) {
        volume.advance(frames)
        // No note sounds, but the ducking stays in step with the quanta.
        strikes.render(
            addingToLeft: buffers.strikesLeft + first, right: buffers.strikesRight + first, frames: frames)
        var frame = first
        while frame < first &+ frames {
            buffers.duck[frame] = 0
            buffers.gain[frame] = 0
            frame &+= 1
        }
    }

    /// Renders a segment: schedules the drops, renders the other layers and stores the gains frame by frame.
    @_noLocks private mutating func renderSegment(from first: Int, frames: Int) {
        drops.place?.pointee.fall(from: first, frames: frames, glide: glide)
        surround.place?.pointee.schedule(offset: first, frames: frames, glide: glide, left: buffers.left, right: buffers.right)
        tone.place?.pointee.render(
            addingToLeft: buffers.left + first, right: buffers.right + first, frames: frames,
            level: toneGain.ramp(glide.ramp(.toneLevel), frames: frames), frequency: glide.ramp(.toneFrequency),
            shape: glide.value(.toneShape))
        buffers.duck.fill(from: first, frames: frames, with: strikes.duckGain)
        strikes.render(
            addingToLeft: buffers.strikesLeft + first, right: buffers.strikesRight + first, frames: frames,
            gain: strikesGain.ramp(glide.ramp(.strikesLevel), frames: frames))

        let master = masterGain.ramp(glide.ramp(.masterLevel), frames: frames)
        let gainStart = master.value * volume.value * fade.value
        volume.advance(frames)
        fade.advance(frames)
        let gainEnd = master.at(frames) * volume.value * fade.value
        buffers.gain.fill(
            from: first, frames: frames, with: Ramp(value: gainStart, step: (gainEnd - gainStart) / Float(frames)))
    }

    /// Mixes rain and notes into the rain's buffers and finishes the pair.
    @_noLocks private mutating func mix(_ onsets: inout EventQueueProducer<SoundOnset>?) {
        let left = buffers.left
        let right = buffers.right
        drops.place?.pointee.render(left: left, right: right)
        noteDrops(&onsets)
        surround.place?.pointee.render(left: left, right: right, glide: glide)
        noteRain(&onsets)
        let isFinite = bus.finish(
            left, right, duck: buffers.duck, notes: layers.has(.strikes) ? buffers.strikesLeft : nil, gain: buffers.gain)
        let areFinite = surround.place?.pointee.mixFurther(duck: buffers.duck, gain: buffers.gain, glide: glide) ?? true
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
        counts.activeDrops = Int32(truncatingIfNeeded: drops.place?.pointee.layer.active ?? 0)
        counts.peakActiveDrops = Int32(truncatingIfNeeded: drops.place?.pointee.layer.peakActive ?? 0)
        counts.startedDrops = drops.place?.pointee.layer.started ?? 0
        counts.yieldedDrops = drops.place?.pointee.layer.stolen ?? 0
        counts.raindrops = counts.raindrops &+ Int64(truncatingIfNeeded: surround.place?.pointee.arrivalCount ?? 0)
        counts.refusedGrains = surround.place?.pointee.refused ?? 0
    }

    /// Discards the sound of every layer, as when the fade-out has ended.
    @_noLocks private mutating func silence() {
        drops.place?.pointee.silence()
        surround.place?.pointee.silence()
        bus.silence()
        tone.place?.pointee.silence()
        toneGain.forget()
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

/// A part's working memory for one quantum, freed with the part.
struct PartBuffers: ~Copyable {
    /// All sound that ducks and, in the end, the part's front pair.
    let left: UnsafeMutablePointer<Float>
    let right: UnsafeMutablePointer<Float>
    /// The event notes, which do not duck, right behind left.
    let strikesLeft: UnsafeMutablePointer<Float>
    let strikesRight: UnsafeMutablePointer<Float>
    /// Gains frame by frame: the rain's ducking, and the gain of the entire part.
    let duck: UnsafeMutablePointer<Float>
    let gain: UnsafeMutablePointer<Float>

    init() {
        let frames = EngineConfiguration.quantum
        left = .allocate(capacity: 6 * frames)
        left.initialize(repeating: 0, count: 6 * frames)
        right = left + frames
        strikesLeft = right + frames
        strikesRight = strikesLeft + frames
        duck = strikesRight + frames
        gain = duck + frames
    }

    deinit { left.deallocate() }

    /// Clears both buses.
    @_noLocks func clear() {
        for index in 0..<4 &* EngineConfiguration.quantum { left[index] = 0 }
    }
}

extension UnsafeMutablePointer<Float> {
    /// Audio thread: stores a gain frame by frame.
    @_noLocks fileprivate func fill(from first: Int, frames: Int, with ramp: Ramp) {
        var frame = 0
        while frame < frames {
            self[first &+ frame] = ramp.at(frame)
            frame &+= 1
        }
    }
}
