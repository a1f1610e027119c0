// SPDX-License-Identifier: MIT
import Foundation
import TestTraits

/// The distributions for test signals.
struct SeededRandom: RandomNumberGenerator {
    private var source: SplitMix
    private var spare: Double?

    init(seed: UInt64) { source = SplitMix(seed: seed) }

    mutating func next() -> UInt64 { source.next() }

    /// 0 < u <= 1.
    mutating func uniform() -> Double { (Double(next() >> 11) + 1) / 9_007_199_254_740_992 }

    /// Mean 0, standard deviation 1 (Box and Muller).
    mutating func gaussian() -> Double {
        if let value = spare {
            spare = nil
            return value
        }
        let radius = (-2 * log(uniform())).squareRoot()
        let angle = 2 * Double.pi * uniform()
        spare = radius * sin(angle)
        return radius * cos(angle)
    }

    /// Gamma with an integral shape and mean 1: the mean of `shape` exponentials.
    mutating func gamma(shape: Int) -> Double {
        (0..<shape).reduce(0) { sum, _ in sum - log(uniform()) } / Double(shape)
    }
}
