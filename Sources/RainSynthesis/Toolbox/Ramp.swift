// SPDX-License-Identifier: MIT
/// A value over one segment of a quantum: `value` at the segment's first frame, `step` more at each later one.
struct Ramp: BitwiseCopyable, Sendable {
    var value: Float
    var step: Float

    @_noLocks init(value: Float, step: Float = 0) {
        self.value = value
        self.step = step
    }

    /// The value at frame `frame` of the segment.
    // Frames in 32 bits, which vectors convert at once.
    @_noLocks func at(_ frame: Int) -> Float { value + step * Float(Int32(truncatingIfNeeded: frame)) }
}
