// SPDX-License-Identifier: MIT
import CRainKernel
import DeterministicMath

/// Audio thread: removes the DC offset from both channels: y = x - x' + r y', corner 5 Hz, unity at high frequencies.
struct DCBlocker: ~Copyable {
    private let isa: crain_isa
    /// The scale of the input, and the pole.
    private let filter = FixedBuffer<Double>(repeating: 0, count: 2)
    /// The last inputs of left and right, and the last outputs.
    private let state = FixedBuffer<Double>(repeating: 0, count: 4)

    init(sampleRate: Int, instructionSet: InstructionSet = .standard) {
        isa = instructionSet.kernel
        let pole = DeterministicMath.exp(-2 * DeterministicMath.pi * 5 / Double(sampleRate))
        filter.first[0] = (1 + pole) / 2
        filter.first[1] = pole
    }

    /// Filters a quantum in place.
    @_noLocks mutating func process(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>) {
        crain_block_dc(isa, filter.first, state.first, left, right)
    }

    /// Clears the filter's state.
    @_noLocks mutating func silence() {
        for index in 0..<4 { state.first[index] = 0 }
    }
}
