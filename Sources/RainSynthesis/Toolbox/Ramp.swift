// SPDX-License-Identifier: MIT
/// A value over one segment of a quantum: `value` at the segment's first frame, `step` more at each later one.
struct Ramp: BitwiseCopyable, Sendable {
    var value: Float
    var step: Float

    @_noLocks init(value: Float, step: Float = 0) {
        self.value = value
        self.step = step
    }

    /// From one value at a quantum's first frame to another at the next quantum's.
    @_noLocks init(from start: Float, to end: Float) { self.init(value: start, step: (end - start) * Ramp.perFrame) }

    /// A frame as a part of a quantum.
    static var perFrame: Float { @_noLocks get { 1 / Float(Int32(truncatingIfNeeded: EngineConfiguration.quantum)) } }

    /// The value at frame `frame` of the segment.
    // Frames in 32 bits, which vectors convert at once.
    @_noLocks func at(_ frame: Int) -> Float { value + step * Float(Int32(truncatingIfNeeded: frame)) }

    /// True if the value is 0 over the entire segment.
    var isSilent: Bool { @_noLocks get { value == 0 && step == 0 } }
    /// A gain of 1.
    static var unity: Ramp { @_noLocks get { Ramp(value: 1) } }
}
