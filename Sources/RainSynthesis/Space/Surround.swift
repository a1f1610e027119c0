// SPDX-License-Identifier: MIT
/// Audio thread: the soundscape of a layout: thunder and the rain around the listener in the front pair of loudspeakers, and the
/// rain in each further pair, with its own random numbers.
struct Surround: ~Copyable {
    private var front: Soundscape
    private let thunder: OwnedLayer<Thunder>
    private let further: UnsafeMutablePointer<SurroundPair>
    private let furtherCount: Int
    /// The frames of the further pairs.
    private let samples: UnsafeMutablePointer<Float>
    private let sampleCount: Int

    init(
        _ plan: SurroundPlan, sampleRate: Int, seed: UInt64, layers: SoundLayers = .all,
        instructionSet: InstructionSet = .standard
    ) {
        let quantum = EngineConfiguration.quantum
        let share = 1 / Double(plan.pairs)
        front = Soundscape(
            sampleRate: sampleRate, seed: seed, share: share, layers: layers, instructionSet: instructionSet)
        thunder =
            layers.has(.thunder)
            ? OwnedLayer(Thunder(sampleRate: sampleRate, seed: seed, instructionSet: instructionSet)) : OwnedLayer()
        furtherCount = plan.pairs - 1
        sampleCount = 2 * quantum * furtherCount
        samples = .allocate(capacity: sampleCount)
        samples.initialize(repeating: 0, count: sampleCount)
        further = .allocate(capacity: furtherCount)
        for index in 0..<furtherCount {
            let soundscape = Soundscape(
                sampleRate: sampleRate, seed: seed, pair: index + 1, share: share, layers: layers,
                instructionSet: instructionSet)
            (further + index).initialize(
                to: SurroundPair(
                    soundscape: soundscape, sampleRate: sampleRate, instructionSet: instructionSet, left: samples + 2 * quantum * index))
        }
    }

    deinit {
        further.deinitialize(count: furtherCount)
        further.deallocate()
        samples.deallocate()
    }

    /// Grains of rain and thunder dropped since the start because the pool was full.
    var refused: Int64 {
        @_noLocks get {
            var count = front.refused &+ (thunder.place?.pointee.refused ?? 0)
            for index in 0..<furtherCount { count &+= further[index].refused }
            return count
        }
    }

    /// The number of single raindrops in the front pair in the newest quantum.
    var arrivalCount: Int { @_noLocks get { front.arrivalCount } }
    /// One of these drops, and the gain of its layer at that time.
    @_noLocks func arrival(_ index: Int) -> (RainArrival, Float)? { front.arrival(index) }

    /// Clears the frames of the further pairs.
    @_noLocks func clear() {
        for index in 0..<sampleCount { samples[index] = 0 }
    }

    /// Schedules one segment of the quantum; `left` and `right` are the front pair's frames of the entire quantum.
    @_noLocks mutating func schedule(
        offset: Int, frames: Int, glide: borrowing ParameterRamps, left: UnsafeMutablePointer<Float>,
        right: UnsafeMutablePointer<Float>
    ) {
        thunder.place?.pointee.schedule(
            offset: offset, frames: frames, rate: glide.ramp(.thunderRate), distance: glide.value(.thunderDistance),
            level: glide.value(.thunderLevel))
        front.schedule(offset: offset, frames: frames, glide: glide, left: left, right: right)
        for index in 0..<furtherCount { further[index].schedule(offset: offset, frames: frames, glide: glide) }
    }

    /// Adds the front pair's quantum.
    @_noLocks mutating func render(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, glide: borrowing ParameterRamps
    ) {
        front.render(left: left, right: right, glide: glide)
        thunder.place?.pointee.render(left: left, right: right)
    }

    /// Completes the further pairs' quantum, with the gains of the front pair frame by frame.
    /// - Returns: whether all of it is finite.
    @_noLocks mutating func mixFurther(
        duck: UnsafePointer<Float>, gain: UnsafePointer<Float>, glide: borrowing ParameterRamps
    ) -> Bool {
        var areFinite = true
        for index in 0..<furtherCount {
            if !further[index].mix(duck: duck, gain: gain, glide: glide) { areFinite = false }
        }
        return areFinite
    }

    /// Adds the further pairs to the sum.
    @_noLocks func addFurther(to bus: borrowing MasterBus) {
        for index in 0..<furtherCount { bus.add(further[index].left, further[index].right, toPair: index &+ 1) }
    }

    /// Discards all sound in progress.
    @_noLocks mutating func silence() {
        front.silence()
        thunder.place?.pointee.silence()
        for index in 0..<furtherCount { further[index].silence() }
    }
}
