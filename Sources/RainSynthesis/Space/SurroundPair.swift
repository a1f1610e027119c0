// SPDX-License-Identifier: MIT
/// A pair of loudspeakers other than the front pair: its soundscape and its frames of the quantum. Audio thread.
struct SurroundPair: ~Copyable {
    private var soundscape: Soundscape
    private var bus: PairBus
    let block: StereoBlock

    init(soundscape: consuming Soundscape, sampleRate: Int, instructionSet: InstructionSet, block: StereoBlock) {
        self.soundscape = soundscape
        bus = PairBus(sampleRate: sampleRate, instructionSet: instructionSet)
        self.block = block
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
        return bus.finish(block, duck: duck, gain: gain)
    }

    @_noLocks mutating func silence() {
        soundscape.silence()
        bus.silence()
    }
}
