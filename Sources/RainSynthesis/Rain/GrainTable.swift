// SPDX-License-Identifier: MIT
/// Short sounds one after another, for `GrainVoices`. Made at `init`; any thread reads.
struct GrainTable: ~Copyable {
    private let sounds: FixedBuffer<Float>
    /// The first sample of each sound, and the end.
    private let starts: FixedBuffer<Int>

    /// - Parameter write: fills the samples of one sound, which are 0 before.
    init(lengths: [Int], _ write: (_ index: Int, _ samples: UnsafeMutablePointer<Float>) -> Void) {
        starts = FixedBuffer(repeating: 0, count: lengths.count + 1)
        for (index, length) in lengths.enumerated() { starts.first[index + 1] = starts.first[index] + length }
        sounds = FixedBuffer(repeating: 0, count: lengths.reduce(0, +), margin: GrainVoices.margin)
        for index in lengths.indices { write(index, sounds.first + starts.first[index]) }
    }

    var samples: UnsafePointer<Float> { @_noLocks get { UnsafePointer(sounds.first) } }

    /// The sound at `index`, or the first or the last if it lies beyond.
    @_noLocks func grain(_ index: Int) -> RainGrain {
        let last = starts.count &- 2
        let known = index < 0 ? 0 : index < last ? index : last
        return RainGrain(first: starts.first[known], length: starts.first[known &+ 1] &- starts.first[known], phases: 1)
    }
}
