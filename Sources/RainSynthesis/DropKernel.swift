/// The inner loops of the drops: 16 voices, lane by lane, into 16 accumulators a frame and channel: 64 rows of 16 left and
/// 16 right sums, aligned to 64 bytes. (Two arrays 4096 bytes apart would stall on each other's stores.)
///
/// Audio thread. Depends on nothing but pointers. One source for every vector width: a lane sees the same operations in
/// the same order whether 4, 8 or 16 are worked on at once, so the bytes are the same; 4 suits SSE2's 16 registers.
///
/// The sine: with p the phase in turns, folded about a quarter turn as v = p(1/2 - |p|), sin(2 pi p) is an entire function
/// of v, odd about 0; its minimax cubic (found by linear programming) errs by 7.8e-6, -102 dB, at most.
enum DropKernel {
    /// Lanes of a batch, whatever the vector width.
    static var lanes: Int { @_noLocks get { 16 } }
    /// Frames of a quantum.
    static var frames: Int { @_noLocks get { 64 } }

    /// How many lanes are worked on at once; never a difference in the result.
    enum Width: Sendable {
        case four, eight, sixteen

        /// How many lanes of a batch are worked on for its first `voices` to sound; the others would add nothing.
        @_noLocks func lanes(for voices: Int) -> Int {
            let step = self == .four ? 4 : self == .eight ? 8 : 16
            return voices < DropKernel.lanes ? (voices &+ step &- 1) & (0 &- step) : DropKernel.lanes
        }
    }

    // sin(2 pi p) = s (c0 + s (c1 + s c2)), s = 16 p (1/2 - p), 0 <= p <= 1/2.
    private static var c0: Float { @inline(__always) @_noLocks get { 0.785554284 } }
    private static var c1: Float { @inline(__always) @_noLocks get { 0.195409751 } }
    private static var c2: Float { @inline(__always) @_noLocks get { 0.0190281481 } }

    /// What `bubbles` needs of one batch, rows of 16 lanes.
    struct BubbleBatch {
        /// Phase in 2^-32 turns and its first, second and third difference: 4 rows. Wraps by itself.
        let phase: UnsafeMutablePointer<Int32>
        /// Left amplitude, right amplitude (both times `bubbleScale`; moved on by the kernel), decay a sample: 3 rows.
        let gain: UnsafeMutablePointer<Float>
        /// First frame, and first frame no more, of each lane: 2 rows. Read when `shaped`.
        let bounds: UnsafeMutablePointer<Int32>
        /// 1/64 for a lane that fades out over this quantum, 0 for the others: 1 row. Read when `shaped`.
        let fade: UnsafeMutablePointer<Float>

        @_noLocks init(
            phase: UnsafeMutablePointer<Int32>, gain: UnsafeMutablePointer<Float>, bounds: UnsafeMutablePointer<Int32>,
            fade: UnsafeMutablePointer<Float>
        ) {
            self.phase = phase
            self.gain = gain
            self.bounds = bounds
            self.fade = fade
        }
    }

    /// What the amplitudes of `bubbles` are to be multiplied by: the kernel's fold works on phases of 2^-32 turns.
    static var bubbleScale: Float { @_noLocks get { 0x1p-60 } }

    /// Adds frames `from ..< to` of the first `lanes` of one batch of bubbles.
    @_noLocks static func bubbles(
        _ width: Width, _ batch: BubbleBatch, lanes: Int, from: Int, to: Int, shaped: Bool,
        into sums: UnsafeMutablePointer<Float>
    ) {
        switch (width, shaped) {
        case (.four, false): bubbles(SIMD4<Float>.self, batch, lanes, from, to, false, sums)
        case (.four, true): bubbles(SIMD4<Float>.self, batch, lanes, from, to, true, sums)
        case (.eight, false): bubbles(SIMD8<Float>.self, batch, lanes, from, to, false, sums)
        case (.eight, true): bubbles(SIMD8<Float>.self, batch, lanes, from, to, true, sums)
        case (.sixteen, false): bubbles(SIMD16<Float>.self, batch, lanes, from, to, false, sums)
        case (.sixteen, true): bubbles(SIMD16<Float>.self, batch, lanes, from, to, true, sums)
        }
    }

    /// Adds a quantum of the first `lanes` of one batch of impacts. Rows of 16 lanes: place in the lobe (0 ... 1) at frame 0, its step a frame,
    /// left amplitude, right amplitude, fade (1/64 or 0).
    @_noLocks static func impacts(
        _ width: Width, _ rows: UnsafePointer<Float>, lanes: Int, into sums: UnsafeMutablePointer<Float>
    ) {
        switch width {
        case .four: impacts(SIMD4<Float>.self, rows, lanes, sums)
        case .eight: impacts(SIMD8<Float>.self, rows, lanes, sums)
        case .sixteen: impacts(SIMD16<Float>.self, rows, lanes, sums)
        }
    }

    @inline(__always)
    private static func bubbles<F: SIMD>(
        _: F.Type, _ batch: BubbleBatch, _ lanes: Int, _ from: Int, _ to: Int, _ shaped: Bool,
        _ sums: UnsafeMutablePointer<Float>
    ) where F.Scalar == Float, F.MaskStorage.Scalar == Int32 {
        typealias I = F.MaskStorage
        var lane = 0
        while lane < lanes {
            var phase = load(I.self, batch.phase + lane)
            var first = load(I.self, batch.phase + (16 &+ lane))
            var second = load(I.self, batch.phase + (32 &+ lane))
            let third = load(I.self, batch.phase + (48 &+ lane))
            var gainLeft = load(F.self, batch.gain + lane)
            var gainRight = load(F.self, batch.gain + (16 &+ lane))
            let decay = load(F.self, batch.gain + (32 &+ lane))
            let fade = load(F.self, batch.fade + lane)
            let now = I(repeating: Int32(truncatingIfNeeded: from))
            // Both negative in the frames from the lane's start to its end alone.
            var untilStart = load(I.self, batch.bounds + lane) &- now &- I(repeating: 1)
            var sinceEnd = now &- load(I.self, batch.bounds + (16 &+ lane))
            var faded = F(repeating: 1) - fade * F(repeating: Float(from))
            // Folding one frame ahead lets the processor overlap the two halves of the sine.
            var folded: F = fold(phase)
            var frame = from
            while frame < to {
                phase = phase &+ first
                first = first &+ second
                second = second &+ third
                let v = folded
                folded = fold(phase)
                let s = unsafeBitCast(unsafeBitCast(v, to: I.self) & I(repeating: 0x7fff_ffff), to: F.self)
                var y = v * (F(repeating: c0) + s * (F(repeating: c1 * 0x1p-60) + s * F(repeating: c2 * 0x1p-120)))
                if shaped {
                    let sounding = (untilStart & sinceEnd) &>> I(repeating: 31)
                    y = unsafeBitCast(unsafeBitCast(y * faded, to: I.self) & sounding, to: F.self)
                    untilStart = untilStart &- I(repeating: 1)
                    sinceEnd = sinceEnd &+ I(repeating: 1)
                    faded = faded - fade
                }
                add(y * gainLeft, sums + (frame &* 32 &+ lane))
                add(y * gainRight, sums + (frame &* 32 &+ 16 &+ lane))
                gainLeft = gainLeft * decay
                gainRight = gainRight * decay
                frame &+= 1
            }
            store(gainLeft, batch.gain + lane)
            store(gainRight, batch.gain + (16 &+ lane))
            lane &+= F.scalarCount
        }
    }

    /// p (2^31 - |p|) for phases p in 2^-32 turns.
    @inline(__always)
    private static func fold<F: SIMD>(_ phase: F.MaskStorage) -> F where F.Scalar == Float, F.MaskStorage.Scalar == Int32 {
        var p = F()
        for index in 0..<F.scalarCount { p[index] = Float(phase[index]) }
        let negative = F.MaskStorage(repeating: Int32.min)
        return p * (F(repeating: 0x1p31) + unsafeBitCast(unsafeBitCast(p, to: F.MaskStorage.self) | negative, to: F.self))
    }

    @inline(__always)
    private static func impacts<F: SIMD>(
        _: F.Type, _ rows: UnsafePointer<Float>, _ lanes: Int, _ sums: UnsafeMutablePointer<Float>
    ) where F.Scalar == Float, F.MaskStorage.Scalar == Int32 {
        typealias I = F.MaskStorage
        var lane = 0
        while lane < lanes {
            let place = load(F.self, rows + lane)
            let step = load(F.self, rows + (16 &+ lane))
            var gainLeft = load(F.self, rows + (32 &+ lane))
            var gainRight = load(F.self, rows + (48 &+ lane))
            let fade = load(F.self, rows + (64 &+ lane))
            let fadeLeft = gainLeft * fade, fadeRight = gainRight * fade
            var n = F()
            var frame = 0
            while frame < 64 {
                let u = place + step * n
                // u(1 - u) is negative outside of the lobe, so clamping it is all that start and end need.
                var s = u * (F(repeating: 1) - u)
                let bits = unsafeBitCast(s, to: I.self)
                s = unsafeBitCast(bits & ~(bits &>> I(repeating: 31)), to: F.self)
                let y = s * (F(repeating: 4 * c0) + s * (F(repeating: 16 * c1) + s * F(repeating: 64 * c2)))
                add(y * gainLeft, sums + (frame &* 32 &+ lane))
                add(y * gainRight, sums + (frame &* 32 &+ 16 &+ lane))
                gainLeft = gainLeft - fadeLeft
                gainRight = gainRight - fadeRight
                n = n + F(repeating: 1)
                frame &+= 1
            }
            lane &+= F.scalarCount
        }
    }

    @inline(__always)
    private static func load<V: SIMD>(_: V.Type, _ row: UnsafePointer<V.Scalar>) -> V {
        UnsafeRawPointer(row).loadUnaligned(as: V.self)
    }

    @inline(__always)
    private static func store<V: SIMD>(_ value: V, _ row: UnsafeMutablePointer<V.Scalar>) {
        UnsafeMutableRawPointer(row).storeBytes(of: value, as: V.self)
    }

    @inline(__always)
    private static func add<V: SIMD>(_ value: V, _ row: UnsafeMutablePointer<V.Scalar>) where V.Scalar == Float {
        // Aligned, so that the addition takes it straight from memory.
        let row = UnsafeMutableRawPointer(row)
        row.storeBytes(of: row.load(as: V.self) + value, as: V.self)
    }
}
