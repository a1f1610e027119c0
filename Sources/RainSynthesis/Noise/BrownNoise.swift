// SPDX-License-Identifier: MIT
import CPlatform
import DeterministicMath

/// Audio thread: brown noise of RMS 1 times a level, in two channels.
///
/// y = a y + g x with a = exp(-2 pi corner/rate) and g = sqrt((1 - a^2)/var x), x uniform (about a hundred of them contribute to
/// each y, which is practically Gaussian): flat below the corner, -6 dB/oct above.
struct BrownNoise: ~Copyable {
    private var stream: NoiseStream
    private var block = NoiseBlock()
    private let radiansPerHertz: Double
    private var y = SIMD2<Double>()

    init(sampleRate: Int, seed: UInt64) {
        stream = NoiseStream(seed: seed, left: StreamID.brown(0), right: StreamID.brown(1))
        radiansPerHertz = 2 * 3.141592653589793 / Double(sampleRate)
    }

    /// Adds `frames` frames; `level` is the RMS, `gain` scales it, `corner` is in Hz, 0.1-2,000; `width` is 1 for two independent
    /// channels, 0 for one. A silent ramp changes nothing.
    @_noLocks mutating func render(
        addingToLeft left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, frames: Int, level: Ramp,
        gain: Ramp, corner: Ramp, width: Ramp = .unity
    ) {
        if level.isSilent || gain.isSilent { return }
        var first = 0
        while first < frames {
            if block.isSpent { refill() }
            let count = min(frames &- first, NoiseBlock.frames &- block.used)
            filter(left, right, first: first, frames: count, level, gain, corner, width)
            block.use(count)
            first = first &+ count
        }
    }

    /// Adds the block's next `frames` frames, filtered, from frame `first` of the segment on.
    @_noLocks private mutating func filter(
        _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, first: Int, frames: Int,
        _ level: Ramp, _ gain: Ramp, _ corner: Ramp, _ width: Ramp
    ) {
        let sourceLeft = block.left + block.used
        let sourceRight = block.right + block.used
        let targetLeft = left + first
        let targetRight = right + first
        var a = BrownNoise.pole(Double(corner.value) * radiansPerHertz)
        var g = crealtime_sqrt(3 * (1 - a * a))
        let moves = corner.step != 0
        let isNarrow = width.isNarrow
        var state = y
        for frame in 0..<frames {
            let place = first &+ frame
            if moves {
                a = BrownNoise.pole(Double(corner.at(place)) * radiansPerHertz)
                g = crealtime_sqrt(3 * (1 - a * a))
            }
            state = state * a + SIMD2(Double(sourceLeft[frame]), Double(sourceRight[frame])) * g
            let scale = level.at(place) * gain.at(place)
            if isNarrow {
                let share = width.crossing(at: place)
                targetLeft[frame] += (Float(state.x) + Float(state.y) * share.other) * scale * share.own
                targetRight[frame] += (Float(state.y) + Float(state.x) * share.other) * scale * share.own
            } else {
                targetLeft[frame] += Float(state.x) * scale
                targetRight[frame] += Float(state.y) * scale
            }
        }
        y = state
    }

    /// exp(-x): the series for x <= 0.03, error below 1e-12.
    @_noLocks private static func pole(_ x: Double) -> Double {
        if x > 0.03 { return DeterministicMath.exp(-x) }
        return 1 - x * (1 - x * (0.5 - x * (1.0 / 6 - x * (1.0 / 24 - x * (1.0 / 120)))))
    }

    @_noLocks private mutating func refill() {
        var local = stream
        var frame = 0
        while frame < NoiseBlock.frames {
            block.store(local.uniform(), at: frame)
            frame = frame &+ 4
        }
        stream = local
        block.refilled()
    }

    /// Clears the pole's state.
    @_noLocks mutating func silence() {
        y = .zero
    }
}
