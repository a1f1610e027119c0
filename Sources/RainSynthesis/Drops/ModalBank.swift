// SPDX-License-Identifier: MIT
import CRainKernel
import DeterministicMath

/// A bank of resonators: the modes of every material, each struck by all drops that fall on it.
///
/// Audio thread, except for `init` and `deinit`. Each material has four decaying sinusoids per channel. A strike enters as a pulse
/// at its exact position between samples, so the cost per frame does not grow with the number of drops. A material that has faded
/// below -100 dB of full scale costs nothing and is exactly silent.
struct ModalBank: ~Copyable {
    /// The gains of drops on one material, and whether it was struck and sounds.
    struct Body: BitwiseCopyable {
        let impactGain: Float
        let bubbleGain: Float
        let rings: Bool
        var struck = false
        var sounds = false
    }

    /// A pulse is four frames long and may begin in a quantum's last frame.
    private static var row: Int { @_noLocks get { EngineConfiguration.quantum &+ 4 } }
    /// The modes of a material: lanes 0-3 ring left, 4-7 right.
    private static var lanes: Int { @_noLocks get { 8 } }
    /// The power below which a material is silent.
    private static var floor: Float { @_noLocks get { 1e-10 } }

    private let isa: crain_isa
    /// One for each material.
    private let bodies: FixedBuffer<Body>
    /// For each material the four columns of `crain_modes`, then the modes' two past values.
    private let modes: FixedBuffer<Float>
    private let states: FixedBuffer<Float>
    /// The pulses of the quantum: for each material a left row and a right row.
    private let pulses: FixedBuffer<Float>
    private let secondsPerSample: Double

    /// Control side. `sampleRate` must be one of the engine's.
    init(sampleRate: Int, instructionSet: InstructionSet = .standard) {
        isa = instructionSet.kernel
        let count = Material.all.count
        secondsPerSample = 1 / Double(sampleRate)
        bodies = FixedBuffer(count: count) { index in
            let material = Material.all[index]
            return Body(impactGain: material.impactGain, bubbleGain: material.bubbleGain, rings: !material.resonances.isEmpty)
        }
        modes = FixedBuffer(repeating: 0, count: count * 4 * ModalBank.lanes)
        states = FixedBuffer(repeating: 0, count: count * 2 * ModalBank.lanes)
        pulses = FixedBuffer(repeating: 0, count: count * 2 * ModalBank.row)
        for (index, material) in Material.all.enumerated() {
            setModes(of: material, at: modes.first + index * 4 * ModalBank.lanes, sampleRate: Double(sampleRate))
        }
    }

    /// The gains of the drops' own impacts and bubbles on a material.
    @_noLocks func impactGain(_ material: Int) -> Float { bodies.first[material].impactGain }
    @_noLocks func bubbleGain(_ material: Int) -> Float { bodies.first[material].bubbleGain }

    /// The strength with which a drop strikes a material: the root of the energy that the material takes from the drop's own
    /// sound, so that the drop is as loud as on `plain`.
    @_noLocks func strength(of shape: borrowing DropShape, on material: Int) -> Float {
        guard bodies.first[material].rings else { return 0 }
        let impactGain = Double(bodies.first[material].impactGain)
        let bubbleGain = Double(bodies.first[material].bubbleGain)
        let impact = DropEnergy.impact(amplitude: shape.impactAmplitude, duration: shape.impactDuration * secondsPerSample)
        let bubble = DropEnergy.bubble(
            amplitude: shape.bubbleAmplitude, frequency: shape.frequency / secondsPerSample,
            duration: shape.bubbleDuration * secondsPerSample, decay: shape.decay, rise: shape.rise)
        let energy = (1 - impactGain * impactGain) * impact + (1 - bubbleGain * bubbleGain) * bubble
        return Float(DeterministicMath.sqrt(energy))
    }

    /// Strikes a material at `position` (frames, with fraction) of the coming quantum. A strike of strength 1 has a weighted energy of 1.
    ///
    /// The pulse is a cubic B-spline one frame later (spectrum sinc^4: images more than 50 dB down in the bands).
    @_noLocks mutating func strike(_ material: Int, position: Double, left: Float, right: Float) {
        guard bodies.first[material].rings else { return }
        bodies.first[material].struck = true
        let frame = DeterministicMath.floorToInt(position)
        let u = Float(position - Double(frame))
        let v = 1 - u
        let a = v * v * v * (1.0 / 6)
        let d = u * u * u * (1.0 / 6)
        let b = (u * u * (u * 0.5 - 1)) + 2.0 / 3
        let c = 1 - a - b - d
        let pulse = pulses.first + (material &* 2 &* ModalBank.row &+ frame)
        let other = pulse + ModalBank.row
        let weights = SIMD4(a, b, c, d)
        for index in 0..<4 {
            pulse[index] += weights[index] * left
            other[index] += weights[index] * right
        }
    }

    /// Adds the quantum's frames of every sounding material to both channels.
    @_noLocks mutating func render(into block: StereoBlock) {
        for material in 0..<bodies.count where bodies.first[material].struck || bodies.first[material].sounds {
            ring(material, block)
        }
    }

    /// Discards all sound in progress. The caller must have faded it out.
    @_noLocks mutating func silence() {
        for material in 0..<bodies.count {
            bodies.first[material].struck = false
            bodies.first[material].sounds = false
        }
        states.clear()
        pulses.clear()
    }

    @_noLocks private mutating func ring(_ material: Int, _ block: StereoBlock) {
        let quantum = EngineConfiguration.quantum
        let pulseLeft = pulses.first + material &* 2 &* ModalBank.row
        let pulseRight = pulseLeft + ModalBank.row
        let state = states.first + material &* 2 &* ModalBank.lanes
        let first = modes.first + material &* 4 &* ModalBank.lanes
        let power = crain_add_material(
            isa,
            crain_modes(
                first: first, second: first + ModalBank.lanes, gain: first + 2 &* ModalBank.lanes,
                scale: first + 3 &* ModalBank.lanes),
            state, pulseLeft, pulseRight, block.left, block.right)
        // Keep the part of a pulse that extends into the next quantum.
        var reaches = false
        for frame in 0..<ModalBank.row {
            let place = frame &+ quantum
            let isTail = place < ModalBank.row
            pulseLeft[frame] = isTail ? pulseLeft[place] : 0
            pulseRight[frame] = isTail ? pulseRight[place] : 0
            if pulseLeft[frame] != 0 || pulseRight[frame] != 0 { reaches = true }
        }
        bodies.first[material].struck = reaches
        bodies.first[material].sounds = power > ModalBank.floor
        if !bodies.first[material].sounds {
            for index in 0..<2 &* ModalBank.lanes { state[index] = 0 }
        }
    }
}

extension ModalBank {
    /// Stores the modes of a material, at gains that give a strike of strength 1 a weighted energy of 1.
    private func setModes(of material: Material, at columns: UnsafeMutablePointer<Float>, sampleRate: Double) {
        for (index, resonance) in material.resonances.enumerated() {
            let first = Material.bands[resonance.band]
            let frequencies = [first, first * resonance.partner]
            // The energy of two equal sinusoids that decay together: the integral of exp(-s t) (1 + cos b t) is
            // 1/s + s/(s^2 + b^2), with s twice the decay rate and b the beat in rad/s.
            let sum = 2 / resonance.decay
            let beat = 2 * DeterministicMath.pi * (frequencies[1] - first)
            let unitEnergy = 1 / sum + sum / (sum * sum + beat * beat)
            let amplitude = DeterministicMath.sqrt(resonance.share / (DropEnergy.weight(first) * unitEnergy))
            let radius = DeterministicMath.exp(-1 / (resonance.decay * sampleRate))
            for (partner, frequency) in frequencies.enumerated() {
                let turns = frequency / sampleRate
                let (sine, cosine) = DeterministicMath.sincos(turns: turns)
                // The attenuation by the pulse's spectrum at this frequency.
                let lobe = DeterministicMath.sin(turns: turns / 2) / (DeterministicMath.pi * turns)
                let scale = amplitude / (lobe * lobe * lobe * lobe)
                let values = [2 * radius * cosine, -radius * radius, scale * radius * sine, scale]
                for lane in [2 * index + partner, 4 + 2 * index + partner] {
                    for (column, value) in values.enumerated() { columns[column * ModalBank.lanes + lane] = Float(value) }
                }
            }
        }
    }
}
