// SPDX-License-Identifier: MIT
import DeterministicMath

/// Audio thread: the ducking of the rain under an event: down within 10 ms, held while the note sounds, then back.
///
/// The gain steps once every 64 frames, linearly in dB, and is interpolated linearly between the steps.
struct StrikeDuck: BitwiseCopyable {
    private let sampleRate: Float
    /// The attenuation of the rain in dB: now, and at most.
    private var depth: Float = 0
    private var target: Float = 0
    private var holdFrames: Int = 0
    private var release: Float = 0.6
    private var frame = 0
    private var current = Ramp(value: 1)

    init(sampleRate: Int) { self.sampleRate = Float(sampleRate) }

    /// Ducks by `decibels` for `frames` frames from now, then returns within `release` seconds.
    @_noLocks mutating func begin(decibels: Float, frames: Int, release: Float) {
        guard decibels > 0 else { return }
        target = max(target, decibels)
        holdFrames = max(holdFrames, frames)
        self.release = max(0.01, release)
    }

    /// The gain from the next frame on, until the end of the 64 frames that began with the last step.
    var ramp: Ramp {
        @_noLocks get { Ramp(value: current.at(frame), step: current.step) }
    }

    /// Advances by `frames` frames, which must not extend past the next step.
    @_noLocks mutating func advance(_ frames: Int) {
        frame = frame &+ frames
        guard frame >= 64 else { return }
        frame = frame &- 64
        let start = current.value + current.step * 64
        if holdFrames > 0 {
            holdFrames = holdFrames &- 64
            depth = min(target, depth + target * 64 / (0.01 * sampleRate))
        } else {
            depth = max(0, depth - target * 64 / (release * sampleRate))
            if depth == 0 { target = 0 }
        }
        let end = depth == 0 ? 1 : DeterministicMath.gain(decibels: -depth)
        current = depth == 0 && start == 1 ? Ramp(value: 1) : Ramp(value: start, step: (end - start) * (1.0 / 64))
    }

    /// Returns the gain to 1 at once.
    @_noLocks mutating func reset() {
        depth = 0
        target = 0
        holdFrames = 0
        current = Ramp(value: 1)
    }
}
