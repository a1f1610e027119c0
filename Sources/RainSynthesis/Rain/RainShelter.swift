// SPDX-License-Identifier: MIT
import CRainKernel
import DeterministicMath

/// Audio thread: the wall between the listener and the rain outside, by the mass law of sound through walls: a first-order low pass at rho
/// c / (pi m) Hz, m in kg/m^2 (Fahy & Gardonio 2007, section 5.2), in parallel with an opening that lets everything through.
struct RainShelter: ~Copyable {
    private let isa: crain_isa
    private let radiansPerHertz: Double
    /// The most that the opening's gain changes in a quantum: from 0 to 1 in 20 ms, so that a wall comes and goes without a click.
    private let largestStep: Float
    /// The low pass's state of left and right.
    private let state = FixedBuffer<Float>(repeating: 0, count: 2)
    /// The coefficient of the low pass (1: everything passes), and the gain of the opening, at the end of the last quantum.
    private var coefficient: Float = 1
    /// The mass, in kg/m^2, from which `coefficient` was computed.
    private var mass: Float = 0
    private var opening: Float = 1
    private var primed = false

    init(sampleRate: Int, instructionSet: InstructionSet) {
        isa = instructionSet.kernel
        radiansPerHertz = DeterministicMath.pi / Double(sampleRate)
        largestStep = Float(EngineConfiguration.quantum) / (0.02 * Float(sampleRate))
    }

    /// Follows the wall while nothing sounds.
    @_noLocks mutating func rest(mass: Float, open: Float) {
        primed = true
        opening = RainShelter.gain(mass: mass, open: open)
        setMass(mass)
    }

    /// Filters the quantum from outside as it comes inside, in place. `mass` is in kg/m^2, 0 means no wall; `open` is the part of
    /// the wall that is open.
    @_noLocks mutating func process(_ block: StereoBlock, mass: Float, open: Float) {
        let wanted = RainShelter.gain(mass: mass, open: open)
        let previous = opening, previousCoefficient = coefficient
        let least = previous - largestStep, most = previous + largestStep
        opening = primed ? (wanted < least ? least : wanted > most ? most : wanted) : wanted
        // A wall that is gone keeps its mass until its opening has a gain of 1.
        if mass > 0 || previous == 1 { setMass(mass) }
        // While the opening still has a gain of 1, the low pass may begin at once, from silence.
        let start = primed && previous == 1 ? coefficient : previousCoefficient
        primed = true
        guard previous < 1 || opening < 1 else {
            silence()
            return
        }
        let share = Ramp(from: start, to: coefficient), gap = Ramp(from: previous, to: opening)
        crain_pass_wall(isa, state.first, block.left, block.right, share.value, share.step, gap.value, gap.step)
    }

    /// Clears the wall's filter state.
    @_noLocks mutating func silence() {
        state.first[0] = 0
        state.first[1] = 0
    }

    /// The gain of the opening.
    @_noLocks private static func gain(mass: Float, open: Float) -> Float {
        mass > 0 ? DeterministicMath.sqrt(open < 0 ? 0 : open) : 1
    }

    @_noLocks private mutating func setMass(_ mass: Float) {
        guard mass != self.mass else { return }
        self.mass = mass
        coefficient = lowPassCoefficient(Double(mass))
    }

    /// g/(1 + g) with g = tan(pi f/fs), f = 132/m Hz.
    @_noLocks private func lowPassCoefficient(_ mass: Double) -> Float {
        guard mass > 0 else { return 1 }
        let x = 132 / mass * radiansPerHertz
        let g = DeterministicMath.tan(x < 1.5 ? x : 1.5)
        return Float(g / (1 + g))
    }
}
