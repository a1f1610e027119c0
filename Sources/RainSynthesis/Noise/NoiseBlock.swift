// SPDX-License-Identifier: MIT
/// Audio thread: 64 frames of noise generated ahead, left and right separate, and the number of them used.
///
/// Noise is generated 64 frames at a time but used frame by frame, so that segment boundaries do not affect it.
struct NoiseBlock: ~Copyable {
    /// Frames in a block.
    static var frames: Int { @_noLocks get { 64 } }

    let left: UnsafeMutablePointer<Float>
    let right: UnsafeMutablePointer<Float>
    private(set) var used: Int

    init() {
        left = .allocate(capacity: 2 * NoiseBlock.frames)
        left.initialize(repeating: 0, count: 2 * NoiseBlock.frames)
        right = left + NoiseBlock.frames
        used = NoiseBlock.frames
    }

    deinit { left.deallocate() }

    /// True when every frame is used and new ones must be stored.
    var isSpent: Bool { @_noLocks get { used == NoiseBlock.frames } }

    /// Marks the next `frames` frames, at most `NoiseBlock.frames - used`, as used.
    @_noLocks mutating func use(_ frames: Int) { used = used &+ frames }

    /// Marks all frames as unused.
    @_noLocks mutating func refilled() { used = 0 }

    /// Stores four frames, interleaved left and right, at `frame`.
    @_noLocks @inline(__always) func store(_ frames: SIMD8<Float>, at frame: Int) {
        UnsafeMutableRawPointer(left + frame).storeBytes(of: frames.evenHalf, as: SIMD4<Float>.self)
        UnsafeMutableRawPointer(right + frame).storeBytes(of: frames.oddHalf, as: SIMD4<Float>.self)
    }

    /// Adds the next `frames` frames, scaled by level and gain at frames `first`... of the segment, and marks them as
    /// used.
    @_noLocks mutating func mix(
        addingToLeft outLeft: UnsafeMutablePointer<Float>, right outRight: UnsafeMutablePointer<Float>, first: Int,
        frames: Int, level: Ramp, gain: Ramp
    ) {
        let sourceLeft = left + used
        let sourceRight = right + used
        let targetLeft = outLeft + first
        let targetRight = outRight + first
        for frame in 0..<frames {
            let place = Float(Int32(truncatingIfNeeded: first &+ frame))
            let scale = (level.value + level.step * place) * (gain.value + gain.step * place)
            targetLeft[frame] += sourceLeft[frame] * scale
            targetRight[frame] += sourceRight[frame] * scale
        }
        use(frames)
    }
}
