// SPDX-License-Identifier: MIT
/// The grains of two channels that sound now or will soon. Audio thread; allocates only in `init`.
struct RainVoicePair: ~Copyable {
    private var left: GrainVoices
    private var right: GrainVoices

    /// `capacity`: grains that each channel can hold at once; further ones are dropped.
    init(capacity: Int, instructionSet: InstructionSet = .standard) {
        left = GrainVoices(capacity: capacity, instructionSet: instructionSet)
        right = GrainVoices(capacity: capacity, instructionSet: instructionSet)
    }

    /// Grains of either channel dropped since the start because the pool was full.
    var refused: Int64 { @_noLocks get { left.refused &+ right.refused } }

    var isSilent: Bool { @_noLocks get { left.count == 0 && right.count == 0 } }

    /// Begins a grain in both channels, with a position for each in `grain.phases`-ths of a frame of the quantum (not
    /// negative) and a linear gain for each.
    @_noLocks @inline(__always) mutating func add(_ grain: RainGrain, places: (left: Int, right: Int), gains: (left: Float, right: Float)) {
        left.add(row: grain.row(places.left), length: grain.length, start: places.left / grain.phases, gain: gains.left)
        right.add(row: grain.row(places.right), length: grain.length, start: places.right / grain.phases, gain: gains.right)
    }

    /// Adds a quantum of every grain of `samples` to its channel.
    @_noLocks mutating func accumulate(_ samples: UnsafePointer<Float>, into block: StereoBlock) {
        left.accumulate(samples, into: block.left)
        right.accumulate(samples, into: block.right)
    }

    @_noLocks mutating func removeAll() {
        left.removeAll()
        right.removeAll()
    }
}
