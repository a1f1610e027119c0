import DeterministicMath

/// The drops: impact, pause and bubble each, thousands at once (reference: the classic drop of Gallagher's RainGenerator,
/// after Miklavcic, Zita & Arvidsson, DAFx-04).
///
/// Audio thread, but for `init` and `deinit`; no memory is taken after `init`. A quantum is `schedule` for each of its
/// segments, in order, then `render`. Sample n of a drop with onset T is, with its sign and its equal-power pan,
/// a1 sin(pi t / d1) for 0 <= t <= d1 with t = n - T, and a2 exp(-decay x) sin(2 pi f t exp(rise x)) with x = t / d3 and
/// t = n - T - d1 - delay from 0 until the envelope is -90 dB of full scale. Every sum runs in one order, whatever the
/// vector width, the segments and the block.
struct DropLayer: ~Copyable {
    /// The vector width of the kernels; equal bytes whichever.
    var width = DropKernel.Width.four

    /// Drops running now, and at most so far.
    private(set) var active = 0
    private(set) var peakActive = 0
    /// Drops begun since the start.
    private(set) var started: Int64 = 0
    /// Drops that gave way since the start: faded early, or (`refused` of them) not begun at all.
    private(set) var yielded: Int64 = 0
    private(set) var refused: Int64 = 0

    /// The onsets of the quantum that is scheduled or was rendered last.
    private(set) var onsetCount = 0
    let onsets: UnsafeMutablePointer<DropOnset>
    /// The drops drawn for them, in the same order.
    let shapes: UnsafeMutablePointer<DropShape>

    /// More can fall in a quantum only at several times the highest rate; they would be refused.
    static var onsetCapacity: Int { @_noLocks get { 2048 } }
    /// Quanta that the wheel reaches ahead; what is due later is looked at again on the way.
    private static var horizon: Int64 { @_noLocks get { 1024 } }

    private let sampleRate: Double
    private let voices: Int
    private var quantum: Int64
    private var rendered = true
    private var clock: OnsetClock
    private var draw: DropDraw
    private let begun: UnsafeMutablePointer<Drop>
    private let drops: UnsafeMutablePointer<Drop>
    private let free: UnsafeMutablePointer<Int32>
    private var freeCount: Int
    private let fading: UnsafeMutablePointer<Int32>
    private var fadingCount = 0
    private var classes: LevelClasses
    private var wheel: DropLists
    var impacts: DropImpacts
    var bubbles: DropBubbles
    private let sums: UnsafeMutablePointer<Float>

    /// `voices`: how many drops can run at once. `startQuantum`: where the layer's clock starts.
    init(sampleRate: Int, seed: UInt64, voices: Int, startQuantum: Int64 = 0) {
        self.sampleRate = Double(sampleRate)
        self.voices = voices
        quantum = startQuantum
        let handles = voices + DropLayer.onsetCapacity
        clock = OnsetClock(seed: seed)
        draw = DropDraw(seed: seed)
        onsets = .allocate(capacity: DropLayer.onsetCapacity)
        shapes = .allocate(capacity: DropLayer.onsetCapacity)
        begun = .allocate(capacity: DropLayer.onsetCapacity)
        drops = .allocate(capacity: handles)
        free = .allocate(capacity: handles)
        fading = .allocate(capacity: DropLayer.onsetCapacity)
        for index in 0..<handles { free[index] = Int32(handles - 1 - index) }
        freeCount = handles
        classes = LevelClasses(drops: handles)
        wheel = DropLists(lists: Int(DropLayer.horizon), items: handles)
        impacts = DropImpacts(capacity: handles)
        bubbles = DropBubbles(capacity: handles)
        sums = UnsafeMutableRawPointer.allocate(
            byteCount: 2 * DropKernel.frames * DropKernel.lanes * MemoryLayout<Float>.stride, alignment: 64
        ).bindMemory(to: Float.self, capacity: 2 * DropKernel.frames * DropKernel.lanes)
        sums.initialize(repeating: 0, count: 2 * DropKernel.frames * DropKernel.lanes)
    }

    deinit {
        onsets.deallocate()
        shapes.deallocate()
        begun.deallocate()
        drops.deallocate()
        free.deallocate()
        fading.deallocate()
        sums.deallocate()
    }

    /// Lets drops fall in frames `offset ..< offset + frames` of the quantum, over which the parameters go as `glide` says.
    /// The gains go to the impacts and bubbles that begin here (a material may want its drops drier).
    @_noLocks mutating func schedule(
        offset: Int, frames: Int, glide: borrowing ParameterGlide, impactGain: Float, bubbleGain: Float
    ) {
        if rendered {
            rendered = false
            onsetCount = 0
        }
        let rate = glide.ramp(.dropsRate)
        let perSample = 1 / (60 * sampleRate)
        var place = 0.0
        var frame = 0
        while frame < frames {
            let expected = Double(rate.at(frame)) * perSample
            if expected > 0 {
                let regularity = glide.ramp(.dropsRegularity).at(frame)
                if clock.next(expected: expected, regularity: regularity, onset: &place) {
                    let recipe = DropRecipe(glide, at: frame, sampleRate: sampleRate)
                    repeat {
                        fall(recipe, position: Double(offset &+ frame) + place, impactGain, bubbleGain)
                    } while clock.next(expected: expected, regularity: regularity, onset: &place)
                }
            }
            frame &+= 1
        }
    }

    /// Draws the drop that falls at `position` and notes it.
    @_noLocks private mutating func fall(
        _ recipe: borrowing DropRecipe, position: Double, _ impactGain: Float, _ bubbleGain: Float
    ) {
        let shape = draw.next(recipe)
        let index = onsetCount
        if index == DropLayer.onsetCapacity {
            refused &+= 1
            yielded &+= 1
            return
        }
        onsetCount = index &+ 1
        let strength = Float(shape.impactAmplitude)
        shapes[index] = shape
        onsets[index] = DropOnset(
            position: position, left: strength * shape.left, right: strength * shape.right, material: recipe.material)
        begun[index] = Drop(shape, origin: quantum, onset: position, impactGain: impactGain, bubbleGain: bubbleGain)
    }

    /// Adds the quantum's 64 frames to `left` and `right`. Drops that are over leave before it, new ones enter, and where
    /// there are too many the quietest fade out over it.
    @_noLocks mutating func render(left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>) {
        if rendered { onsetCount = 0 }
        rendered = true
        turnWheel()
        makeRoom()
        beginDrops()
        if active > peakActive { peakActive = active }
        if impacts.count > 0 || bubbles.count > 0 {
            impacts.accumulate(width, into: sums)
            bubbles.accumulate(width, into: sums)
            DropLayer.collect(sums, into: left)
            DropLayer.collect(sums + DropKernel.lanes, into: right)
        }
        releaseFaded()
        quantum &+= 1
    }

    /// Drops every running drop at once. The caller has faded the sound before.
    @_noLocks mutating func silence() {
        for list in 0..<Int(DropLayer.horizon) {
            while true {
                let handle = wheel.first(list)
                if handle < 0 { break }
                wheel.remove(handle, from: list)
                classes.remove(handle, from: drops[Int(handle)].place)
                release(handle)
            }
        }
        impacts.removeAll()
        bubbles.removeAll()
        active = 0
        onsetCount = 0
    }

    /// Sums the 16 lanes of each frame in one fixed tree, adds them to `output` and clears them.
    @_noLocks private static func collect(
        _ sums: UnsafeMutablePointer<Float>, into output: UnsafeMutablePointer<Float>
    ) {
        for frame in 0..<64 {
            let row = sums + frame &* 32
            let a = UnsafeRawPointer(row).loadUnaligned(as: SIMD8<Float>.self)
            let b = UnsafeRawPointer(row + 8).loadUnaligned(as: SIMD8<Float>.self)
            let eight = a + b
            let four = eight.lowHalf + eight.highHalf
            let two = four.lowHalf + four.highHalf
            output[frame] = output[frame] + (two[0] + two[1])
            UnsafeMutableRawPointer(row).storeBytes(of: SIMD16<Float>(), as: SIMD16<Float>.self)
        }
    }

    // MARK: - The quantum's border

    /// Looks after every drop that is due in this quantum.
    @_noLocks private mutating func turnWheel() {
        let list = Int(truncatingIfNeeded: quantum & (DropLayer.horizon &- 1))
        while true {
            let handle = wheel.first(list)
            if handle < 0 { return }
            wheel.remove(handle, from: list)
            if drops[Int(handle)].due > quantum {
                // Due beyond the horizon: it only passes by.
                wait(handle)
                continue
            }
            let place = drops[Int(handle)].place
            advance(handle)
            let drop = drops + Int(handle)
            if drop.pointee.impactSlot == Drop.Slot.none && drop.pointee.bubbleSlot == Drop.Slot.none {
                classes.remove(handle, from: place)
                active &-= 1
                release(handle)
            } else {
                if drop.pointee.place != place {
                    classes.remove(handle, from: place)
                    classes.add(handle, to: drop.pointee.place)
                }
                drop.pointee.due = drop.pointee.nextDue(after: quantum)
                wait(handle)
            }
        }
    }

    /// Brings a drop to where it is in this quantum: ends what is over, begins what begins.
    @_noLocks private mutating func advance(_ handle: Int32) {
        let drop = drops + Int(handle)
        let now = drop.pointee.time(quantum)
        if drop.pointee.impactSlot >= 0 && drop.pointee.impactEnd <= now { endImpact(drop) }
        if drop.pointee.bubbleSlot == Drop.Slot.toCome && drop.pointee.bubbleStart < now + 64 {
            drop.pointee.bubbleSlot = bubbles.add(
                DropBubbles.Voice(
                    drop: handle, time: now - drop.pointee.bubbleStart,
                    length: drop.pointee.bubbleEnd - drop.pointee.bubbleStart, frequency: drop.pointee.frequency,
                    rise: drop.pointee.rise, decay: drop.pointee.decay, amplitude: drop.pointee.bubbleAmplitude,
                    left: drop.pointee.left, right: drop.pointee.right))
        } else if drop.pointee.bubbleSlot >= 0 && drop.pointee.bubbleEnd <= now {
            endBubble(drop)
        }
        drop.pointee.updatePlace(now)
    }

    /// Queues a drop for the quantum in which it is due, or for the horizon.
    @_noLocks private mutating func wait(_ handle: Int32) {
        let last = quantum &+ DropLayer.horizon &- 1
        let due = drops[Int(handle)].due
        let list = Int(truncatingIfNeeded: (due < last ? due : last) & (DropLayer.horizon &- 1))
        drops[Int(handle)].waiting = list
        wheel.append(handle, to: list)
    }

    /// Sets the quietest drops fading when the new ones would be too many, and refuses what even that leaves no room for.
    @_noLocks private mutating func makeRoom() {
        var excess = active &+ onsetCount &- voices
        while excess > 0 && active > 0 {
            fadeOut(classes.quietest())
            excess &-= 1
        }
    }

    @_noLocks private mutating func fadeOut(_ handle: Int32) {
        let drop = drops + Int(handle)
        classes.remove(handle, from: drop.pointee.place)
        wheel.remove(handle, from: drop.pointee.waiting)
        if drop.pointee.impactSlot >= 0 { impacts.fadeOut(drop.pointee.impactSlot) }
        if drop.pointee.bubbleSlot >= 0 { bubbles.fadeOut(drop.pointee.bubbleSlot) }
        fading[fadingCount] = handle
        fadingCount &+= 1
        active &-= 1
        yielded &+= 1
    }

    /// Begins the quantum's drops, in order of onset, as far as there is room.
    @_noLocks private mutating func beginDrops() {
        for index in 0..<onsetCount {
            if active == voices {
                refused &+= 1
                yielded &+= 1
                continue
            }
            started &+= 1
            if begun[index].impactSlot == Drop.Slot.none && begun[index].bubbleSlot == Drop.Slot.none { continue }
            freeCount &-= 1
            let handle = free[freeCount]
            let drop = drops + Int(handle)
            drop.pointee = begun[index]
            if drop.pointee.impactSlot == Drop.Slot.toCome {
                let amplitude = Float(drop.pointee.impactAmplitude)
                drop.pointee.impactSlot = impacts.add(
                    drop: handle, onset: drop.pointee.onset, duration: drop.pointee.impactEnd - drop.pointee.onset,
                    left: amplitude * drop.pointee.left, right: amplitude * drop.pointee.right)
            }
            advance(handle)
            classes.add(handle, to: drop.pointee.place)
            drop.pointee.due = drop.pointee.nextDue(after: quantum)
            wait(handle)
            active &+= 1
        }
    }

    /// Frees the drops that faded in this quantum.
    @_noLocks private mutating func releaseFaded() {
        for index in 0..<fadingCount {
            let handle = fading[index]
            let drop = drops + Int(handle)
            if drop.pointee.impactSlot >= 0 { endImpact(drop) }
            if drop.pointee.bubbleSlot >= 0 { endBubble(drop) }
            release(handle)
        }
        fadingCount = 0
    }

    @_noLocks private mutating func endImpact(_ drop: UnsafeMutablePointer<Drop>) {
        let moved = impacts.remove(drop.pointee.impactSlot)
        if moved >= 0 { drops[Int(moved)].impactSlot = drop.pointee.impactSlot }
        drop.pointee.impactSlot = Drop.Slot.none
    }

    @_noLocks private mutating func endBubble(_ drop: UnsafeMutablePointer<Drop>) {
        let moved = bubbles.remove(drop.pointee.bubbleSlot)
        if moved >= 0 { drops[Int(moved)].bubbleSlot = drop.pointee.bubbleSlot }
        drop.pointee.bubbleSlot = Drop.Slot.none
    }

    @_noLocks private mutating func release(_ handle: Int32) {
        free[freeCount] = handle
        freeCount &+= 1
    }
}
extension DropLayer { var benchCounts: (Int, Int) { (impacts.count, bubbles.count) } }
