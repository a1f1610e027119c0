// SPDX-License-Identifier: MIT
/// Audio thread: Gaussian pink noise of RMS 1 times a level, in two channels.
struct PinkNoise: ~Copyable {
    private var stream: NoiseStream
    private var block = NoiseBlock()
    // A block of interleaved left and right, first white and then pink.
    private let turns: UnsafeMutablePointer<Float>
    private let filter: PinkFilter
    private var state = PinkState()

    init(sampleRate: Int, seed: UInt64) {
        stream = NoiseStream(seed: seed, left: StreamID.pink(0), right: StreamID.pink(1))
        filter = PinkFilter(sampleRate: sampleRate)
        turns = .allocate(capacity: 2 * NoiseBlock.frames)
        turns.initialize(repeating: 0, count: 2 * NoiseBlock.frames)
    }

    deinit { turns.deallocate() }

    /// Adds `frames` frames; `level` is the RMS, `gain` scales it, `width` is 1 for two independent channels, 0 for one. A silent
    /// ramp changes nothing.
    @_noLocks mutating func render(
        addingToLeft left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, frames: Int, level: Ramp,
        gain: Ramp, width: Ramp = .unity
    ) {
        if level.isSilent || gain.isSilent { return }
        var first = 0
        while first < frames {
            if block.isSpent { refill() }
            let count = min(frames &- first, NoiseBlock.frames &- block.used)
            block.mix(addingToLeft: left, right: right, first: first, frames: count, level: level, gain: gain, width: width)
            first = first &+ count
        }
    }

    @_noLocks private mutating func refill() {
        var local = stream
        let raw = UnsafeMutableRawPointer(turns)
        var offset = 0
        while offset < 2 &* NoiseBlock.frames &* MemoryLayout<Float>.size {
            let (a, b) = local.gaussians()
            raw.storeBytes(of: a, toByteOffset: offset, as: SIMD8<Float>.self)
            raw.storeBytes(of: b, toByteOffset: offset &+ 32, as: SIMD8<Float>.self)
            offset = offset &+ 64
        }
        stream = local

        let poles = PinkState(pairsOf: filter.poles)
        let gains = PinkState(pairsOf: filter.gains)
        let direct = filter.direct
        var s = state
        offset = 0
        while offset < 2 &* NoiseBlock.frames &* MemoryLayout<Float>.size {
            let x = raw.loadUnaligned(fromByteOffset: offset, as: SIMD4<Float>.self)
            let first = s.step(SIMD4(lowHalf: x.lowHalf, highHalf: x.lowHalf), poles, gains)
            let second = s.step(SIMD4(lowHalf: x.highHalf, highHalf: x.highHalf), poles, gains)
            let y =
                (SIMD4(lowHalf: first.lowHalf, highHalf: second.lowHalf)
                    + SIMD4(lowHalf: first.highHalf, highHalf: second.highHalf)) + x * direct
            raw.storeBytes(of: y, toByteOffset: offset, as: SIMD4<Float>.self)
            offset = offset &+ 16
        }
        state = s
        // Separate from the filter: splitting left and right there would shuffle every pole.
        var frame = 0
        while frame < NoiseBlock.frames {
            block.store(raw.loadUnaligned(fromByteOffset: 8 &* frame, as: SIMD8<Float>.self), at: frame)
            frame = frame &+ 4
        }
        block.refilled()
    }

    /// Clears the poles' state and drops the frames generated ahead.
    @_noLocks mutating func silence() {
        state = PinkState()
        block.use(NoiseBlock.frames &- block.used)
    }
}

/// One number for each pole and channel, in lanes: left and right of one pole, left and right of the next.
private struct PinkState: BitwiseCopyable {
    var a = SIMD4<Float>()
    var b = SIMD4<Float>()
    var c = SIMD4<Float>()
    var d = SIMD4<Float>()

    @_noLocks init() {}

    /// The same number for both channels.
    @_noLocks init(pairsOf values: SIMD8<Float>) {
        a = SIMD4(values[0], values[0], values[1], values[1])
        b = SIMD4(values[2], values[2], values[3], values[3])
        c = SIMD4(values[4], values[4], values[5], values[5])
        d = SIMD4(values[6], values[6], values[7], values[7])
    }

    /// One frame (left, right, left, right) through the poles; left and right of the output are sums of two lanes each.
    @_noLocks @inline(__always) mutating func step(
        _ x: SIMD4<Float>, _ poles: PinkState, _ gains: PinkState
    ) -> SIMD4<Float> {
        a = a * poles.a + x
        b = b * poles.b + x
        c = c * poles.c + x
        d = d * poles.d + x
        return (a * gains.a + b * gains.b) + (c * gains.c + d * gains.d)
    }
}
