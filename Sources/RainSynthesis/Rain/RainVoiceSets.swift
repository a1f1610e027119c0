// SPDX-License-Identifier: MIT
/// The grains of all drops, by the set of a surface's modes that they strike with the opposite sign to the others. Audio thread;
/// allocates only in `init`.
struct RainVoiceSets: ~Copyable {
    private let sets: FixedBuffer<RainVoicePair>

    /// `capacity`: grains that each channel can hold at once on open ground, where all belong to the first set; on a surface each
    /// set holds a quarter.
    init(capacity: Int, instructionSet: InstructionSet) {
        sets = FixedBuffer(count: RainBody.sets) { set in
            RainVoicePair(capacity: set == 0 ? capacity : capacity / RainBody.sets, instructionSet: instructionSet)
        }
    }

    /// Grains of either channel dropped since the start because the pool was full.
    var refused: Int64 {
        @_noLocks get {
            var count: Int64 = 0
            for set in 0..<sets.count { count &+= sets.first[set].refused }
            return count
        }
    }

    var isSilent: Bool {
        @_noLocks get {
            for set in 0..<sets.count where !sets.first[set].isSilent { return false }
            return true
        }
    }

    /// Begins a grain in both channels, as `RainVoicePair` does.
    @_noLocks mutating func add(
        _ grain: RainGrain, set: Int, places: (left: Int, right: Int), gains: (left: Float, right: Float)
    ) {
        sets.first[set].add(grain, places: places, gains: gains)
    }

    /// Adds a quantum of every grain of `samples` to its channel, whatever its set.
    @_noLocks mutating func accumulate(_ samples: UnsafePointer<Float>, into block: StereoBlock) {
        for set in 0..<sets.count { sets.first[set].accumulate(samples, into: block) }
    }

    /// Writes a quantum of every grain of `samples`, 64 frames of left and 64 of right for each set.
    @_noLocks mutating func write(_ samples: UnsafePointer<Float>, to frames: UnsafeMutablePointer<Float>) {
        let quantum = EngineConfiguration.quantum
        for index in 0..<sets.count &* 2 &* quantum { frames[index] = 0 }
        for set in 0..<sets.count {
            sets.first[set].accumulate(samples, into: StereoBlock(frames + set &* 2 &* quantum))
        }
    }

    @_noLocks mutating func removeAll() {
        for set in 0..<sets.count { sets.first[set].removeAll() }
    }
}
