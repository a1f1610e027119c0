// SPDX-License-Identifier: MIT
import CRainKernel
import DeterministicMath

/// Audio thread: brown noise of RMS 1 times a level, in two channels.
///
/// y = a y + g x with a = exp(-2 pi corner/rate) and g = sqrt((1 - a^2)/var x), x uniform (about a hundred of them contribute to
/// each y, which is practically Gaussian): flat below the corner, -6 dB/oct above.
struct BrownNoise: ~Copyable {
    private var block: NoiseBlock
    private let radiansPerHertz: Double
    /// a and g, then y of left and right.
    private let filter = FixedBuffer<Double>(repeating: 0, count: 4)
    private var corner: Float = 0

    init(sampleRate: Int, seed: UInt64, instructionSet: InstructionSet) {
        block = NoiseBlock(seed: seed, left: StreamID.brown(0), right: StreamID.brown(1), instructionSet: instructionSet)
        radiansPerHertz = 2 * DeterministicMath.pi / Double(sampleRate)
    }

    /// Adds `frames` frames; `level` is the RMS, `gain` scales it, `corner` is in Hz, 0.1-2,000, and acts on the noise that is made
    /// next; `width` is 1 for two independent channels, 0 for one. A silent ramp changes nothing.
    @_noLocks mutating func render(into target: StereoBlock, frames: Int, level: Ramp, gain: Ramp, corner: Ramp, width: Ramp) {
        if level.isSilent || gain.isSilent { return }
        var first = 0
        while first < frames {
            if block.isSpent { refill(corner.at(first)) }
            first = block.mix(into: target, from: first, to: frames, level: level, gain: gain, width: width)
        }
    }

    @_noLocks private mutating func refill(_ corner: Float) {
        if corner != self.corner {
            self.corner = corner
            let a = DeterministicMath.exp(-Double(corner) * radiansPerHertz)
            filter.first[0] = a
            filter.first[1] = DeterministicMath.sqrt(3 * (1 - a * a))
        }
        crain_make_brown(block.isa, block.stream.words, filter.first, filter.first + 2, block.left, block.right)
        block.markFull()
    }

    /// Clears the pole's state and discards the frames generated ahead.
    @_noLocks mutating func silence() {
        filter.first[2] = 0
        filter.first[3] = 0
        block.discard()
    }
}
