// SPDX-License-Identifier: MIT
import DeterministicMath

/// Audio thread: removes the DC offset from both channels: y = x - x' + r y', corner 5 Hz, unity at high frequencies.
struct DCBlocker: ~Copyable {
    private let pole: Double
    private let scale: Double
    private var input = SIMD2<Double>()
    private var output = SIMD2<Double>()

    init(sampleRate: Int) {
        pole = DeterministicMath.exp(-2 * DeterministicMath.pi * 5 / Double(sampleRate))
        scale = (1 + pole) / 2
    }

    /// Filters `frames` frames in place.
    @_noLocks mutating func process(
        _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, frames: Int
    ) {
        var x1 = input
        var y1 = output
        for frame in 0..<frames {
            let x = SIMD2(Double(left[frame]), Double(right[frame])) * scale
            y1 = (x - x1) + y1 * pole
            x1 = x
            left[frame] = Float(y1.x)
            right[frame] = Float(y1.y)
        }
        input = x1
        output = y1
    }

    /// Clears the filter's state.
    @_noLocks mutating func silence() {
        input = .zero
        output = .zero
    }
}
