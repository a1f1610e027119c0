// SPDX-License-Identifier: MIT
/// Audio thread: a level in dB as a linear gain of limited slew rate, so that no glide in dB ends in a bend that is audible in a pure tone.
struct SlewedGain {
    /// The gain that corresponds to the level.
    private var levelGain: MixGain
    /// The largest change of the gain from frame to frame.
    private let slew: Float
    /// The gain reached so far; nil before the first ramp.
    private var reached: Float?

    /// `off`: the level in dB that means silence. `slew`: the largest change of the linear gain from frame to frame, above 0.
    @_noLocks init(off: Float, slew: Float) {
        levelGain = MixGain(off: off)
        self.slew = slew
    }

    /// The gain over `frames` frames, towards the level in dB that `level` has at their end.
    @_noLocks mutating func ramp(_ level: Ramp, frames: Int) -> Ramp {
        let start = reached ?? levelGain.gain(at: level.value)
        let end = levelGain.gain(at: level.at(frames))
        let change = end - start
        let limit = slew * Float(frames)
        let next = change > limit ? start + limit : change < -limit ? start - limit : end
        reached = next
        return Ramp(value: start, step: next == start ? 0 : (next - start) / Float(frames))
    }

    /// Lets the next ramp begin at its own level.
    @_noLocks mutating func reset() { reached = nil }
}
