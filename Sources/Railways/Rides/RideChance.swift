// SPDX-License-Identifier: MIT
import DeterministicMath

/// The random numbers of a simulated ride: SplitMix64 (Steele, Lea & Flood, OOPSLA 2014), the same for a seed on every machine.
struct RideChance: Sendable {
    private var state: UInt64

    /// - Parameter stream: keeps what is drawn for one purpose apart from what is drawn for another.
    init(seed: UInt64, stream: UInt64) {
        state = seed
        state = next() ^ stream
    }

    private mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ (word &>> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word &>> 27)) &* 0x94d0_49bb_1331_11eb
        return word ^ (word &>> 31)
    }

    /// Uniform in the range.
    mutating func uniform(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * (Double(next() &>> 11) * 0x1p-53)
    }

    /// Gaussian of mean 0 and variance 1 (Box & Muller 1958).
    mutating func gaussian() -> Double {
        let radius = DeterministicMath.sqrt(-2 * DeterministicMath.log(1 - uniform(0...1) * (1 - 0x1p-53)))
        return radius * DeterministicMath.cos(turns: uniform(0...1))
    }
}

/// A Gaussian value of mean 0 and variance 1 that changes slowly: a first-order Gauss-Markov process.
struct SlowChance: Sendable {
    /// Seconds after which the correlation has fallen to 1/e, about a third.
    let memory: Double
    private var value: Double?

    init(memory: Double) { self.memory = memory }

    mutating func next(after seconds: Double, _ chance: inout RideChance) -> Double {
        let kept = value == nil ? 0 : DeterministicMath.exp(-seconds / memory)
        let next = (value ?? 0) * kept + DeterministicMath.sqrt(1 - kept * kept) * chance.gaussian()
        value = next
        return next
    }
}
