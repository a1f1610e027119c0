// SPDX-License-Identifier: MIT
import CRainKernel
import DeterministicMath

/// Audio thread: the wall between the listener and the rain outside, by the mass law of sound through walls: a first-order low
/// pass at rho c / (pi m) Hz, m in kg/m^2 (Fahy & Gardonio 2007, section 5.2), in parallel with an opening that lets everything
/// through.
struct RainShelter: ~Copyable {
    private let isa: crain_isa
    private let radiansPerHertz: Double
    /// The low pass's state of left and right.
    private let state = FixedBuffer<Float>(repeating: 0, count: 2)
    /// The coefficient of the low pass (1: everything passes), and the gain of the opening, at the end of the last quantum.
    private var coefficient: Float = 1
    /// The mass, in kg/m^2, from which `coefficient` was computed.
    private var mass: Float = 0
    private var opening: Float = 1

    init(sampleRate: Int, instructionSet: InstructionSet) {
        isa = instructionSet.kernel
        radiansPerHertz = DeterministicMath.pi / Double(sampleRate)
    }

    /// Filters the quantum from outside as it comes inside, in place. `mass` is in kg/m^2, 0 means no wall; `open` is the part of
    /// the wall that is open.
    @_noLocks mutating func process(_ block: StereoBlock, mass: Float, open: Float) {
        let wanted = mass > 0 ? DeterministicMath.sqrt(open < 0 ? 0 : open) : 1
        let quantum = EngineConfiguration.quantum
        let previous = opening, previousCoefficient = coefficient
        opening = wanted
        if mass != self.mass {
            self.mass = mass
            coefficient = lowPassCoefficient(Double(mass))
        }
        guard previous < 1 || wanted < 1 else {
            // Without a wall, the filter's state follows the signal.
            state.first[0] = block.left[quantum &- 1]
            state.first[1] = block.right[quantum &- 1]
            return
        }
        let share = Ramp(from: previousCoefficient, to: coefficient), gap = Ramp(from: previous, to: wanted)
        crain_pass_wall(isa, state.first, block.left, block.right, share.value, share.step, gap.value, gap.step)
    }

    /// Clears the wall's filter state.
    @_noLocks mutating func silence() {
        state.first[0] = 0
        state.first[1] = 0
    }

    /// g/(1 + g) with g = tan(pi f/fs), f = 132/m Hz.
    @_noLocks private func lowPassCoefficient(_ mass: Double) -> Float {
        guard mass > 0 else { return 1 }
        let x = 132 / mass * radiansPerHertz
        let g = DeterministicMath.tan(x < 1.5 ? x : 1.5)
        return Float(g / (1 + g))
    }
}
