// SPDX-License-Identifier: MIT
/// A quantum of the rain layer: the near sound, the sound from outside, and the gain of each frame. Audio thread.
struct RainBus: ~Copyable {
    private let rows = FixedBuffer<Float>(repeating: 0, count: 5 * EngineConfiguration.quantum)
    let nearLeft: UnsafeMutablePointer<Float>
    let nearRight: UnsafeMutablePointer<Float>
    let farLeft: UnsafeMutablePointer<Float>
    let farRight: UnsafeMutablePointer<Float>
    let gain: UnsafeMutablePointer<Float>

    init() {
        let frames = EngineConfiguration.quantum
        nearLeft = rows.first
        nearRight = nearLeft + frames
        farLeft = nearRight + frames
        farRight = farLeft + frames
        gain = farRight + frames
    }

    /// Clears everything for a new quantum.
    @_noLocks func clear() { rows.clear() }

    /// Moves the part of the near sound that is not over the listener to the outside.
    @_noLocks func sort(over: Ramp) {
        for frame in 0..<EngineConfiguration.quantum {
            let outside = 1 - over.at(frame)
            let left = nearLeft[frame] * outside, right = nearRight[frame] * outside
            farLeft[frame] += left
            farRight[frame] += right
            nearLeft[frame] -= left
            nearRight[frame] -= right
        }
    }

    /// Adds the sound from outside, as it comes in, to the near sound.
    @_noLocks func join() {
        for frame in 0..<EngineConfiguration.quantum {
            nearLeft[frame] += farLeft[frame]
            nearRight[frame] += farRight[frame]
        }
    }

    /// Adds everything at its gain to both channels.
    @_noLocks func take(addingToLeft left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>) {
        for frame in 0..<EngineConfiguration.quantum {
            left[frame] += nearLeft[frame] * gain[frame]
            right[frame] += nearRight[frame] * gain[frame]
        }
    }
}
