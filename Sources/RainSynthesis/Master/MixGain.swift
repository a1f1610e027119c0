// SPDX-License-Identifier: MIT
import DeterministicMath

/// Audio thread: a level in dB as a linear gain over a segment, recomputed only when the level changes.
struct MixGain {
    /// At this level and below, the gain is 0.
    private let off: Float
    private var decibels: Float
    private var gain: Float = 0

    /// `off`: the level in dB that means silence.
    @_noLocks init(off: Float) {
        self.off = off
        decibels = off
    }

    /// The gain over `frames` frames whose level in dB follows `level`.
    @_noLocks mutating func ramp(_ level: Ramp, frames: Int) -> Ramp {
        let start = gain(at: level.value)
        guard level.step != 0 else { return Ramp(value: start) }
        return Ramp(value: start, step: (gain(at: level.at(frames)) - start) / Float(frames))
    }

    /// The gain at `level` dB.
    @_noLocks mutating func gain(at level: Float) -> Float {
        if level != decibels {
            decibels = level
            gain = level <= off ? 0 : DeterministicMath.gain(decibels: level)
        }
        return gain
    }
}
