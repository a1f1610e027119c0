// SPDX-License-Identifier: MIT
import CRainKernel
import DeterministicMath

/// Audio thread: a stream of noise, 64 frames of it generated ahead, left and right separate, and the number of them used.
///
/// Noise is generated 64 frames at a time but used frame by frame, so that segment boundaries do not affect it.
struct NoiseBlock: ~Copyable {
    /// Frames in a block.
    static var frames: Int { @_noLocks get { 64 } }

    private let memory = FixedBuffer<Float>(repeating: 0, count: 2 * NoiseBlock.frames)
    let left: UnsafeMutablePointer<Float>
    let right: UnsafeMutablePointer<Float>
    /// The random numbers from which the frames are made.
    let stream: FixedBuffer<NoiseStream>
    private(set) var used = NoiseBlock.frames
    /// The kernels to run.
    let isa: crain_isa

    /// `left` and `right`: the streams of random numbers of the channels.
    init(seed: UInt64, left: UInt64, right: UInt64, instructionSet: InstructionSet = .standard) {
        isa = instructionSet.kernel
        stream = FixedBuffer(repeating: NoiseStream(seed: seed, left: left, right: right), count: 1)
        self.left = memory.first
        self.right = memory.first + NoiseBlock.frames
    }

    /// True when every frame is used and new ones must be stored.
    var isSpent: Bool { @_noLocks get { used == NoiseBlock.frames } }

    /// Marks the next `frames` frames, at most `NoiseBlock.frames - used`, as used.
    @_noLocks mutating func use(_ frames: Int) { used = used &+ frames }

    /// Marks all frames as unused, after new ones were stored.
    @_noLocks mutating func markFull() { used = 0 }

    /// Discards the frames generated ahead.
    @_noLocks mutating func discard() { used = NoiseBlock.frames }

    /// Adds the unused frames to the frames `first ..< end` of the segment, as far as they go, scaled by level and gain there,
    /// and marks them as used. `width` is 1 for two independent channels, 0 for one; the power stays.
    /// - Returns: the first frame of the segment that still needs noise, or `end`.
    @_noLocks mutating func mix(
        into block: StereoBlock, from first: Int, to end: Int, level: Ramp, gain: Ramp, width: Ramp = .unity
    ) -> Int {
        let frames = min(end &- first, NoiseBlock.frames &- used)
        if width.isNarrow {
            let sourceLeft = left + used, sourceRight = right + used
            let target = block.from(first)
            for frame in 0..<frames {
                let share = width.crossfeed(at: first &+ frame)
                let scale = level.at(first &+ frame) * gain.at(first &+ frame) * share.own
                target.left[frame] += (sourceLeft[frame] + sourceRight[frame] * share.other) * scale
                target.right[frame] += (sourceRight[frame] + sourceLeft[frame] * share.other) * scale
            }
        } else {
            crain_mix_noise(
                isa, left + used, right + used, block.left + first, block.right + first, first, frames, level.value, level.step,
                gain.value, gain.step)
        }
        use(frames)
        return first &+ frames
    }
}

extension Ramp {
    /// For a width: true if it is below 1 anywhere in the segment.
    var isNarrow: Bool { @_noLocks get { value != 1 || step != 0 } }

    /// For a width: the gain of a channel's own noise, and the part of the other channel's noise in it, which keep the power.
    @_noLocks func crossfeed(at frame: Int) -> (own: Float, other: Float) {
        let other = 1 - at(frame)
        return (Float(1 / DeterministicMath.sqrt(Double(1 + other * other))), other)
    }
}
