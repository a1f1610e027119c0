import CRainKernel
import DeterministicMath

/// Every sounding bubble, as a structure of arrays.
///
/// Audio thread; memory is taken at `init` alone. A bubble is A exp(-L t) sin(2 pi F t exp(R t)), t in samples from its
/// onset, F in turns, R and L in 1/sample. In a quantum that it sounds through, a bubble that changes slowly enough is a
/// polynomial in phase and envelope, and its sound one too, told by 8 or 16 values instead of 64 (to -80 dB of its
/// start and better); the others go frame by frame (the kernels say how).
struct DropBubbles: ~Copyable {
    private(set) var count = 0
    // The kernels' header says what the columns hold.
    private let memory: VoiceColumns
    private let columns: crain_bubbles
    private let time: UnsafeMutablePointer<Double>
    private let turns: UnsafeMutablePointer<Double>
    private let growth: UnsafeMutablePointer<Double>
    private let rise: UnsafeMutablePointer<Float>
    private let fall: UnsafeMutablePointer<Float>
    private let left: UnsafeMutablePointer<Float>
    private let right: UnsafeMutablePointer<Float>
    private let decay: UnsafeMutablePointer<Float>
    private let span: UnsafeMutablePointer<Float>
    private let halfGrowth: UnsafeMutablePointer<Double>
    private let length: UnsafeMutablePointer<Double>
    private let back: UnsafeMutablePointer<Float>
    private let sampleDecay: UnsafeMutablePointer<Float>
    private let fade: UnsafeMutablePointer<Float>

    /// The loss in half a quantum, as an exponent, up to which the envelope's polynomial keeps within -76 dB.
    private static var fallLimit: Double { @_noLocks get { 0.35 } }

    init(capacity: Int) {
        var memory = VoiceColumns(voices: capacity, bytes: 5 * 8 + 9 * 4)
        time = memory.column(of: 0.0)
        turns = memory.column(of: 0.0)
        growth = memory.column(of: 1.0)
        halfGrowth = memory.column(of: 1.0)
        length = memory.column(of: 0.0)
        rise = memory.column(of: Float(0))
        fall = memory.column(of: Float(0))
        left = memory.column(of: Float(0))
        right = memory.column(of: Float(0))
        decay = memory.column(of: Float(1))
        span = memory.column(of: Float(-1))
        back = memory.column(of: Float(1))
        sampleDecay = memory.column(of: Float(1))
        fade = memory.column(of: Float(0))
        columns = crain_bubbles(
            time: time, turns: turns, growth: growth, rise: rise, fall: fall, left: left, right: right, decay: decay,
            span: span, halfGrowth: halfGrowth, length: length, back: back, sampleDecay: sampleDecay, fade: fade)
        self.memory = memory
    }

    /// Starts a drop's bubble in its quantum. There must be room.
    @_noLocks mutating func add(_ drop: borrowing Drop) {
        let slot = count
        count = slot &+ 1
        let half = DeterministicMath.exp(drop.rise * 0.5)
        let growth1 = half * half, growth2 = growth1 * growth1, growth4 = growth2 * growth2, growth8 = growth4 * growth4
        let growth16 = growth8 * growth8, growth32 = growth16 * growth16
        let middle = 31.5 - drop.offset
        time[slot] = middle
        turns[slot] = drop.frequency * DeterministicMath.exp(drop.rise * middle)
        growth[slot] = growth32 * growth32
        halfGrowth[slot] = half
        rise[slot] = Float(drop.rise)

        let decay1 = DeterministicMath.exp(-drop.decay)
        let decay2 = decay1 * decay1, decay4 = decay2 * decay2, decay8 = decay4 * decay4, decay16 = decay8 * decay8
        let decay32 = decay16 * decay16
        let loss = drop.decay * 31.5
        let gain = DeterministicMath.exp(loss)
        let level = drop.amplitude * DeterministicMath.exp(-drop.decay * middle)
        back[slot] = Float(gain)
        sampleDecay[slot] = Float(decay1)
        decay[slot] = Float(decay32 * decay32)
        left[slot] = Float(level * Double(drop.left))
        right[slot] = Float(level * Double(drop.right))
        fade[slot] = 0

        fall[slot] = Float(loss)
        length[slot] = drop.length
        span[slot] = Float(loss <= DropBubbles.fallLimit ? drop.length : -drop.length)
    }

    /// The square of a bubble's amplitude at the quantum's middle.
    @_noLocks func power(_ slot: Int) -> Float { left[slot] * left[slot] + right[slot] * right[slot] }

    /// Lets a bubble fade to nothing over the coming quantum, with which it ends.
    @_noLocks mutating func fadeOut(_ slot: Int) {
        fade[slot] = 1.0 / 64
        span[slot] = -0x1p-100
    }

    @_noLocks func isFading(_ slot: Int) -> Bool { fade[slot] != 0 }

    /// Frees a slot; the last bubble moves into it.
    @_noLocks mutating func remove(_ slot: Int) {
        let last = count &- 1
        count = last
        if slot != last {
            time[slot] = time[last]
            turns[slot] = turns[last]
            growth[slot] = growth[last]
            halfGrowth[slot] = halfGrowth[last]
            length[slot] = length[last]
            rise[slot] = rise[last]
            fall[slot] = fall[last]
            left[slot] = left[last]
            right[slot] = right[last]
            decay[slot] = decay[last]
            span[slot] = span[last]
            back[slot] = back[last]
            sampleDecay[slot] = sampleDecay[last]
            fade[slot] = fade[last]
        }
        clear(last)
    }

    /// Frees every slot.
    @_noLocks mutating func removeAll() {
        while count > 0 {
            count = count &- 1
            clear(count)
        }
    }

    /// A free slot goes along with its batch and stays finite.
    @_noLocks private func clear(_ slot: Int) {
        time[slot] = 0
        turns[slot] = 0
        growth[slot] = 1
        left[slot] = 0
        right[slot] = 0
    }

    /// Adds a quantum of every bubble to `sums` and moves on to the next quantum. Returns how many have ended with this one;
    /// `ended` has their slots, in ascending order.
    @_noLocks mutating func accumulate(into sums: borrowing QuantumSums, ended: UnsafeMutablePointer<Int32>) -> Int {
        crain_add_bubbles(sums.isa, columns, count, sums.nodes, sums.sums, ended)
    }
}
