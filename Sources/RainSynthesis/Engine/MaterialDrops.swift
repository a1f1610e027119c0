// SPDX-License-Identifier: MIT
import DeterministicMath

/// Audio thread: the reading layer's drops, each on the material in effect at its onset.
struct MaterialDrops: RenderedLayer, ~Copyable {
    private(set) var layer: DropLayer
    private var materials: ModalBank
    private var resonanceGain = MixGain(off: -60)
    /// The number of the quantum's onsets that have struck their material.
    private var struck = 0
    /// The sign of the next strike. It alternates, so that strikes and the drops' own sound add up in power on average.
    private var sign: Float = 1

    init(_ layer: consuming DropLayer, _ materials: consuming ModalBank) {
        self.layer = layer
        self.materials = materials
    }

    /// Begins a quantum.
    @_noLocks mutating func begin() { struck = 0 }

    /// Draws the segment's drops and strikes their materials.
    @_noLocks mutating func schedule(_ segment: Segment, _ glide: borrowing ParameterRamps, into block: StereoBlock) {
        let material = glide.choice(.dropsMaterial)
        let resonance = resonanceGain.ramp(glide.ramp(.dropsResonance), frames: segment.frames)
        layer.schedule(
            offset: segment.first, frames: segment.frames, glide: glide, impactGain: materials.impactGain(material),
            bubbleGain: materials.bubbleGain(material))
        while struck < layer.onsetCount {
            let (onset, shape) = layer.onset(struck)
            let strength = sign * materials.strength(of: shape, on: material)
            let gain = resonance.at(DeterministicMath.floorToInt(onset.position) &- segment.first) * strength
            sign = -sign
            materials.strike(material, position: onset.position, left: shape.left * gain, right: shape.right * gain)
            struck &+= 1
        }
    }

    /// Adds the quantum's drops and the resonance of their materials.
    @_noLocks mutating func render(_ glide: borrowing ParameterRamps, into block: StereoBlock) {
        layer.render(into: block)
        materials.render(into: block)
    }

    /// Discards all sound in progress.
    @_noLocks mutating func silence() {
        layer.silence()
        materials.silence()
    }
}
