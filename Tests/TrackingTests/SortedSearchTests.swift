// SPDX-License-Identifier: MIT
import TestTraits
import Testing
import Tracking

@Suite struct SortedSearchTests {
    /// The first index that fulfils the condition, as a search from the start finds it, in arrays and their slices.
    @Test func theFirstIndexIsFound() {
        var random = SplitMix(seed: 3)
        for count in 0..<40 {
            let values = (0..<count).map { _ in Int.random(in: 0..<20, using: &random) }.sorted()
            for limit in -1...21 {
                #expect(values.partitioningIndex { $0 >= limit } == values.firstIndex { $0 >= limit } ?? values.count)
                let part = values[count / 3..<count - count / 4]
                #expect(part.partitioningIndex { $0 > limit } == part.firstIndex { $0 > limit } ?? part.endIndex)
            }
        }
    }
}
