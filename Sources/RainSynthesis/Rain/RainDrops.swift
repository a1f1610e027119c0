// SPDX-License-Identifier: MIT
import DeterministicMath

/// A single drop as it falls.
struct RainArrival: BitwiseCopyable, Sendable {
    /// The onset in frames from the quantum's start, with fraction.
    var position: Double
    /// Its class in `RainSizes`.
    var size: Int
    /// Its distance in m, and its amplitude relative to a drop of 2 mm at 1 m.
    var distance: Float
    var level: Float
    /// The gain of its grain in each channel.
    var left: Float
    var right: Float
}

/// Audio thread: the single drops. They arrive at random (Poisson), evenly over the ground out to the distance at which their
/// class is too soft to be single, and each plays a grain of its size.
struct RainDrops: ~Copyable {
    /// Grains per channel that can sound at once on open ground, where all belong to the first set: several times what 20,000 drops
    /// per second need. On a surface each set holds a quarter.
    private static var capacity: Int { @_noLocks get { 4096 } }
    private static var arrivalCapacity: Int { @_noLocks get { 512 } }

    private var clock: OnsetClock
    private var random: RandomStream
    /// The grains, by the set of a surface's modes that they strike with the opposite sign to the others.
    private let voices: FixedBuffer<RainVoicePair>
    private let sampleRate: Double
    private let reference: Float
    private let timeSpread: Double
    private let bubbleDelay: ClosedRange<Double>
    /// The set of a surface's modes that the last drop struck with the opposite sign to the others.
    private var set = 0
    /// The number of drops in the quantum being scheduled or rendered last, and the drops.
    private(set) var arrivalCount = 0
    let arrivals = FixedBuffer<RainArrival>(unset: RainDrops.arrivalCapacity)

    init(sampleRate: Int, seed: UInt64, instructionSet: InstructionSet) {
        clock = OnsetClock(seed: seed, gaps: StreamID.rainDrops(0), normals: StreamID.rainDrops(1))
        random = RandomStream(seed: seed, stream: StreamID.rainDrops(2))
        voices = FixedBuffer(count: RainBody.sets) { set in
            RainVoicePair(capacity: RainDrops.capacity / (set == 0 ? 1 : RainBody.sets), instructionSet: instructionSet)
        }
        self.sampleRate = Double(sampleRate)
        reference = Float(RainPhysics.reference)
        timeSpread = RainPhysics.timeSpread * 0.001 * Double(sampleRate)
        let perMillisecond = 0.001 * Double(sampleRate)
        bubbleDelay = RainPhysics.bubbleDelay.lowerBound * perMillisecond...RainPhysics.bubbleDelay.upperBound * perMillisecond
    }

    var isSilent: Bool {
        @_noLocks get {
            for set in 0..<voices.count where !voices.first[set].isSilent { return false }
            return true
        }
    }

    /// Grains dropped since the start because the pool was full.
    var refused: Int64 {
        @_noLocks get {
            var count: Int64 = 0
            for set in 0..<voices.count { count &+= voices.first[set].refused }
            return count
        }
    }

    /// Begins a quantum.
    @_noLocks mutating func begin() { arrivalCount = 0 }

    /// Schedules the drops of frames `offset ..< offset + frames` of the quantum, at `rate` per second, according to `field`.
    /// `width` 1 scatters them over most of the stereo image, 0 puts them in its middle. `isPlain`: they fall on open ground.
    @_noLocks mutating func schedule(
        _ model: borrowing RainModel, _ field: RainField, offset: Int, frames: Int, rate: Ramp, width: Float, isPlain: Bool
    ) {
        var frame = 0
        while let place = clock.next(from: &frame, to: frames, rate: rate, perSample: 1 / sampleRate) {
            set = isPlain ? 0 : (set &+ 1) & (RainBody.sets &- 1)
            start(model, field, position: Double(offset &+ frame) + place, width: width)
        }
    }

    @_noLocks private mutating func start(_ model: borrowing RainModel, _ field: RainField, position: Double, width: Float) {
        let chance = random.uniformFloat()
        var size = 0
        while size < RainSizes.count &- 1 && chance >= field.sizes[size] { size &+= 1 }
        let square = field.closestSquare + random.uniformFloat() * (field.nearSquare[size] - field.closestSquare)
        let distance = DeterministicMath.sqrt(square)
        let loud = field.loudSquare[size]
        // A drop at the ceiling belongs to the nearest ring, wherever it falls.
        let ring = square < loud ? field.firstRing : RainGrains.nearRing(distance)
        let scatterGain = Float(DeterministicMath.exp(model.scatter * random.symmetric()))
        let level = model.strength(size) * scatterGain / (square > loud ? distance : DeterministicMath.sqrt(loud))
        let bits = random.next()
        let variant = Int(truncatingIfNeeded: bits &>> 62)
        let sign: Float = bits & (1 &<< 61) == 0 ? 1 : -1
        // Positions up to 0.79 of the way to a side produce the coherence of the lows; time differences separate the highs.
        let angle = 0.125 * (1 + 0.79 * width * Float(random.symmetric()))
        let pan = DeterministicMath.sincos(turns: angle)
        let apart = timeSpread * Double(width) * random.exponential() * (bits & (1 &<< 60) == 0 ? 1 : -1)
        let gain = level * reference * sign
        let phases = Double(model.grains.phases)
        // The earlier ear hears it on time.
        let grid = DeterministicMath.floorToInt((position + (apart > 0 ? apart : 0)) * phases)
        let gridRight = DeterministicMath.floorToInt((position + (apart < 0 ? -apart : 0)) * phases)
        voices.first[set].add(
            model.grains.impact(size: size, variant: variant, ring: ring), places: (grid, gridRight),
            gains: (gain * pan.cos, gain * pan.sin))
        if random.uniformFloat() < field.water * model.rings[size] {
            let draw = random.uniform()
            let kind =
                size > 4
                ? DeterministicMath.floorToInt(draw * Double(RainGrains.largeBubbles))
                : draw < 0.5 ? RainGrains.largeBubbles : RainGrains.largeBubbles &+ 1
            let delay = bubbleDelay.lowerBound + random.uniform() * (bubbleDelay.upperBound - bubbleDelay.lowerBound)
            let late = DeterministicMath.floorToInt(delay * phases)
            let air = model.grains.bubbleGain(kind, ring: ring)
            voices.first[set].add(
                model.grains.bubble(kind), places: (grid &+ late, gridRight &+ late),
                gains: (gain * air * pan.cos, gain * air * pan.sin))
        }
        guard arrivalCount < RainDrops.arrivalCapacity else { return }
        arrivals.first[arrivalCount] = RainArrival(
            position: position, size: size, distance: distance, level: level, left: gain * pan.cos, right: gain * pan.sin)
        arrivalCount = arrivalCount &+ 1
    }

    /// Adds the quantum's frames of every single drop.
    @_noLocks mutating func render(_ model: borrowing RainModel, into block: StereoBlock) {
        for set in 0..<voices.count { voices.first[set].accumulate(model.grains.samples, into: block) }
    }

    /// Writes the quantum's frames of every single drop, 64 of left and 64 of right for each set of modes.
    @_noLocks mutating func render(_ model: borrowing RainModel, to sets: borrowing FixedBuffer<Float>) {
        sets.clear()
        for set in 0..<voices.count {
            voices.first[set].accumulate(model.grains.samples, into: StereoBlock(sets.first + set &* 2 &* EngineConfiguration.quantum))
        }
    }

    /// Discards all sound in progress.
    @_noLocks mutating func silence() {
        for set in 0..<voices.count { voices.first[set].removeAll() }
    }
}
