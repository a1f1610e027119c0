// SPDX-License-Identifier: MIT
/// The two channels of a quantum, to which layers add. The memory belongs to the caller.
struct StereoBlock: BitwiseCopyable {
    let left: UnsafeMutablePointer<Float>
    let right: UnsafeMutablePointer<Float>

    @_noLocks init(left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>) {
        self.left = left
        self.right = right
    }

    /// The block whose two channels of a quantum lie one after the other.
    @_noLocks init(_ first: UnsafeMutablePointer<Float>) {
        self.init(left: first, right: first + EngineConfiguration.quantum)
    }

    /// The frames from `frame` on.
    @_noLocks func from(_ frame: Int) -> StereoBlock { StereoBlock(left: left + frame, right: right + frame) }

    /// Adds a quantum of another block.
    @_noLocks func add(_ other: StereoBlock) {
        for frame in 0..<EngineConfiguration.quantum {
            left[frame] += other.left[frame]
            right[frame] += other.right[frame]
        }
    }
}
