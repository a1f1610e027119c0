// SPDX-License-Identifier: MIT
/// A drop that falls within a quantum, in the form that the materials need. Plain memory.
package struct DropOnset: BitwiseCopyable, Sendable {
    /// The onset in frames from the quantum's start, 0 ..< 64, with fraction.
    package var position: Double
    /// Impact amplitude x `drops.level` x pan, with the drop's sign, before `impactGain`.
    package var left: Float
    package var right: Float
    /// The value of `drops.material` at the onset.
    var material: Int32

    @_noLocks init(position: Double, left: Float, right: Float, material: Int32) {
        self.position = position
        self.left = left
        self.right = right
        self.material = material
    }
}
