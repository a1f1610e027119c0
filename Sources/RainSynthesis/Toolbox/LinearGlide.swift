// SPDX-License-Identifier: MIT
/// Audio thread: a value that moves to a new one linearly, over a fixed number of frames.
struct LinearGlide: BitwiseCopyable {
    private let length: Int
    private var target: Float
    private var origin: Float
    private var left = 0
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
        left = length
    }

    /// Is at `target` at once.
    @_noLocks mutating func jump(to target: Float) {
        self.target = target
        value = target
        left = 0
    }

    /// Is where it was going at once.
    @_noLocks mutating func settle() { jump(to: target) }

    /// The value over the next `frames` frames, which then have passed.
    @_noLocks mutating func ramp(frames: Int) -> Ramp {
        guard left > 0 else { return Ramp(value: value) }
        let start = value
        left = left > frames ? left &- frames : 0
        value = left == 0 ? target : origin + (target - origin) * (Float(length &- left) / Float(length))
        return Ramp(value: start, step: (value - start) / Float(frames))
    }
}
