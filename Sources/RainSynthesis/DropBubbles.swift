import DeterministicMath

/// Every sounding bubble, as a structure of arrays in batches of 16.
///
/// Audio thread; memory is taken at `init` alone. A bubble is A exp(-L t) sin(2 pi F t exp(R t)), t in samples from its
/// onset, F in turns, R and L in 1/sample. Per span of at most a quantum the phase F t exp(R t) is replaced by the cubic
/// with the same value and slope at both ends, stepped by differences in 2^-32 turns. Its error is at most
/// F h (R h)^3 / 96 turns for a span of h samples, so that a batch with a strong glide takes shorter spans.
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
    private let capacity: Int
    private let block: UnsafeMutableRawPointer
    private let time: UnsafeMutablePointer<Double>
    private let length: UnsafeMutablePointer<Double>
    /// F exp(R t) at the quantum's start, its growth in 4 samples, and R.
    private let turns: UnsafeMutablePointer<Double>
    private let growth: UnsafeMutablePointer<Double>
    private let rise: UnsafeMutablePointer<Double>
    /// A exp(-L t) at the quantum's start, and its decay in a quantum.
    private let envelope: UnsafeMutablePointer<Double>
    private let quantumDecay: UnsafeMutablePointer<Double>
    private let sampleDecay: UnsafeMutablePointer<Float>
    private let left: UnsafeMutablePointer<Float>
    private let right: UnsafeMutablePointer<Float>
    /// Times h^4 the phase error of a span of h samples.
    private let strain: UnsafeMutablePointer<Float>
    private let fade: UnsafeMutablePointer<Float>
    private let drop: UnsafeMutablePointer<Int32>
    private let batch: DropKernel.BubbleBatch

    /// The phase error in turns that a span may have: 1.9e-4 rad, -74 dB.
    private static var strainLimit: Float { @_noLocks get { 3e-5 } }

    init(capacity wanted: Int) {
        let capacity = (wanted + 15) / 16 * 16
        self.capacity = capacity
        let batchBytes = 16 * (4 + 3 + 2) * 4
        block = .allocate(byteCount: capacity * (7 * 8 + 6 * 4) + batchBytes, alignment: 64)
        var next = block
        func column<T: BitwiseCopyable>(_: T.Type, _ count: Int, _ value: T) -> UnsafeMutablePointer<T> {
            let column = next.bindMemory(to: T.self, capacity: count)
            column.initialize(repeating: value, count: count)
            next += count * MemoryLayout<T>.stride
            return column
        }
        time = column(Double.self, capacity, 0)
        length = column(Double.self, capacity, 0x1p1000)
        turns = column(Double.self, capacity, 0)
        growth = column(Double.self, capacity, 1)
        rise = column(Double.self, capacity, 0)
        envelope = column(Double.self, capacity, 0)
        quantumDecay = column(Double.self, capacity, 1)
        sampleDecay = column(Float.self, capacity, 1)
        left = column(Float.self, capacity, 0)
        right = column(Float.self, capacity, 0)
        strain = column(Float.self, capacity, 0)
        fade = column(Float.self, capacity, 0)
        drop = column(Int32.self, capacity, -1)
        let phase = column(Int32.self, 64, 0)
        let gain = column(Float.self, 48, 0)
        let bounds = column(Int32.self, 32, 0)
        batch = DropKernel.BubbleBatch(phase: phase, gain: gain, bounds: bounds, fade: fade)
    }

    deinit { block.deallocate() }

    /// Starts a bubble and returns its slot. There must be room.
    @_noLocks mutating func add(_ voice: Voice) -> Int32 {
        let slot = count
        count = slot &+ 1
        time[slot] = voice.time
        length[slot] = voice.length
        turns[slot] = voice.frequency * DeterministicMath.exp(voice.rise * voice.time)
        growth[slot] = DeterministicMath.exp(voice.rise * 4)
        rise[slot] = voice.rise
        envelope[slot] = voice.amplitude * DeterministicMath.exp(-voice.decay * voice.time)
        let decay = DeterministicMath.exp(-voice.decay)
        sampleDecay[slot] = Float(decay)
        let decay2 = decay * decay, decay4 = decay2 * decay2, decay8 = decay4 * decay4, decay16 = decay8 * decay8
        let decay32 = decay16 * decay16
        quantumDecay[slot] = decay32 * decay32
        left[slot] = voice.left * DropKernel.bubbleScale
        right[slot] = voice.right * DropKernel.bubbleScale
        strain[slot] = Float(DropBubbles.strain(voice))
        fade[slot] = 0
        drop[slot] = voice.drop
        return Int32(truncatingIfNeeded: slot)
    }

    /// The error of a span over h^4. A bubble so low that it dies within a fraction of a turn (a turn's 2 pi-th part and
    /// less) is held to that error relative to the phase it reaches, for which the rounding of the differences, about
    /// 2^-36 h^3, counts too.
    @_noLocks private static func strain(_ voice: Voice) -> Double {
        if voice.rise == 0 { return 0 }
        let reach = voice.decay * 0.15915494309189535
        let relative = voice.frequency > reach * 1e-6 ? reach / voice.frequency : 1e6
        let pitch = voice.frequency > reach ? voice.frequency : reach
        return pitch * voice.rise * voice.rise * voice.rise * (1.0 / 96) + 3e-13 * relative
    }

    /// Lets a bubble fade to nothing over the coming quantum, after which the owner must remove it.
    @_noLocks mutating func fadeOut(_ slot: Int32) { fade[Int(slot)] = 1.0 / 64 }

    /// Frees a slot; the last bubble moves into it. Returns the drop that moved, or -1.
    @_noLocks mutating func remove(_ slot: Int32) -> Int32 {
        let slot = Int(slot), last = count &- 1
        count = last
        var moved: Int32 = -1
        if slot != last {
            time[slot] = time[last]
            length[slot] = length[last]
            turns[slot] = turns[last]
            growth[slot] = growth[last]
            rise[slot] = rise[last]
            envelope[slot] = envelope[last]
            quantumDecay[slot] = quantumDecay[last]
            sampleDecay[slot] = sampleDecay[last]
            left[slot] = left[last]
            right[slot] = right[last]
            strain[slot] = strain[last]
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

    /// A free slot is silent and asks neither for shaping nor for short spans.
    @_noLocks private func clear(_ slot: Int) {
        time[slot] = 0
        length[slot] = 0x1p1000
        turns[slot] = 0
        growth[slot] = 1
        rise[slot] = 0
        envelope[slot] = 0
        quantumDecay[slot] = 1
        sampleDecay[slot] = 1
        left[slot] = 0
        right[slot] = 0
        strain[slot] = 0
        fade[slot] = 0
    }

    /// Adds a quantum of every bubble to the 16 accumulators a frame and moves on to the next quantum.
    @_noLocks mutating func accumulate(_ width: DropKernel.Width, into sums: UnsafeMutablePointer<Float>) {
        var base = 0
        while base < count {
            let lanes = width.lanes(for: count &- base)
            let shaped = prepare(base, lanes)
            let span = spanLength(base, lanes)
            let rows = DropKernel.BubbleBatch(
                phase: batch.phase, gain: batch.gain, bounds: batch.bounds, fade: fade + base)
            var from = 0
            while from < 64 {
                seedPhase(base, lanes, span)
                DropKernel.bubbles(
                    width, rows, lanes: lanes, from: from, to: from &+ span, shaped: shaped, into: sums)
                from &+= span
            }
            base &+= 16
        }
    }

    /// The longest span in which every lane keeps within the phase error: 64, 32, 16, 8 or 4 frames.
    @_noLocks private func spanLength(_ base: Int, _ lanes: Int) -> Int {
        var worst = strain[base]
        for lane in 1..<lanes where strain[base &+ lane] > worst { worst = strain[base &+ lane] }
        var span = 64
        var error = worst * 0x1p24
        while error > DropBubbles.strainLimit && span > 4 {
            span = span / 2
            error = error * (1.0 / 16)
        }
        return span
    }

    /// Seeds the amplitudes of a batch, moves the envelopes on by a quantum, and tells whether a lane begins, ends or
    /// fades within the quantum.
    @_noLocks private func prepare(_ base: Int, _ lanes: Int) -> Bool {
        var shaped = false
        for lane in 0..<lanes {
            let slot = base &+ lane
            let level = Float(envelope[slot])
            batch.gain[lane] = level * left[slot]
            batch.gain[16 &+ lane] = level * right[slot]
            batch.gain[32 &+ lane] = sampleDecay[slot]
            envelope[slot] = envelope[slot] * quantumDecay[slot]
            if time[slot] < 0 || time[slot] + 64 > length[slot] || fade[slot] != 0 { shaped = true }
        }
        guard shaped else { return false }
        for lane in 0..<lanes {
            let slot = base &+ lane
            batch.bounds[lane] = DropBubbles.frame(-time[slot])
            batch.bounds[16 &+ lane] = DropBubbles.frame(length[slot] - time[slot])
        }
        return true
    }

    /// The first frame of the quantum at or after `position`, 64 when there is none.
    @_noLocks private static func frame(_ position: Double) -> Int32 {
        if position <= 0 { return 0 }
        if position >= 64 { return 64 }
        return Int32(truncatingIfNeeded: DeterministicMath.floorToInt(-position) &* -1)
    }

    /// Seeds the phases of a batch for a span of `span` frames and moves them on by it.
    @_noLocks private func seedPhase(_ base: Int, _ lanes: Int, _ span: Int) {
        typealias D = SIMD2<Double>
        // Adding these leaves a number rounded to a whole, or, in the low half of its pattern, its 2^-32 parts modulo 1.
        let whole = D(repeating: 0x1.8p52), fraction = D(repeating: 0x1.8p20)
        let h = D(repeating: Double(span)), perSample = D(repeating: 1 / Double(span))
        let one = D(repeating: 1), two = D(repeating: 2), three = D(repeating: 3), six = D(repeating: 6)
        var lane = 0
        while lane < lanes {
            let slot = base &+ lane
            let t0 = DropBubbles.pair(time, slot), turns0 = DropBubbles.pair(turns, slot)
            let rho = DropBubbles.pair(rise, slot)
            var gain = DropBubbles.pair(growth, slot)
            var covered = 4
            while covered < span {
                gain = gain * gain
                covered = covered &* 2
            }
            let t1 = t0 + h, turns1 = turns0 * gain
            let p0 = t0 * turns0, p1 = t1 * turns1
            let slope0 = turns0 * (one + rho * t0), slope1 = turns1 * (one + rho * t1)
            let mean = (p1 - p0) * perSample
            let cubic = (slope0 + slope1 - two * mean) * perSample * perSample
            let square = (three * mean - two * slope0 - slope1) * perSample
            DropBubbles.put((p0 - ((p0 + whole) - whole)) + fraction, batch.phase + lane)
            DropBubbles.put(slope0 + square + cubic + fraction, batch.phase + (16 &+ lane))
            DropBubbles.put(two * square + six * cubic + fraction, batch.phase + (32 &+ lane))
            DropBubbles.put(six * cubic + fraction, batch.phase + (48 &+ lane))
            UnsafeMutableRawPointer(time + slot).storeBytes(of: t1, as: D.self)
            UnsafeMutableRawPointer(turns + slot).storeBytes(of: turns1, as: D.self)
            lane &+= 2
        }
    }

    @inline(__always) @_noLocks
    private static func pair(_ column: UnsafeMutablePointer<Double>, _ slot: Int) -> SIMD2<Double> {
        UnsafeRawPointer(column + slot).loadUnaligned(as: SIMD2<Double>.self)
    }

    @inline(__always) @_noLocks
    private static func put(_ value: SIMD2<Double>, _ row: UnsafeMutablePointer<Int32>) {
        let words = unsafeBitCast(value, to: SIMD4<Int32>.self)
        row[0] = words[0]
        row[1] = words[2]
    }
}
