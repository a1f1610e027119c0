import CRainKernel
import DeterministicMath

/// Every sounding bubble, as a structure of arrays.
///
/// Audio thread; memory is taken at `init` alone. A bubble is A exp(-L t) sin(2 pi F t exp(R t)), t in samples from its
/// onset, F in turns, R and L in 1/sample. In a quantum that it sounds through, a bubble that changes slowly enough is a
/// polynomial in phase and envelope, and its sound one of degree 15, told by 16 values instead of 64 (to -80 dB of its
/// level and better); the others go frame by frame (the kernels say how).
struct DropBubbles: ~Copyable {
    /// One bubble as it starts.
    struct Voice {
        /// The drop it belongs to.
        var drop: Int32
        /// Samples since its onset at the quantum's start: -64 < time <= 0 for a bubble that begins in this quantum.
        var time: Double
        /// Samples it lasts.
        var length: Double
        /// F, R, L and A.
        var frequency: Double
        var rise: Double
        var decay: Double
        var amplitude: Double
        var left: Float
        var right: Float

        @_noLocks init(
            drop: Int32, time: Double, length: Double, frequency: Double, rise: Double, decay: Double, amplitude: Double,
            left: Float, right: Float
        ) {
            self.drop = drop
            self.time = time
            self.length = length
            self.frequency = frequency
            self.rise = rise
            self.decay = decay
            self.amplitude = amplitude
            self.left = left
            self.right = right
        }
    }

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
    private let sampleDecay: UnsafeMutablePointer<Float>
    private let fade: UnsafeMutablePointer<Float>
    private let drop: UnsafeMutablePointer<Int32>

    /// What a phase's polynomial may miss in turns (1.9e-4 rad, -74 dB), and the loss in half a quantum, as an exponent,
    /// up to which the envelope's keeps within -77 dB.
    private static var phaseLimit: Double { @_noLocks get { 3e-5 } }
    private static var fallLimit: Double { @_noLocks get { 0.4 } }

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
        sampleDecay = memory.column(of: Float(1))
        fade = memory.column(of: Float(0))
        drop = memory.column(of: Int32(-1))
        columns = crain_bubbles(
            time: time, turns: turns, growth: growth, rise: rise, fall: fall, left: left, right: right, decay: decay,
            span: span, halfGrowth: halfGrowth, length: length, sampleDecay: sampleDecay, fade: fade)
        self.memory = memory
    }

    /// Starts a bubble and returns its slot. There must be room.
    @_noLocks mutating func add(_ voice: Voice) -> Int32 {
        let slot = count
        count = slot &+ 1
        let middle = voice.time + 31.5
        let half = DeterministicMath.exp(voice.rise * 0.5)
        let growth1 = half * half, growth2 = growth1 * growth1, growth4 = growth2 * growth2, growth8 = growth4 * growth4
        let growth16 = growth8 * growth8, growth32 = growth16 * growth16
        let pitch = voice.frequency * DeterministicMath.exp(voice.rise * middle)
        time[slot] = middle
        turns[slot] = pitch
        growth[slot] = growth32 * growth32
        halfGrowth[slot] = half
        rise[slot] = Float(voice.rise)
        length[slot] = voice.length

        let decay1 = DeterministicMath.exp(-voice.decay)
        let decay2 = decay1 * decay1, decay4 = decay2 * decay2, decay8 = decay4 * decay4, decay16 = decay8 * decay8
        let decay32 = decay16 * decay16
        let level = voice.amplitude * DeterministicMath.exp(-voice.decay * voice.time)
        sampleDecay[slot] = Float(decay1)
        decay[slot] = Float(decay32 * decay32)
        let loss = voice.decay * 31.5
        fall[slot] = Float(loss)
        left[slot] = Float(level * Double(voice.left))
        right[slot] = Float(level * Double(voice.right))
        fade[slot] = 0
        let isSmooth = DropBubbles.strain(voice) <= DropBubbles.phaseLimit && loss <= DropBubbles.fallLimit
        span[slot] = isSmooth ? Float(voice.length) : -1
        drop[slot] = voice.drop
        return Int32(truncatingIfNeeded: slot)
    }

    /// What the phase's cubic misses at a quantum's ends: its fourth power, where the bubble is highest.
    @_noLocks private static func strain(_ voice: Voice) -> Double {
        let reach = voice.rise * 31.5
        // Above that it is too much at any pitch that can be heard.
        guard reach < 0.2 else { return 1 }
        let reach2 = reach * reach
        let highest = voice.frequency * DeterministicMath.exp(voice.rise * voice.length)
        return highest * 31.5 * reach2 * reach * (1.0 / 6 + voice.rise * voice.length * (1.0 / 24))
    }

    /// Lets a bubble fade to nothing over the coming quantum, after which the owner must remove it.
    @_noLocks mutating func fadeOut(_ slot: Int32) {
        fade[Int(slot)] = 1.0 / 64
        span[Int(slot)] = -1
    }

    /// Frees a slot; the last bubble moves into it. Returns the drop that moved, or -1.
    @_noLocks mutating func remove(_ slot: Int32) -> Int32 {
        let slot = Int(slot), last = count &- 1
        count = last
        var moved: Int32 = -1
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
            sampleDecay[slot] = sampleDecay[last]
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

    /// A free slot goes along with its batch and stays finite.
    @_noLocks private func clear(_ slot: Int) {
        time[slot] = 0
        turns[slot] = 0
        growth[slot] = 1
        left[slot] = 0
        right[slot] = 0
    }

    /// Adds a quantum of every bubble to `sums` and moves on to the next quantum.
    @_noLocks mutating func accumulate(into sums: borrowing QuantumSums) {
        crain_add_bubbles(sums.isa, columns, count, sums.nodes, sums.sums)
    }
}
