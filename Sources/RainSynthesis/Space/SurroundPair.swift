// SPDX-License-Identifier: MIT
/// A pair of loudspeakers other than the front pair: its soundscape and its frames of the quantum. Audio thread.
struct SurroundPair: ~Copyable {
    private var soundscape: Soundscape
    private var bus: PairBus
    let block: StereoBlock

    /// - Parameter left: memory for two channels of a quantum, owned by the caller.
    init(
        soundscape: consuming Soundscape, sampleRate: Int, instructionSet: InstructionSet, left: UnsafeMutablePointer<Float>
    ) {
        self.soundscape = soundscape
        bus = PairBus(sampleRate: sampleRate, instructionSet: instructionSet)
        block = StereoBlock(left: left, right: left + EngineConfiguration.quantum)
    }

    var refused: Int64 { @_noLocks get { soundscape.refused } }

    /// Schedules one segment of the quantum.
    @_noLocks mutating func schedule(_ segment: Segment, _ glide: borrowing ParameterRamps) {
        soundscape.schedule(segment, glide, into: block)
    }

    /// Adds the quantum's rain and finishes the pair.
    /// - Returns: whether all of it is finite.
    @_noLocks mutating func mix(
        duck: UnsafePointer<Float>, gain: UnsafePointer<Float>, glide: borrowing ParameterRamps
    ) -> Bool {
        soundscape.render(glide, into: block)
        return bus.finish(block.left, block.right, duck: duck, gain: gain)
    }

    @_noLocks mutating func silence() {
        soundscape.silence()
        bus.silence()
    }
}
