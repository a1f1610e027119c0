// SPDX-License-Identifier: MIT
import CRainKernel

/// Audio thread: Gaussian pink noise in two channels. Its RMS below 24 kHz is 1 times a level at every sample rate.
struct PinkNoise: ~Copyable {
    private var block: NoiseBlock
    /// Poles, then gains, for the left and the right channel each.
    private let filter = FixedBuffer<Float>(repeating: 0, count: 4 * PinkFilter.order)
    private let direct: Float
    private let state = FixedBuffer<Float>(repeating: 0, count: 2 * PinkFilter.order)

    init(sampleRate: Int, seed: UInt64, instructionSet: InstructionSet) {
        block = NoiseBlock(seed: seed, left: StreamID.pink(0), right: StreamID.pink(1), instructionSet: instructionSet)
        let design = PinkFilter(sampleRate: sampleRate)
        direct = design.direct
        for lane in 0..<2 * PinkFilter.order {
            filter.first[lane] = design.poles[lane / 2]
            filter.first[2 * PinkFilter.order + lane] = design.gains[lane / 2]
        }
    }

    /// Adds `frames` frames; `level` is the RMS below 24 kHz, `gain` scales it, `width` is 1 for two independent channels, 0 for one. A silent
    /// ramp changes nothing.
    @_noLocks mutating func render(into target: StereoBlock, frames: Int, level: Ramp, gain: Ramp, width: Ramp) {
        if level.isSilent || gain.isSilent { return }
        var first = 0
        while first < frames {
            if block.isSpent { refill() }
            first = block.mix(into: target, from: first, to: frames, level: level, gain: gain, width: width)
        }
    }

    @_noLocks private mutating func refill() {
        crain_make_pink(block.isa, block.stream.words, filter.first, direct, state.first, block.left, block.right)
        block.markFull()
    }

    /// Clears the poles' state and discards the frames generated ahead.
    @_noLocks mutating func silence() {
        state.clear()
        block.discard()
    }
}
