/// Every sounding impact, as a structure of arrays in batches of 16. Audio thread; memory is taken at `init` alone.
///
/// An impact is the lobe A sin(pi u), u = (t - onset) / duration in 0 ... 1.
struct DropImpacts: ~Copyable {
    private(set) var count = 0
    private let place: UnsafeMutablePointer<Double>
    private let step: UnsafeMutablePointer<Double>
    private let left: UnsafeMutablePointer<Float>
    private let right: UnsafeMutablePointer<Float>
    private let fade: UnsafeMutablePointer<Float>
    private let drop: UnsafeMutablePointer<Int32>
    private let rows: UnsafeMutablePointer<Float>

    init(capacity wanted: Int) {
        let capacity = (wanted + 15) / 16 * 16
        place = .allocate(capacity: capacity)
        step = .allocate(capacity: capacity)
        left = .allocate(capacity: capacity)
        right = .allocate(capacity: capacity)
        fade = .allocate(capacity: capacity)
        drop = .allocate(capacity: capacity)
        rows = .allocate(capacity: 5 * 16)
        place.initialize(repeating: 0, count: capacity)
        step.initialize(repeating: 0, count: capacity)
        left.initialize(repeating: 0, count: capacity)
        right.initialize(repeating: 0, count: capacity)
        fade.initialize(repeating: 0, count: capacity)
        drop.initialize(repeating: -1, count: capacity)
        rows.initialize(repeating: 0, count: 5 * 16)
    }

    deinit {
        place.deallocate()
        step.deallocate()
        left.deallocate()
        right.deallocate()
        fade.deallocate()
        drop.deallocate()
        rows.deallocate()
    }

    /// Starts an impact `onset` frames into the quantum that lasts `duration` samples, with the given amplitudes. Returns
    /// its slot. There must be room.
    @_noLocks mutating func add(drop owner: Int32, onset: Double, duration: Double, left: Float, right: Float) -> Int32 {
        let slot = count
        count = slot &+ 1
        step[slot] = 1 / duration
        place[slot] = -onset / duration
        self.left[slot] = left
        self.right[slot] = right
        fade[slot] = 0
        drop[slot] = owner
        return Int32(truncatingIfNeeded: slot)
    }

    /// Lets an impact fade to nothing over the coming quantum, after which the owner must remove it.
    @_noLocks mutating func fadeOut(_ slot: Int32) { fade[Int(slot)] = 1.0 / 64 }

    /// Frees a slot; the last impact moves into it. Returns the drop that moved, or -1.
    @_noLocks mutating func remove(_ slot: Int32) -> Int32 {
        let slot = Int(slot), last = count &- 1
        count = last
        var moved: Int32 = -1
        if slot != last {
            place[slot] = place[last]
            step[slot] = step[last]
            left[slot] = left[last]
            right[slot] = right[last]
            fade[slot] = fade[last]
            moved = drop[last]
            drop[slot] = moved
        }
        clear(last)
        return moved
    }

    /// Frees every slot.
    @_noLocks mutating func removeAll() {
        while count > 0 {
            count = count &- 1
            clear(count)
        }
    }

    @_noLocks private func clear(_ slot: Int) {
        place[slot] = 0
        step[slot] = 0
        left[slot] = 0
        right[slot] = 0
        fade[slot] = 0
    }

    /// Adds a quantum of every impact to the 16 accumulators a frame and moves on to the next quantum.
    @_noLocks mutating func accumulate(_ width: DropKernel.Width, into sums: UnsafeMutablePointer<Float>) {
        var base = 0
        while base < count {
            let lanes = width.lanes(for: count &- base)
            for lane in 0..<lanes {
                let slot = base &+ lane
                rows[lane] = Float(place[slot])
                rows[16 &+ lane] = Float(step[slot])
                rows[32 &+ lane] = left[slot]
                rows[48 &+ lane] = right[slot]
                rows[64 &+ lane] = fade[slot]
                place[slot] = place[slot] + 64 * step[slot]
            }
            DropKernel.impacts(width, rows, lanes: lanes, into: sums)
            base &+= 16
        }
    }
}
