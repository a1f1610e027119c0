// SPDX-License-Identifier: MIT
import CRainKernel
import DeterministicMath

/// Audio thread: the end of the mix of two channels. It ducks the rain, adds the notes, removes the DC offset
/// (y = x - x' + r y', corner 5 Hz, unity at high frequencies) and applies the gain.
struct PairBus: ~Copyable {
    private let isa: crain_isa
    /// The scale of the filter's input, and its pole.
    private let filter = FixedBuffer<Double>(repeating: 0, count: 2)
    /// The filter's last inputs of left and right, and its last outputs.
    private let state = FixedBuffer<Double>(repeating: 0, count: 4)

    init(sampleRate: Int, instructionSet: InstructionSet = .standard) {
        isa = instructionSet.kernel
        let pole = DeterministicMath.exp(-2 * DeterministicMath.pi * 5 / Double(sampleRate))
        filter.first[0] = (1 + pole) / 2
        filter.first[1] = pole
    }

    /// Finishes a quantum in place. `duck` and `gain` are given frame by frame; `notes` has 64 frames of left, then of right.
    /// - Returns: whether all of it is finite; any NaN or infinity that went in has made the output a NaN.
    @_noLocks mutating func finish(
        _ block: StereoBlock, duck: UnsafePointer<Float>, notes: UnsafePointer<Float>? = nil, gain: UnsafePointer<Float>
    ) -> Bool {
        crain_finish(isa, filter.first, state.first, duck, notes, gain, block.left, block.right) == 0
    }

    /// Clears the filter's state.
    @_noLocks mutating func silence() {
        for index in 0..<4 { state.first[index] = 0 }
    }
}
