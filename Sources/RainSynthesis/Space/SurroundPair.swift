// SPDX-License-Identifier: MIT
import CRainKernel

/// A pair of loudspeakers other than the front pair: its soundscape and its frames of the quantum. Audio thread.
struct SurroundPair: ~Copyable {
    private var soundscape: Soundscape
    private let isa: crain_isa
    private var blocker: DCBlocker
    let left: UnsafeMutablePointer<Float>
    let right: UnsafeMutablePointer<Float>

    /// - Parameter left: memory for two channels of a quantum, owned by the caller.
    init(
        soundscape: consuming Soundscape, sampleRate: Int, instructionSet: InstructionSet, left: UnsafeMutablePointer<Float>
    ) {
        self.soundscape = soundscape
        isa = instructionSet.kernel
        blocker = DCBlocker(sampleRate: sampleRate, instructionSet: instructionSet)
        self.left = left
        right = left + EngineConfiguration.quantum
    }

    /// Grains dropped since the start because the pool was full.
    var refused: Int64 { @_noLocks get { soundscape.refused } }

    /// Schedules one segment of the quantum.
    @_noLocks mutating func schedule(offset: Int, frames: Int, glide: borrowing ParameterRamps) {
        soundscape.schedule(offset: offset, frames: frames, glide: glide, left: left, right: right)
    }

    /// Adds the quantum's rain, applies the gains frame by frame and removes the DC offset.
    /// - Returns: whether all of it is finite.
    @_noLocks mutating func mix(
        duck: UnsafePointer<Float>, gain: UnsafePointer<Float>, glide: borrowing ParameterRamps
    ) -> Bool {
        soundscape.render(left: left, right: right, glide: glide)
        crain_duck(isa, left, duck, nil)
        crain_duck(isa, right, duck, nil)
        blocker.process(left, right)
        let check = crain_scale(isa, left, gain) + crain_scale(isa, right, gain)
        return check == 0
    }

    @_noLocks mutating func silence() {
        soundscape.silence()
        blocker.silence()
    }
}
