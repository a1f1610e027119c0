import DeterministicMath

/// Audio thread: a level in dB as a linear gain over a segment, computed anew only when it moves.
struct MixGain {
    /// At this level and below, the gain is 0.
    private let off: Float
    private var decibels: Float
    private var gain: Float

    /// `off`: the level that means silence.
    @_noLocks init(off: Float) {
        self.off = off
        decibels = off
        gain = 0
    }

    /// The gain over `frames` frames whose level goes as `level` says.
    @_noLocks mutating func ramp(_ level: Ramp, frames: Int) -> Ramp {
        move(to: level.value)
        guard level.step != 0 else { return Ramp(value: gain) }
        let start = gain
        move(to: level.at(frames))
        return Ramp(value: start, step: (gain - start) / Float(frames))
    }

    @_noLocks private mutating func move(to level: Float) {
        guard level != decibels else { return }
        decibels = level
        gain = level <= off ? 0 : DeterministicMath.gain(decibels: level)
    }
}
