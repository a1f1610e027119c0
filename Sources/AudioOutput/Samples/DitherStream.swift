// SPDX-License-Identifier: MIT
import DeterministicMath

/// Triangular dither noise for two channels: xoshiro256++ (Blackman and Vigna 2019), one stream per lane.
struct DitherStream: BitwiseCopyable, Sendable {
    private var s0: SIMD2<UInt64>
    private var s1: SIMD2<UInt64>
    private var s2: SIMD2<UInt64>
    private var s3: SIMD2<UInt64>

    /// FNV-1a of "dither": separates these streams from every other stream of the same seed.
    private static var salt: UInt64 { 0x8a44_2233_72da_9d45 }

    /// - Parameter pair: 0 is the first two channels.
    init(seed: UInt64, pair: Int) {
        // SplitMix64, as the authors of xoshiro recommend. Each pair continues after the eight words of the one before it.
        var words = SplitMix64((seed ^ Self.salt) &+ UInt64(truncatingIfNeeded: pair) &* 8 &* 0x9e37_79b9_7f4a_7c15)
        s0 = SIMD2(words.next(), words.next())
        s1 = SIMD2(words.next(), words.next())
        s2 = SIMD2(words.next(), words.next())
        s3 = SIMD2(words.next(), words.next())
    }

    /// Audio thread: one value per channel, the difference of two uniform ones: triangular in -1 ..< 1 with mean 0.
    @_noLocks @inline(__always)
    mutating func next() -> SIMD2<Double> {
        let sum = s0 &+ s3
        let draw = ((sum &<< 23) | (sum &>> 41)) &+ s0
        let t = s1 &<< 17
        s2 ^= s0
        s3 ^= s1
        s1 ^= s2
        s0 ^= s3
        s2 ^= t
        s3 = (s3 &<< 45) | (s3 &>> 19)
        // Each half of the output becomes the mantissa of a number in 1 ..< 2; the ones cancel.
        let one = SIMD2<UInt64>(repeating: 0x3ff0_0000_0000_0000)
        let high = ((draw &>> 32) &<< 20) | one
        let low = ((draw &<< 32) &>> 12) | one
        return unsafeBitCast(high, to: SIMD2<Double>.self) - unsafeBitCast(low, to: SIMD2<Double>.self)
    }
}
