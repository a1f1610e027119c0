// SPDX-License-Identifier: MIT
/// Audio thread: what every layer of the sound does in a quantum: it schedules each segment in order, then renders the whole.
///
/// A layer that its parameters turn off costs nothing.
protocol RenderedLayer: ~Copyable {
    /// Takes up one segment: adds the sound that follows the parameters frame by frame, and notes what falls in it.
    @_noLocks mutating func schedule(_ segment: Segment, _ glide: borrowing ParameterRamps, into block: StereoBlock)
    /// Adds what is computed a whole quantum at a time.
    @_noLocks mutating func render(_ glide: borrowing ParameterRamps, into block: StereoBlock)
    /// Discards all sound in progress.
    @_noLocks mutating func silence()
}

extension RenderedLayer where Self: ~Copyable {
    @_noLocks mutating func schedule(_ segment: Segment, _ glide: borrowing ParameterRamps, into block: StereoBlock) {}
    @_noLocks mutating func render(_ glide: borrowing ParameterRamps, into block: StereoBlock) {}
}

/// A stretch of a quantum in which every parameter moves in a straight line.
struct Segment: BitwiseCopyable {
    /// Its first frame in the quantum.
    let first: Int
    /// The number of its frames.
    let frames: Int

    @_noLocks init(first: Int, frames: Int) {
        self.first = first
        self.frames = frames
    }
}
