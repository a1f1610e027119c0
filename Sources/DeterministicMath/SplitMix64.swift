// SPDX-License-Identifier: MIT
/// Steele, Lea & Flood's SplitMix64 (OOPSLA 2014): turns one seed into many well-mixed words, the same on every machine. Any
/// thread.
@frozen public struct SplitMix64: RandomNumberGenerator, BitwiseCopyable, Sendable {
    @usableFromInline var state: UInt64

    @inlinable @_noLocks public init(_ seed: UInt64) { state = seed }

    /// - Parameter stream: separates the numbers drawn for one purpose from those drawn for another.
    @_noLocks public init(seed: UInt64, stream: UInt64) {
        var words = SplitMix64(seed)
        state = words.next() ^ stream
    }

    @inlinable @_noLocks public mutating func next() -> UInt64 {
        state = state &+ 0x9e37_79b9_7f4a_7c15
        return SplitMix64.mix(state)
    }

    /// The output function: a bijection that changes about half of the bits for each bit changed.
    @inlinable @_noLocks public static func mix(_ word: UInt64) -> UInt64 {
        var z = word
        z = (z ^ (z &>> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z &>> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z &>> 31)
    }

    /// Uniform in 0 ..< 1, a multiple of 2^-53.
    @_noLocks public mutating func unit() -> Double { Double(next() &>> 11) * 0x1p-53 }

    /// Uniform in the range.
    @_noLocks public mutating func uniform(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * unit()
    }

    /// Uniform in 0 ..< `count`.
    @_noLocks public mutating func index(below count: Int) -> Int { min(count - 1, Int(unit() * Double(count))) }

    /// Gaussian of mean 0 and variance 1 (Box & Muller 1958).
    @_noLocks public mutating func gaussian() -> Double {
        let radius = DeterministicMath.sqrt(-2 * DeterministicMath.log(1 - unit() * (1 - 0x1p-53)))
        return radius * DeterministicMath.cos(turns: unit())
    }
}
