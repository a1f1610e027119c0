// SPDX-License-Identifier: MIT
import DeterministicMath

/// The reading layer's drops, each with impact, pause and bubble, thousands at once (reference: the classic drop of Gallagher's
/// RainGenerator, after Miklavcic, Zita & Arvidsson, DAFx-04).
///
/// Audio thread, except for `init` and `deinit`; allocates only in `init`. For each quantum, call `schedule` for each of its segments, in
/// order, then `render`. Sample n of a drop with onset T is, with its sign and its equal-power pan, a1 sin(pi t / d1) for 0 <= t <= d1 with
/// t = n - T, and a2 exp(-decay x) sin(2 pi f t exp(rise x)) with x = t / d3 and t = n - T - d1 - delay from 0 until the envelope is -90 dB
/// of full scale. Every sum is computed in one order, whatever the instruction set, the segments and the block.
struct DropLayer: ~Copyable {
    /// Drops running now, and the most so far.
    var active = 0
    private(set) var peakActive = 0
    /// Drops begun since the start.
    var started: Int64 = 0
    /// Drops stolen since the start: faded early, or (`refused` of them) never begun.
    var stolen: Int64 = 0
    var refused: Int64 = 0

    /// The number of onsets in the quantum being scheduled or rendered last, and the onsets.
    private(set) var onsetCount = 0
    let onsets = FixedBuffer<DropOnset>(unset: DropLayer.onsetCapacity)
    /// The drops drawn for them, in the same order.
    let shapes = FixedBuffer<DropShape>(unset: DropLayer.onsetCapacity)

    var newest: UnsafeBufferPointer<DropOnset> { UnsafeBufferPointer(start: onsets.first, count: onsetCount) }

    /// One onset with its drop.
    @_noLocks func onset(_ index: Int) -> (DropOnset, DropShape) { (onsets.first[index], shapes.first[index]) }

    /// The most onsets in a quantum; further ones are refused. More can occur only at several times the highest rate.
    private static var onsetCapacity: Int { @_noLocks get { 2048 } }
    /// Quanta that the wheel reaches ahead; a bubble due later is queued again on the way.
    static var horizon: Int64 { @_noLocks get { 1024 } }

    private let sampleRate: Double
    let voices: Int
    /// The quantum to be rendered next.
    var quantum: Int64
    private var rendered = true
    private var clock: OnsetClock
    private var draw: DropDraw
    private var recipe: DropRecipe
    // For DropLayer+Border.swift alone: the gains of the impacts and bubbles of the quantum's new drops, the drops that wait for
    // their bubbles, by handle, and the free handles.
    let gains = FixedBuffer<SIMD2<Float>>(unset: DropLayer.onsetCapacity)
    let drops: FixedBuffer<Drop>
    let free: FixedBuffer<Int32>
    var freeCount = 0
    /// Every handle taken since the last silence lies below this one; those above are free and have no value yet.
    var used = 0
    var loudness = DropLoudness()
    var logarithms = LogarithmCache()
    var wheel: DropLists
    var impacts: DropImpacts
    var bubbles: DropBubbles
    /// Slots of the voices that ended with the last quantum.
    let endedImpacts: FixedBuffer<Int32>
    let endedBubbles: FixedBuffer<Int32>
    var endedImpactCount = 0
    var endedBubbleCount = 0
    let sums: QuantumSums

    /// `voices`: the number of drops that can run at once. `startQuantum`: the start of the layer's clock.
    init(sampleRate: Int, seed: UInt64, voices: Int, startQuantum: Int64 = 0, instructionSet: InstructionSet) {
        self.sampleRate = Double(sampleRate)
        self.voices = voices
        quantum = startQuantum
        let handles = voices + DropLayer.onsetCapacity
        clock = OnsetClock(seed: seed)
        draw = DropDraw(seed: seed)
        recipe = DropRecipe(ParameterRamps(SynthParameters()), at: 0, sampleRate: Double(sampleRate))
        drops = FixedBuffer(unset: handles)
        free = FixedBuffer(unset: handles)
        endedImpacts = FixedBuffer(unset: handles)
        endedBubbles = FixedBuffer(unset: handles)
        wheel = DropLists(lists: Int(DropLayer.horizon), items: handles)
        impacts = DropImpacts(capacity: handles)
        bubbles = DropBubbles(capacity: handles)
        sums = QuantumSums(instructionSet)
    }

    /// Schedules the drops of frames `offset ..< offset + frames` of the quantum, over which the parameters follow `glide`. The
    /// gains apply to the impacts and bubbles that begin here (a material may need drier drops).
    @_noLocks mutating func schedule(offset: Int, frames: Int, glide: borrowing ParameterRamps, impactGain: Float, bubbleGain: Float) {
        if rendered {
            rendered = false
            onsetCount = 0
        }
        let rate = glide.ramp(.dropsRate)
        if rate.value == 0 && rate.step == 0 { return }
        let regularity = glide.ramp(.dropsRegularity)
        let isUniform = glide.choice(.dropsDraw) == DropLaw.uniform
        // The frame of the current recipe. While nothing glides, one recipe serves all drops of the segment.
        var recipeFrame = -1
        var frame = 0
        while let place = clock.next(
            from: &frame, to: frames, rate: rate, perSample: 1 / (60 * sampleRate), regularity: regularity, isUniform: isUniform)
        {
            if recipeFrame < 0 || (glide.isMoving && recipeFrame != frame) {
                recipe = DropRecipe(glide, at: frame, sampleRate: sampleRate)
                recipeFrame = frame
            }
            drawDrop(at: Double(offset &+ frame) + place, impactGain, bubbleGain)
        }
    }

    /// Draws the drop that falls at `position` and records it.
    @_noLocks private mutating func drawDrop(at position: Double, _ impactGain: Float, _ bubbleGain: Float) {
        let shape = draw.next(recipe)
        let index = onsetCount
        if index == DropLayer.onsetCapacity {
            refused &+= 1
            stolen &+= 1
            return
        }
        onsetCount = index &+ 1
        let strength = Float(shape.impactAmplitude)
        shapes.first[index] = shape
        onsets.first[index] = DropOnset(
            position: position, left: strength * shape.left, right: strength * shape.right, material: recipe.material)
        gains.first[index] = SIMD2(impactGain, bubbleGain)
    }

    /// Adds the quantum's 64 frames to both channels. Drops that have ended are released first, then new ones begin; if
    /// there are too many, the quietest fade out over this quantum.
    @_noLocks mutating func render(into block: StereoBlock) {
        if rendered { onsetCount = 0 }
        rendered = true
        releaseEnded()
        startBubbles()
        makeRoom()
        beginDrops()
        if active > peakActive { peakActive = active }
        if impacts.count > 0 || bubbles.count > 0 {
            renderVoices()
            sums.collect(into: block)
        }
        quantum &+= 1
    }

    /// Discards every running drop at once, in a bounded number of steps. The caller must have faded the sound out.
    @_noLocks mutating func silence() {
        if used &- freeCount <= DropLayer.onsetCapacity {
            // Few enough to release each in turn, which keeps the order of the handles.
            for list in 0..<Int(DropLayer.horizon) {
                var handle = wheel.takeFirst(list)
                while handle >= 0 {
                    release(handle)
                    handle = wheel.takeFirst(list)
                }
            }
        } else {
            wheel.removeAll()
            used = 0
            freeCount = 0
        }
        impacts.removeAll()
        bubbles.removeAll()
        endedImpactCount = 0
        endedBubbleCount = 0
        active = 0
        onsetCount = 0
    }
}

/// Counts drops by loudness, to choose which ones to steal. A level is an eighth of an octave of amplitude (0.75 dB); the lowest
/// extends below -90 dB, the highest upwards from 18 dB. Audio thread; allocates only in `init`.
struct DropLoudness: ~Copyable {
    private static var levels: Int { @_noLocks get { 144 } }

    private let counts = FixedBuffer<Int32>(repeating: 0, count: DropLoudness.levels)
    /// The drops to steal: all below level `limit`, and `rest` of those at it.
    private(set) var limit = 0
    private(set) var rest = 0

    /// The level of a power (amplitude squared, not negative). The mantissa serves as its own logarithm, which is exact enough
    /// for the choice.
    @_noLocks private static func level(_ power: Float) -> Int {
        let octaves = Float(Int32(bitPattern: power.bitPattern)) * 0x1p-23 - 127
        let level = octaves * 4 + 120
        let top = Float(Int32(truncatingIfNeeded: levels &- 1))
        return level > 0 ? Int(Int32(truncatingIfNeeded: Int64(level < top ? level : top))) : 0
    }

    @_noLocks mutating func reset() {
        for level in 0..<DropLoudness.levels { counts.first[level] = 0 }
    }

    @_noLocks mutating func count(_ power: Float) { counts.first[DropLoudness.level(power)] &+= 1 }

    /// Finds the level up to which `excess` of the counted drops lie.
    @_noLocks mutating func choose(_ excess: Int) {
        limit = 0
        rest = excess
        while limit < DropLoudness.levels &- 1 && Int(counts.first[limit]) < rest {
            rest &-= Int(counts.first[limit])
            limit &+= 1
        }
    }

    /// Whether a drop of this power must be stolen; call once per drop.
    @_noLocks mutating func shouldSteal(_ power: Float) -> Bool {
        let level = DropLoudness.level(power)
        if level < limit { return true }
        if level > limit || rest == 0 { return false }
        rest &-= 1
        return true
    }
}
