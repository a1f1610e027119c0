// SPDX-License-Identifier: MIT

/// Audio thread: the soundscape of a layout: one for the front pair of loudspeakers, whose frames the caller holds, and one for
/// each further pair, with its own random numbers.
struct Surround: RenderedLayer, ~Copyable {
    private var front: Soundscape
    private let further: FixedBuffer<SurroundPair>
    /// The frames of the further pairs.
    private let samples: FixedBuffer<Float>

    init(
        _ plan: SurroundPlan, sampleRate: Int, seed: UInt64, layers: SoundLayers,
        instructionSet: InstructionSet
    ) {
        let share = 1 / Double(plan.pairs)
        front = Soundscape(
            sampleRate: sampleRate, seed: seed, share: share, layers: layers, instructionSet: instructionSet)
        let frames = 2 * EngineConfiguration.quantum
        samples = FixedBuffer(repeating: 0, count: frames * (plan.pairs - 1))
        let first = samples.first
        further = FixedBuffer(count: plan.pairs - 1) { index in
            let soundscape = Soundscape(
                sampleRate: sampleRate, seed: seed, pair: index + 1, share: share, layers: layers,
                instructionSet: instructionSet)
            return SurroundPair(
                soundscape: soundscape, sampleRate: sampleRate, instructionSet: instructionSet, block: StereoBlock(first + frames * index))
        }
    }

    var refused: Int64 {
        @_noLocks get {
            var count = front.refused
            for index in 0..<further.count { count &+= further.first[index].refused }
            return count
        }
    }

    /// The single raindrops of the quantum in all pairs.
    var arrivalCount: Int {
        @_noLocks get {
            var count = front.arrivalCount
            for index in 0..<further.count { count &+= further.first[index].arrivalCount }
            return count
        }
    }

    /// The rain of the front pair; nil if it does not reach the mix.
    var rain: UnsafeMutablePointer<RainLayer>? { @_noLocks get { front.rain.pointer } }

    /// Clears the frames of the further pairs.
    @_noLocks func clear() { samples.clear() }

    /// Schedules one segment in every pair; `block` is the front one's.
    @_noLocks mutating func schedule(_ segment: Segment, _ glide: borrowing ParameterRamps, into block: StereoBlock) {
        front.schedule(segment, glide, into: block)
        for index in 0..<further.count { further.first[index].schedule(segment, glide) }
    }

    /// Adds the front pair's quantum.
    @_noLocks mutating func render(_ glide: borrowing ParameterRamps, into block: StereoBlock) {
        front.render(glide, into: block)
    }

    /// Completes the further pairs' quantum, with the gains of the front pair frame by frame.
    /// - Returns: whether all of it is finite.
    @_noLocks mutating func mixFurther(
        duck: UnsafePointer<Float>, gain: UnsafePointer<Float>, glide: borrowing ParameterRamps
    ) -> Bool {
        var areFinite = true
        for index in 0..<further.count {
            if !further.first[index].mix(duck: duck, gain: gain, glide: glide) { areFinite = false }
        }
        return areFinite
    }

    /// Adds the further pairs to the sum.
    @_noLocks func addFurther(to bus: borrowing MasterBus) {
        for index in 0..<further.count { bus.add(further.first[index].block, toPair: index &+ 1) }
    }

    /// Discards all sound in progress.
    @_noLocks mutating func silence() {
        front.silence()
        for index in 0..<further.count { further.first[index].silence() }
    }
}

/// A pair of loudspeakers other than the front pair: its soundscape and its frames of the quantum. Audio thread.
struct SurroundPair: ~Copyable {
    private var soundscape: Soundscape
    private var bus: PairBus
    let block: StereoBlock

    init(soundscape: consuming Soundscape, sampleRate: Int, instructionSet: InstructionSet, block: StereoBlock) {
        self.soundscape = soundscape
        bus = PairBus(sampleRate: sampleRate, instructionSet: instructionSet)
        self.block = block
    }

    var refused: Int64 { @_noLocks get { soundscape.refused } }
    var arrivalCount: Int { @_noLocks get { soundscape.arrivalCount } }

    /// Schedules one segment of the quantum.
    @_noLocks mutating func schedule(_ segment: Segment, _ glide: borrowing ParameterRamps) {
        soundscape.schedule(segment, glide, into: block)
    }

    /// Adds the quantum's rain and finishes the pair.
    /// - Returns: whether all of it is finite.
    @_noLocks mutating func mix(
        duck: UnsafePointer<Float>, gain: UnsafePointer<Float>, glide: borrowing ParameterRamps
    ) -> Bool {
        soundscape.render(glide, into: block)
        return bus.finish(block, duck: duck, gain: gain)
    }

    @_noLocks mutating func silence() {
        soundscape.silence()
        bus.silence()
    }
}
