// SPDX-License-Identifier: MIT
import CRainKernel
import DeterministicMath

/// Every sounding bubble, as a structure of arrays.
///
/// Audio thread; allocates only in `init`. A bubble is A exp(-L t) sin(2 pi F t exp(R t)), t in samples from its onset, F in turns, R and L
/// in 1/sample. In a quantum that it fills, a bubble that changes slowly enough has polynomials as phase and envelope, and hence as sound,
/// determined by 8 or 16 values instead of 64 (to -80 dB of its start or better). The others are computed frame by frame (see the kernels).
struct DropBubbles: ~Copyable {
    private(set) var count = 0
    /// Slots below this index may hold bubbles from before the last `removeAll`.
    private var stale = 0
    // The kernels' header documents the columns.
    private let memory: VoiceColumns
    private let columns: crain_bubbles
    private var powers = Powers()

    /// Values derived from R and L alone, cached from one bubble to the next: they differ only if the preset lets them.
    private struct Powers {
        private(set) var rise = 0.0
        private(set) var halfGrowth = 1.0
        private(set) var growth = 1.0
        private(set) var decay = 0.0
        private(set) var sampleDecay: Float = 1
        private(set) var quantumDecay: Float = 1
        private(set) var back: Float = 1

        @_noLocks init() {}

        @_noLocks mutating func setRise(_ rise: Double) {
            self.rise = rise
            halfGrowth = DeterministicMath.exp(rise * 0.5)
            growth = Powers.sixtyFourth(halfGrowth * halfGrowth)
        }

        @_noLocks mutating func setDecay(_ decay: Double) {
            self.decay = decay
            let once = DeterministicMath.exp(-decay)
            sampleDecay = Float(once)
            quantumDecay = Float(Powers.sixtyFourth(once))
            back = Float(DeterministicMath.exp(decay * 31.5))
        }

        @_noLocks private static func sixtyFourth(_ x: Double) -> Double {
            let x2 = x * x, x4 = x2 * x2, x8 = x4 * x4, x16 = x8 * x8, x32 = x16 * x16
            return x32 * x32
        }
    }

    /// The loss in half a quantum, as an exponent, up to which the error of the envelope's polynomial stays within -76 dB.
    private static var fallLimit: Double { @_noLocks get { 0.35 } }

    init(capacity: Int) {
        var memory = VoiceColumns(voices: capacity, wide: 5, narrow: 9)
        columns = crain_bubbles(
            time: memory.column(of: 0.0), turns: memory.column(of: 0.0), growth: memory.column(of: 1.0),
            rise: memory.column(of: Float(0)), fall: memory.column(of: Float(0)), left: memory.column(of: Float(0)),
            right: memory.column(of: Float(0)), decay: memory.column(of: Float(1)), span: memory.column(of: Float(-1)),
            halfGrowth: memory.column(of: 1.0), length: memory.column(of: 0.0), back: memory.column(of: Float(1)),
            sampleDecay: memory.column(of: Float(1)), fade: memory.column(of: Float(0)))
        self.memory = memory
    }

    /// Starts a drop's bubble in its quantum. There must be a free slot.
    @_noLocks mutating func add(_ drop: borrowing Drop) {
        let slot = count
        count = slot &+ 1
        if slot < stale, slot % VoiceColumns.batch == 0 { clearBatch(slot) }
        if drop.rise != powers.rise { powers.setRise(drop.rise) }
        if drop.decay != powers.decay { powers.setDecay(drop.decay) }
        let middle = 31.5 - drop.offset
        columns.time[slot] = middle
        columns.turns[slot] = drop.frequency * DeterministicMath.exp(drop.rise * middle)
        columns.growth[slot] = powers.growth
        columns.halfGrowth[slot] = powers.halfGrowth
        columns.rise[slot] = Float(drop.rise)

        let level = drop.amplitude * DeterministicMath.exp(-drop.decay * middle)
        columns.left[slot] = Float(level * Double(drop.left))
        columns.right[slot] = Float(level * Double(drop.right))
        columns.decay[slot] = powers.quantumDecay
        columns.sampleDecay[slot] = powers.sampleDecay
        columns.back[slot] = powers.back
        columns.fade[slot] = 0

        let loss = drop.decay * 31.5
        columns.fall[slot] = Float(loss)
        columns.length[slot] = drop.length
        columns.span[slot] = Float(loss <= DropBubbles.fallLimit ? drop.length : -drop.length)
    }

    /// The square of a bubble's amplitude at the quantum's middle.
    @_noLocks func power(_ slot: Int) -> Float { columns.left[slot] * columns.left[slot] + columns.right[slot] * columns.right[slot] }

    /// Fades a bubble to silence over the coming quantum, with which it ends.
    @_noLocks mutating func fadeOut(_ slot: Int) {
        columns.fade[slot] = 1.0 / 64
        columns.span[slot] = -0x1p-100
    }

    @_noLocks func isFading(_ slot: Int) -> Bool { columns.fade[slot] != 0 }

    /// Frees a slot; the last bubble moves into it.
    @_noLocks mutating func remove(_ slot: Int) {
        let last = count &- 1
        count = last
        if slot != last { memory.move(last, to: slot) }
        clear(last)
    }

    /// Frees every slot, in one step: a batch is cleared when it is used again.
    @_noLocks mutating func removeAll() {
        stale = max(stale, count)
        count = 0
    }

    @_noLocks private func clearBatch(_ first: Int) {
        for slot in first..<first &+ VoiceColumns.batch { clear(slot) }
    }

    /// Clears a free slot, so that it stays finite when its batch is computed.
    @_noLocks private func clear(_ slot: Int) {
        columns.time[slot] = 0
        columns.turns[slot] = 0
        columns.growth[slot] = 1
        columns.left[slot] = 0
        columns.right[slot] = 0
    }

    /// Adds a quantum of every bubble to `sums` and advances to the next quantum. Returns the number of bubbles that ended with
    /// this one; `ended` receives their slots, in ascending order.
    @_noLocks mutating func accumulate(into sums: borrowing QuantumSums, ended: UnsafeMutablePointer<Int32>) -> Int {
        crain_add_bubbles(sums.isa, columns, count, sums.nodes, sums.sums, ended)
    }
}
