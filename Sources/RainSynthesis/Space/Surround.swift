// SPDX-License-Identifier: MIT
/// Audio thread: the soundscapes of a layout, one for each pair of loudspeakers, with its own random numbers. The caller holds the
/// frames of the front pair.
struct Surround: RenderedLayer, ~Copyable {
    /// One for each pair, the front one first.
    private let soundscapes: FixedBuffer<Soundscape>
    /// For each further pair: the end of its mix, and its frames.
    private let buses: FixedBuffer<PairBus>
    private let samples: FixedBuffer<Float>

    init(_ plan: SurroundPlan, sampleRate: Int, seed: UInt64, layers: SoundLayers, instructionSet: InstructionSet) {
        soundscapes = FixedBuffer(count: plan.pairs) { pair in
            Soundscape(
                sampleRate: sampleRate, seed: seed, pair: pair, share: 1 / Double(plan.pairs), layers: layers,
                instructionSet: instructionSet)
        }
        buses = FixedBuffer(count: plan.pairs - 1) { _ in PairBus(sampleRate: sampleRate, instructionSet: instructionSet) }
        samples = FixedBuffer(repeating: 0, count: 2 * EngineConfiguration.quantum * (plan.pairs - 1))
    }

    /// The frames of a pair other than the front one.
    @_noLocks private func block(_ pair: Int) -> StereoBlock {
        StereoBlock(samples.first + 2 &* EngineConfiguration.quantum &* (pair &- 1))
    }

    var refused: Int64 {
        @_noLocks get {
            var count: Int64 = 0
            for pair in 0..<soundscapes.count { count &+= soundscapes.first[pair].refused }
            return count
        }
    }

    /// The single raindrops of the quantum in all pairs.
    var arrivalCount: Int {
        @_noLocks get {
            var count = 0
            for pair in 0..<soundscapes.count { count &+= soundscapes.first[pair].arrivalCount }
            return count
        }
    }

    /// The rain of the front pair; nil if it does not reach the mix.
    var rain: UnsafeMutablePointer<RainLayer>? { @_noLocks get { soundscapes.first[0].rain.pointer } }

    /// Clears the frames of the further pairs.
    @_noLocks func clear() { samples.clear() }

    /// Schedules one segment in every pair; `front` is the front one's block.
    @_noLocks mutating func schedule(_ segment: Segment, _ glide: borrowing ParameterRamps, into front: StereoBlock) {
        soundscapes.first[0].schedule(segment, glide, into: front)
        for pair in 1..<soundscapes.count { soundscapes.first[pair].schedule(segment, glide, into: block(pair)) }
    }

    /// Adds the front pair's quantum.
    @_noLocks mutating func render(_ glide: borrowing ParameterRamps, into front: StereoBlock) {
        soundscapes.first[0].render(glide, into: front)
    }

    /// Completes the further pairs' quantum, with the gains of the front pair frame by frame.
    /// - Returns: whether all of it is finite.
    @_noLocks mutating func mixFurther(duck: UnsafePointer<Float>, gain: UnsafePointer<Float>, glide: borrowing ParameterRamps) -> Bool {
        var areFinite = true
        for pair in 1..<soundscapes.count {
            soundscapes.first[pair].render(glide, into: block(pair))
            if !buses.first[pair &- 1].finish(block(pair), duck: duck, gain: gain) { areFinite = false }
        }
        return areFinite
    }

    /// Adds the further pairs to the sum.
    @_noLocks func addFurther(to bus: borrowing MasterBus) {
        for pair in 1..<soundscapes.count { bus.add(block(pair), toPair: pair) }
    }

    /// Discards all sound in progress.
    @_noLocks mutating func silence() {
        for pair in 0..<soundscapes.count { soundscapes.first[pair].silence() }
        for index in 0..<buses.count { buses.first[index].silence() }
    }
}
