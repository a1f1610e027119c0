// SPDX-License-Identifier: MIT
/// Audio thread: a value that moves to a new one linearly, over a fixed number of frames.
struct LinearGlide: BitwiseCopyable {
    private let length: Int
    private var target: Float
    private var origin: Float
    private var framesLeft = 0
    /// The value at the next frame.
    private(set) var value: Float

    init(_ value: Float, frames: Int) {
        length = frames
        target = value
        origin = value
        self.value = value
    }

    /// Begins to move to `target`.
    @_noLocks mutating func move(to target: Float) {
        self.target = target
        origin = value
        framesLeft = length
    }

    /// Moves to `target` at once.
    @_noLocks mutating func jump(to target: Float) {
        self.target = target
        value = target
        framesLeft = 0
    }

    /// Moves to the current target at once.
    @_noLocks mutating func settle() { jump(to: target) }

    /// Returns the value over the next `frames` frames and advances past them.
    @_noLocks mutating func ramp(frames: Int) -> Ramp {
        guard framesLeft > 0 else { return Ramp(value: value) }
        let start = value
        framesLeft = framesLeft > frames ? framesLeft &- frames : 0
        value = framesLeft == 0 ? target : origin + (target - origin) * (Float(length &- framesLeft) / Float(length))
        return Ramp(value: start, step: (value - start) / Float(frames))
    }
}
