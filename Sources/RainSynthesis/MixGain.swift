import DeterministicMath

/// Audio thread: a level in dB as a linear gain over a segment, computed anew only when it moves.
struct MixGain {
    /// At this level and below, the gain is 0.
    private let off: Float
    /// The largest change of the gain from frame to frame; 0: any.
    private let slew: Float
    private var decibels: Float
    private var gain: Float
    /// Where the gain has got to, and whether it has begun.
    private var reached: Float = 0
    private var primed = false

    /// `off`: the level that means silence. `slew`: the largest change of the gain from frame to frame, so that no glide in dB
    /// ends in a bend that is heard in a pure tone; 0 lets it change as it will.
    @_noLocks init(off: Float, slew: Float = 0) {
        self.off = off
        self.slew = slew
        decibels = off
        gain = 0
    }

    /// The gain over `frames` frames whose level goes as `level` says.
    @_noLocks mutating func ramp(_ level: Ramp, frames: Int) -> Ramp {
        if slew > 0 { return slewed(level, frames) }
        move(to: level.value)
        guard level.step != 0 else { return Ramp(value: gain) }
        let start = gain
        move(to: level.at(frames))
        return Ramp(value: start, step: (gain - start) / Float(frames))
    }

    /// What comes next begins at its own level.
    @_noLocks mutating func forget() { primed = false }

    @_noLocks private mutating func slewed(_ level: Ramp, _ frames: Int) -> Ramp {
        if !primed {
            primed = true
            move(to: level.value)
            reached = gain
        }
        move(to: level.at(frames))
        let most = slew * Float(frames)
        let wanted = gain - reached
        if wanted == 0 { return Ramp(value: reached) }
        let change = wanted > most ? most : wanted < -most ? -most : wanted
        let start = reached
        reached = change == wanted ? gain : reached + change
        return Ramp(value: start, step: (reached - start) / Float(frames))
    }

    @_noLocks private mutating func move(to level: Float) {
        guard level != decibels else { return }
        decibels = level
        gain = level <= off ? 0 : DeterministicMath.gain(decibels: level)
    }
}
