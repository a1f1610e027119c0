// SPDX-License-Identifier: MIT
import DeterministicMath

/// A Gaussian value of mean 0 and variance 1 that changes slowly: a first-order Gauss-Markov process.
struct SlowChance: Sendable {
    /// Seconds after which the correlation has fallen to 1/e, about a third.
    let memory: Double
    private var value: Double?

    init(memory: Double) { self.memory = memory }

    mutating func next(after seconds: Double, _ random: inout SplitMix64) -> Double {
        let kept = value == nil ? 0 : DeterministicMath.exp(-seconds / memory)
        let next = (value ?? 0) * kept + DeterministicMath.sqrt(1 - kept * kept) * random.gaussian()
        value = next
        return next
    }
}
