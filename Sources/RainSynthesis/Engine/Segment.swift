// SPDX-License-Identifier: MIT
/// A stretch of a quantum in which every parameter moves in a straight line.
struct Segment: BitwiseCopyable {
    /// Its first frame in the quantum.
    let first: Int
    /// The number of its frames.
    let frames: Int

    @_noLocks init(first: Int, frames: Int) {
        self.first = first
        self.frames = frames
    }
}

/// The two channels of a quantum, to which layers add. The memory belongs to the caller.
struct StereoBlock: BitwiseCopyable {
    let left: UnsafeMutablePointer<Float>
    let right: UnsafeMutablePointer<Float>

    @_noLocks init(left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>) {
        self.left = left
        self.right = right
    }
}
