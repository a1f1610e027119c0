// SPDX-License-Identifier: MIT
import DeterministicMath

/// Audio thread: far rain, a noise whose power is set octave by octave. Both channels share its lows, and each has its own highs.
///
/// Every band has shared noise and noise for each channel; every band and channel has two equal state-variable band passes in
/// series (Simper's trapezoidal form) and a gain. Segment boundaries do not affect the sound.
struct RainBed: ~Copyable {
    private typealias Lanes = RainBands.Lanes
    /// The band passes' damping, 1/Q.
    private static var damping: Float { @_noLocks get { 1.1 } }

    private var common: NoiseStream
    private var ownLeft: NoiseStream
    private var ownRight: NoiseStream
    private var left = RainBandState()
    private var right = RainBandState()
    private let a1: RainBands.Lanes
    private let a2: RainBands.Lanes
    private let a3: RainBands.Lanes
    /// Converts the wanted power of each band to the power of each filter: the columns of the inverse of the matrix of what
    /// filter k adds to band b.
    private let inverse: InlineArray<8, RainBands.Lanes>
    /// The power of each filter at gain 1.
    private let power: RainBands.Lanes

    /// `stream`: the first of six random streams.
    init(sampleRate: Int, seed: UInt64, stream: UInt64 = StreamID.rainBed(0)) {
        common = NoiseStream(seed: seed, left: stream, right: stream + 1)
        ownLeft = NoiseStream(seed: seed, left: stream + 2, right: stream + 3)
        ownRight = NoiseStream(seed: seed, left: stream + 4, right: stream + 5)
        let design = RainBedDesign(sampleRate: Double(sampleRate), damping: Double(RainBed.damping))
        a1 = design.a1
        a2 = design.a2
        a3 = design.a3
        inverse = design.inverse
        power = design.power
    }

    /// The gain of each filter that produces the wanted power in each band. The power that a filter's skirts add to its
    /// neighbours is subtracted; where they add more than is wanted, all gains are scaled to the right total power.
    @_noLocks func gains(_ wanted: RainBands.Lanes) -> RainBands.Lanes {
        let total = RainBands.sum(wanted)
        guard total > 0 else { return RainBands.Lanes() }
        var squares = RainBands.Lanes()
        for band in 0..<RainBands.count { squares += inverse[band] * wanted[band] }
        squares = squares.replacing(with: 0, where: squares .< 0)
        let scale = total / RainBands.sum(squares * power)
        var gains = RainBands.Lanes()
        for band in 0..<RainBands.count { gains[band] = DeterministicMath.sqrt(squares[band] * scale) }
        return gains
    }

    /// Adds `frames` frames. `gains` apply at the first frame and change by `step` per frame; `width` 1 is the measured
    /// coherence, 0 is mono.
    @_noLocks mutating func render(
        addingToLeft outLeft: UnsafeMutablePointer<Float>, right outRight: UnsafeMutablePointer<Float>, frames: Int,
        gains: RainBands.Lanes, step: RainBands.Lanes, width: Float
    ) {
        let shared = 1 - (1 - RainBands.shared) * width
        var together = RainBands.Lanes(), apart = RainBands.Lanes()
        for band in 0..<RainBands.count {
            together[band] = DeterministicMath.sqrt(shared[band])
            apart[band] = DeterministicMath.sqrt(1 - shared[band])
        }
        var (noise, noiseLeft, noiseRight) = (common, ownLeft, ownRight)
        var (stateLeft, stateRight) = (left, right)
        for frame in 0..<frames {
            let m = noise.uniform() * together
            let x = stateLeft.pass(m + noiseLeft.uniform() * apart, a1, a2, a3, RainBed.damping)
            let y = stateRight.pass(m + noiseRight.uniform() * apart, a1, a2, a3, RainBed.damping)
            let gain = gains + step * Float(Int32(truncatingIfNeeded: frame))
            outLeft[frame] += RainBands.sum(x * gain)
            outRight[frame] += RainBands.sum(y * gain)
        }
        (common, ownLeft, ownRight) = (noise, noiseLeft, noiseRight)
        (left, right) = (stateLeft, stateRight)
    }

    /// Clears the filters' state.
    @_noLocks mutating func silence() {
        left = RainBandState()
        right = RainBandState()
    }
}

/// Two band passes in series, for every band.
private struct RainBandState: BitwiseCopyable {
    private typealias Lanes = RainBands.Lanes
    private var s1 = RainBands.Lanes()
    private var s2 = RainBands.Lanes()
    private var s3 = RainBands.Lanes()
    private var s4 = RainBands.Lanes()

    @_noLocks init() {}

    @_noLocks @inline(__always) mutating func pass(
        _ x: RainBands.Lanes, _ a1: RainBands.Lanes, _ a2: RainBands.Lanes, _ a3: RainBands.Lanes, _ damping: Float
    ) -> RainBands.Lanes {
        let first = RainBandState.step(x, a1, a2, a3, &s1, &s2) * damping
        return RainBandState.step(first, a1, a2, a3, &s3, &s4) * damping
    }

    @_noLocks @inline(__always) private static func step(
        _ x: RainBands.Lanes, _ a1: RainBands.Lanes, _ a2: RainBands.Lanes, _ a3: RainBands.Lanes,
        _ s1: inout RainBands.Lanes, _ s2: inout RainBands.Lanes
    ) -> RainBands.Lanes {
        let v3 = x - s2
        let v1 = s1 * a1 + v3 * a2
        let v2 = s2 + s1 * a2 + v3 * a3
        s1 = v1 * 2 - s1
        s2 = v2 * 2 - s2
        return v1
    }
}
