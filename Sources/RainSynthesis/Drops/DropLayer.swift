import DeterministicMath

/// The drops: impact, pause and bubble each, thousands at once (reference: the classic drop of Gallagher's RainGenerator,
/// after Miklavcic, Zita & Arvidsson, DAFx-04).
///
/// Audio thread, but for `init` and `deinit`; no memory is taken after `init`. A quantum is `schedule` for each of its
/// segments, in order, then `render`. Sample n of a drop with onset T is, with its sign and its equal-power pan,
/// a1 sin(pi t / d1) for 0 <= t <= d1 with t = n - T, and a2 exp(-decay x) sin(2 pi f t exp(rise x)) with x = t / d3 and
/// t = n - T - d1 - delay from 0 until the envelope is -90 dB of full scale. Every sum runs in one order, whatever the
/// instruction set, the segments and the block.
struct DropLayer: ~Copyable {
    /// Drops running now, and at most so far.
    var active = 0
    private(set) var peakActive = 0
    /// Drops begun since the start.
    var started: Int64 = 0
    /// Drops stolen since the start: faded early, or (`refused` of them) never begun.
    var stolen: Int64 = 0
    var refused: Int64 = 0

    /// The onsets of the quantum that is scheduled or was rendered last.
    private(set) var onsetCount = 0
    let onsets: UnsafeMutablePointer<DropOnset>
    /// The drops drawn for them, in the same order.
    let shapes: UnsafeMutablePointer<DropShape>

    var newest: UnsafeBufferPointer<DropOnset> { UnsafeBufferPointer(start: onsets, count: onsetCount) }

    /// One of them with its drop.
    @_noLocks func onset(_ index: Int) -> (DropOnset, DropShape) { (onsets[index], shapes[index]) }

    /// More can fall in a quantum only at several times the highest rate; they would be refused.
    static var onsetCapacity: Int { @_noLocks get { 2048 } }
    /// Quanta that the wheel reaches ahead; what is due later is looked at again on the way.
    static var horizon: Int64 { @_noLocks get { 1024 } }

    private let sampleRate: Double
    let voices: Int
    /// The quantum that is rendered next.
    var quantum: Int64
    private var rendered = true
    private var clock: OnsetClock
    private var draw: DropDraw
    private var recipe: DropRecipe
    // For the border alone (DropLayer+Border.swift): the gains of the quantum's new drops' impacts and bubbles, the drops
    // that wait for their bubbles by handle, and the free handles.
    let gains: UnsafeMutablePointer<SIMD2<Float>>
    let drops: UnsafeMutablePointer<Drop>
    let free: UnsafeMutablePointer<Int32>
    var freeCount = 0
    /// Every handle that was taken since the last silence lies below; what lies above is free and has no value yet.
    var used = 0
    var loudness = DropLoudness()
    var logarithms = KnownLogarithm()
    var wheel: DropLists
    var impacts: DropImpacts
    var bubbles: DropBubbles
    /// Slots of what ended with the last quantum.
    let endedImpacts: UnsafeMutablePointer<Int32>
    let endedBubbles: UnsafeMutablePointer<Int32>
    var endedImpactCount = 0
    var endedBubbleCount = 0
    let sums: QuantumSums

    /// `voices`: how many drops can run at once. `startQuantum`: where the layer's clock starts.
    init(
        sampleRate: Int, seed: UInt64, voices: Int, startQuantum: Int64 = 0, instructionSet: InstructionSet = .best
    ) {
        self.sampleRate = Double(sampleRate)
        self.voices = voices
        quantum = startQuantum
        let handles = voices + DropLayer.onsetCapacity
        clock = OnsetClock(seed: seed)
        draw = DropDraw(seed: seed)
        recipe = DropRecipe(ParameterRamps(SynthParameters()), at: 0, sampleRate: Double(sampleRate))
        onsets = .present(capacity: DropLayer.onsetCapacity)
        shapes = .present(capacity: DropLayer.onsetCapacity)
        gains = .present(capacity: DropLayer.onsetCapacity)
        drops = .present(capacity: handles)
        free = .present(capacity: handles)
        endedImpacts = .present(capacity: handles)
        endedBubbles = .present(capacity: handles)
        wheel = DropLists(lists: Int(DropLayer.horizon), items: handles)
        impacts = DropImpacts(capacity: handles)
        bubbles = DropBubbles(capacity: handles)
        sums = QuantumSums(instructionSet)
    }

    deinit {
        onsets.deallocate()
        shapes.deallocate()
        gains.deallocate()
        drops.deallocate()
        free.deallocate()
        endedImpacts.deallocate()
        endedBubbles.deallocate()
    }

    /// Lets drops fall in frames `offset ..< offset + frames` of the quantum, over which the parameters go as `glide` says.
    /// The gains go to the impacts and bubbles that begin here (a material may want its drops drier).
    @_noLocks mutating func schedule(
        offset: Int, frames: Int, glide: borrowing ParameterRamps, impactGain: Float, bubbleGain: Float
    ) {
        if rendered {
            rendered = false
            onsetCount = 0
        }
        let rate = glide.ramp(.dropsRate)
        if rate.value == 0 && rate.step == 0 { return }
        let regularity = glide.ramp(.dropsRegularity)
        // The frame whose recipe it is. While nothing glides, one does for all drops of the segment.
        var known = -1
        var frame = 0
        while let place = clock.next(
            from: &frame, to: frames, rate: rate, perSample: 1 / (60 * sampleRate), regularity: regularity)
        {
            if known < 0 || (glide.isMoving && known != frame) {
                recipe = DropRecipe(glide, at: frame, sampleRate: sampleRate)
                known = frame
            }
            fall(position: Double(offset &+ frame) + place, impactGain, bubbleGain)
        }
    }

    /// Draws the drop that falls at `position` and notes it.
    @_noLocks private mutating func fall(position: Double, _ impactGain: Float, _ bubbleGain: Float) {
        let shape = draw.next(recipe)
        let index = onsetCount
        if index == DropLayer.onsetCapacity {
            refused &+= 1
            stolen &+= 1
            return
        }
        onsetCount = index &+ 1
        let strength = Float(shape.impactAmplitude)
        shapes[index] = shape
        onsets[index] = DropOnset(
            position: position, left: strength * shape.left, right: strength * shape.right, material: recipe.material)
        gains[index] = SIMD2(impactGain, bubbleGain)
    }

    /// Adds the quantum's 64 frames to `left` and `right`. Drops that are over leave before it, new ones enter, and where
    /// there are too many the quietest fade out over it.
    @_noLocks mutating func render(left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>) {
        if rendered { onsetCount = 0 }
        rendered = true
        releaseEnded()
        startBubbles()
        makeRoom()
        beginDrops()
        if active > peakActive { peakActive = active }
        if impacts.count > 0 || bubbles.count > 0 {
            sound()
            sums.collect(left: left, right: right)
        }
        quantum &+= 1
    }

    /// Drops every running drop at once, in a bounded number of steps. The caller has faded the sound before.
    @_noLocks mutating func silence() {
        if used &- freeCount <= DropLayer.onsetCapacity {
            // So few that each can be let go in its turn, which the handles' order keeps.
            for list in 0..<Int(DropLayer.horizon) {
                while true {
                    let handle = wheel.first(list)
                    if handle < 0 { break }
                    wheel.remove(handle, from: list)
                    release(handle)
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
