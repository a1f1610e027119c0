// SPDX-License-Identifier: MIT
/// A quantum of the rain layer: the near sound, the sound from outside, and the gain of each frame. Audio thread.
struct RainBus: ~Copyable {
    private let rows = FixedBuffer<Float>(repeating: 0, count: 5 * EngineConfiguration.quantum)
    let near: StereoBlock
    let far: StereoBlock
    let gain: UnsafeMutablePointer<Float>

    init() {
        let frames = EngineConfiguration.quantum
        near = StereoBlock(rows.first)
        far = StereoBlock(rows.first + 2 * frames)
        gain = rows.first + 4 * frames
    }

    /// Clears everything for a new quantum.
    @_noLocks func clear() { rows.clear() }

    /// Moves the part of the near sound that is not over the listener to the sound from outside.
    @_noLocks func moveOutside(over: Ramp) {
        for frame in 0..<EngineConfiguration.quantum {
            let outside = 1 - over.at(frame)
            let left = near.left[frame] * outside, right = near.right[frame] * outside
            far.left[frame] += left
            far.right[frame] += right
            near.left[frame] -= left
            near.right[frame] -= right
        }
    }

    /// Adds the near sound to both channels, each frame at its gain.
    @_noLocks func mix(into block: StereoBlock) {
        for frame in 0..<EngineConfiguration.quantum {
            block.left[frame] += near.left[frame] * gain[frame]
            block.right[frame] += near.right[frame] * gain[frame]
        }
    }
}
