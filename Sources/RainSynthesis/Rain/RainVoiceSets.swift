// SPDX-License-Identifier: MIT
/// The grains of all drops, by the set of a surface's modes that they strike against the others. Audio thread; allocates only in
/// `init`.
struct RainVoiceSets: ~Copyable {
    private var first: RainVoicePair
    private var second: RainVoicePair
    private var third: RainVoicePair
    private var fourth: RainVoicePair

    /// `capacity`: grains that each channel can hold at once on open ground, where all belong to the first set; on a surface each
    /// set holds a quarter.
    init(capacity: Int, instructionSet: InstructionSet) {
        first = RainVoicePair(capacity: capacity, instructionSet: instructionSet)
        second = RainVoicePair(capacity: capacity / RainBody.sets, instructionSet: instructionSet)
        third = RainVoicePair(capacity: capacity / RainBody.sets, instructionSet: instructionSet)
        fourth = RainVoicePair(capacity: capacity / RainBody.sets, instructionSet: instructionSet)
    }

    /// Grains of either channel dropped since the start because the pool was full.
    var refused: Int64 { @_noLocks get { first.refused &+ second.refused &+ third.refused &+ fourth.refused } }

    var isSilent: Bool { @_noLocks get { first.isSilent && second.isSilent && third.isSilent && fourth.isSilent } }

    /// Begins a grain in both channels, as `RainVoicePair` does.
    @_noLocks mutating func add(
        _ grain: RainGrain, set: Int, places: (left: Int, right: Int), gains: (left: Float, right: Float)
    ) {
        switch set {
        case 0: first.add(grain, places: places, gains: gains)
        case 1: second.add(grain, places: places, gains: gains)
        case 2: third.add(grain, places: places, gains: gains)
        default: fourth.add(grain, places: places, gains: gains)
        }
    }

    /// Adds a quantum of every grain of `samples` to its channel, whatever its set.
    @_noLocks mutating func accumulate(
        _ samples: UnsafePointer<Float>, left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        first.accumulate(samples, left: left, right: right)
        second.accumulate(samples, left: left, right: right)
        third.accumulate(samples, left: left, right: right)
        fourth.accumulate(samples, left: left, right: right)
    }

    /// Writes a quantum of every grain of `samples`, 64 frames of left and 64 of right for each set.
    @_noLocks mutating func write(_ samples: UnsafePointer<Float>, to sets: UnsafeMutablePointer<Float>) {
        let quantum = EngineConfiguration.quantum
        for index in 0..<RainBody.sets &* 2 &* quantum { sets[index] = 0 }
        first.accumulate(samples, left: sets, right: sets + quantum)
        second.accumulate(samples, left: sets + 2 &* quantum, right: sets + 3 &* quantum)
        third.accumulate(samples, left: sets + 4 &* quantum, right: sets + 5 &* quantum)
        fourth.accumulate(samples, left: sets + 6 &* quantum, right: sets + 7 &* quantum)
    }

    @_noLocks mutating func removeAll() {
        first.removeAll()
        second.removeAll()
        third.removeAll()
        fourth.removeAll()
    }
}
