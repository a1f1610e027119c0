/// Audio thread: Gaussian pink noise of RMS 1 times a level, two independent channels.
struct PinkNoise: ~Copyable {
    private var stream: NoiseStream
    private var block = NoiseBlock()
    // Poles in pairs of lanes: left and right of one pole, left and right of the next.
    private let poles: SIMD16<Float>
    private let gains: SIMD16<Float>
    private let direct: Float
    private var state = SIMD16<Float>()

    init(sampleRate: Int, seed: UInt64) {
        stream = NoiseStream(seed: seed, left: StreamID.pink(0), right: StreamID.pink(1))
        let filter = PinkFilter(sampleRate: sampleRate)
        var poles = SIMD16<Float>()
        var gains = SIMD16<Float>()
        for lane in 0..<16 {
            poles[lane] = filter.poles[lane >> 1]
            gains[lane] = filter.gains[lane >> 1]
        }
        self.poles = poles
        self.gains = gains
        direct = filter.direct
    }

    /// Adds `frames` frames; `level` is the RMS, `gain` scales it. A silent ramp leaves everything as it was.
    @_noLocks mutating func render(
        addingToLeft left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, frames: Int, level: Ramp,
        gain: Ramp
    ) {
        if level.isSilent || gain.isSilent { return }
        var first = 0
        while first < frames {
            if block.isSpent { refill() }
            let count = min(frames &- first, NoiseBlock.frames &- block.used)
            block.mix(addingToLeft: left, right: right, first: first, frames: count, level: level, gain: gain)
            first = first &+ count
        }
    }

    @_noLocks private mutating func refill() {
        var local = stream
        var s = state
        var frame = 0
        while frame < NoiseBlock.frames {
            let (a, b) = local.gaussians()
            block.store(filter(a, &s), at: frame)
            block.store(filter(b, &s), at: frame &+ 4)
            frame = frame &+ 8
        }
        stream = local
        state = s
        block.refilled()
    }

    /// Four frames through the poles.
    @_noLocks @inline(__always) private func filter(_ x: SIMD8<Float>, _ s: inout SIMD16<Float>) -> SIMD8<Float> {
        let low = x.lowHalf
        let high = x.highHalf
        let first = filterPair(low.lowHalf, low.highHalf, &s)
        let second = filterPair(high.lowHalf, high.highHalf, &s)
        return SIMD8(lowHalf: first, highHalf: second) + x * direct
    }

    /// Two frames through the poles, without the direct path.
    @_noLocks @inline(__always) private func filterPair(
        _ a: SIMD2<Float>, _ b: SIMD2<Float>, _ s: inout SIMD16<Float>
    ) -> SIMD4<Float> {
        SIMD4(lowHalf: step(a, &s), highHalf: step(b, &s))
    }

    @_noLocks @inline(__always) private func step(_ x: SIMD2<Float>, _ s: inout SIMD16<Float>) -> SIMD2<Float> {
        let four = SIMD4(lowHalf: x, highHalf: x)
        let eight = SIMD8(lowHalf: four, highHalf: four)
        s = s * poles + SIMD16(lowHalf: eight, highHalf: eight)
        let y = s * gains
        let half = y.lowHalf + y.highHalf
        let quarter = half.lowHalf + half.highHalf
        return quarter.lowHalf + quarter.highHalf
    }

    /// Forgets the poles' memory; the frames made ahead are dropped.
    @_noLocks mutating func silence() {
        state = .zero
        block.use(NoiseBlock.frames &- block.used)
    }
}
