// SPDX-License-Identifier: MIT
import CRainKernel
import DeterministicMath

/// Audio thread: Gaussian white noise in two independent channels. Its RMS below 24 kHz is 1 times a level at every sample rate, so
/// that it sounds alike.
struct WhiteNoise: ~Copyable {
    /// The RMS over the entire spectrum, at which the RMS below 24 kHz is 1.
    private let scale: Float
    private var block: NoiseBlock

    init(sampleRate: Int, seed: UInt64, instructionSet: InstructionSet = .standard) {
        scale = Float(DeterministicMath.sqrt(Double(sampleRate) / 48_000))
        block = NoiseBlock(seed: seed, left: StreamID.white(0), right: StreamID.white(1), instructionSet: instructionSet)
    }

    /// Adds `frames` frames; `level` is the RMS below 24 kHz, `gain` scales it. A silent ramp changes nothing.
    @_noLocks mutating func render(into target: StereoBlock, frames: Int, level: Ramp, gain: Ramp) {
        if level.isSilent || gain.isSilent { return }
        let scaled = Ramp(value: level.value * scale, step: level.step * scale)
        var first = 0
        while first < frames {
            if block.isSpent { refill() }
            first = block.mix(into: target, from: first, to: frames, level: scaled, gain: gain)
        }
    }

    @_noLocks private mutating func refill() {
        crain_make_white(block.isa, block.stream.words, block.left, block.right)
        block.markFull()
    }
}
