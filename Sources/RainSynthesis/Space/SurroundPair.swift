// SPDX-License-Identifier: MIT
/// A pair of loudspeakers other than the front pair: its soundscape and its frames of the quantum. Audio thread.
struct SurroundPair: ~Copyable {
    private var soundscape: Soundscape
    private var blocker: DCBlocker
    let left: UnsafeMutablePointer<Float>
    let right: UnsafeMutablePointer<Float>

    /// - Parameter left: memory for two channels of a quantum, owned by the caller.
    init(soundscape: consuming Soundscape, sampleRate: Int, left: UnsafeMutablePointer<Float>) {
        self.soundscape = soundscape
        blocker = DCBlocker(sampleRate: sampleRate)
        self.left = left
        right = left + EngineConfiguration.quantum
    }

    /// Grains dropped since the start because the pool was full.
    var refused: Int64 { @_noLocks mutating get { soundscape.refused } }

    /// Schedules one segment of the quantum.
    @_noLocks mutating func schedule(offset: Int, frames: Int, glide: borrowing ParameterRamps) {
        soundscape.schedule(offset: offset, frames: frames, glide: glide, left: left, right: right)
    }

    /// Adds the quantum's rain, applies the gains frame by frame and removes the DC offset.
    @_noLocks mutating func mix(duck: UnsafePointer<Float>, gain: UnsafePointer<Float>, glide: borrowing ParameterRamps) {
        soundscape.render(left: left, right: right, glide: glide)
        for frame in 0..<EngineConfiguration.quantum {
            left[frame] = left[frame] * duck[frame]
            right[frame] = right[frame] * duck[frame]
        }
        blocker.process(left, right, frames: EngineConfiguration.quantum)
        for frame in 0..<EngineConfiguration.quantum {
            left[frame] = left[frame] * gain[frame] + 0
            right[frame] = right[frame] * gain[frame] + 0
        }
    }

    @_noLocks mutating func silence() {
        soundscape.silence()
        blocker.silence()
    }
}
