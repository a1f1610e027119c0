// SPDX-License-Identifier: MIT
import CRainKernel

/// Every sounding impact, as a structure of arrays. Audio thread; allocates only in `init`.
///
/// An impact is the lobe A sin(pi u), u = (t - onset) / duration in 0 ... 1.
struct DropImpacts: ~Copyable {
    private(set) var count = 0
    // The kernels' header documents the columns.
    private let memory: VoiceColumns
    private let columns: crain_impacts
    /// The handle of the drop that waits for its bubble, or a value of `DropLayer.Owner`.
    private let owner: UnsafeMutablePointer<Int32>

    init(capacity: Int) {
        var memory = VoiceColumns(voices: capacity, wide: 2, narrow: 4)
        columns = crain_impacts(
            place: memory.column(of: 0.0), step: memory.column(of: 0.0), left: memory.column(of: Float(0)),
            right: memory.column(of: Float(0)), fade: memory.column(of: Float(0)))
        owner = memory.column(of: Int32(-1))
        self.memory = memory
    }

    /// Starts an impact `onset` frames into the quantum that lasts `duration` samples, with the given amplitudes. There must be a
    /// free slot.
    @_noLocks mutating func add(owner: Int32, onset: Double, duration: Double, left: Float, right: Float) {
        let slot = count
        count = slot &+ 1
        let perSample = 1 / duration
        columns.step[slot] = perSample
        columns.place[slot] = -onset * perSample
        columns.left[slot] = left
        columns.right[slot] = right
        columns.fade[slot] = 0
        self.owner[slot] = owner
    }

    @_noLocks func owner(_ slot: Int) -> Int32 { owner[slot] }

    /// The square of an impact's amplitude.
    @_noLocks func power(_ slot: Int) -> Float { columns.left[slot] * columns.left[slot] + columns.right[slot] * columns.right[slot] }

    /// Fades an impact to silence over the coming quantum, with which it ends.
    @_noLocks mutating func fadeOut(_ slot: Int) { columns.fade[slot] = 1.0 / 64 }

    @_noLocks func isFading(_ slot: Int) -> Bool { columns.fade[slot] != 0 }

    /// Frees a slot; the last impact moves into it.
    @_noLocks mutating func remove(_ slot: Int) {
        let last = count &- 1
        count = last
        if slot != last { memory.move(last, to: slot) }
    }

    /// Frees every slot.
    @_noLocks mutating func removeAll() { count = 0 }

    /// Adds a quantum of every impact to `sums` and advances to the next quantum. Returns the number of impacts that ended with
    /// this one; `ended` receives their slots, in ascending order.
    @_noLocks mutating func accumulate(into sums: borrowing QuantumSums, ended: UnsafeMutablePointer<Int32>) -> Int {
        crain_add_impacts(sums.isa, columns, count, sums.nodes, sums.sums, ended)
    }
}
