// SPDX-License-Identifier: MIT
import DeterministicMath

/// The numbers of the random streams: every layer and channel has its own stream, so that none affects another.
enum StreamID {
    @_noLocks static func drops(_ lane: UInt64) -> UInt64 { 0x1000 &+ lane }
    @_noLocks static func white(_ channel: UInt64) -> UInt64 { 0x2000 &+ channel }
    @_noLocks static func pink(_ channel: UInt64) -> UInt64 { 0x2100 &+ channel }
    @_noLocks static func brown(_ channel: UInt64) -> UInt64 { 0x2200 &+ channel }
    @_noLocks static func wash(_ channel: UInt64) -> UInt64 { 0x3000 &+ channel }
    @_noLocks static func rainDrops(_ lane: UInt64) -> UInt64 { 0x5000 &+ lane }
    @_noLocks static func rainBed(_ lane: UInt64) -> UInt64 { 0x5100 &+ lane }
    @_noLocks static func rainMovement() -> UInt64 { 0x5200 }
    @_noLocks static func rainGrains() -> UInt64 { 0x5300 }
    @_noLocks static func rainBodies() -> UInt64 { 0x5400 }
    @_noLocks static func rainFlow(_ lane: UInt64) -> UInt64 { 0x5500 &+ lane }
    @_noLocks static func rainFarBed(_ lane: UInt64) -> UInt64 { 0x5600 &+ lane }
    @_noLocks static func wind(_ lane: UInt64) -> UInt64 { 0x6000 &+ lane }
    @_noLocks static func thunder(_ lane: UInt64) -> UInt64 { 0x6100 &+ lane }

    /// The seed of one pair of loudspeakers: the front pair has the engine's seed.
    @_noLocks static func seed(_ seed: UInt64, pair: Int) -> UInt64 {
        pair == 0 ? seed : SplitMix64.mix(SplitMix64.mix(seed) ^ UInt64(truncatingIfNeeded: pair))
    }
}

/// One stream of random numbers: Blackman & Vigna's xoshiro256+, upper bits, seeded by SplitMix64. Any thread.
package struct RandomStream: BitwiseCopyable, Sendable {
    private var s0: UInt64
    private var s1: UInt64
    private var s2: UInt64
    private var s3: UInt64

    /// The stream identified by `seed` and `stream`. Streams of one seed are practically independent: their starting
    /// points are scattered over a period of 2^256.
    @_noLocks package init(seed: UInt64, stream: UInt64) {
        // Mixed twice, so that neither (seed, stream + 1) nor (seed + 1, stream) shares a word with (seed, stream).
        var words = SplitMix64(SplitMix64.mix(seed &+ 0x9e37_79b9_7f4a_7c15) ^ SplitMix64.mix(~stream))
        self.init(state: (words.next(), words.next(), words.next(), words.next()))
    }

    /// The stream that continues from a state of four words, not all 0.
    @_noLocks init(state: (UInt64, UInt64, UInt64, UInt64)) { (s0, s1, s2, s3) = state }

    /// The next 64 bits; the lowest three are weak.
    @_noLocks mutating func next() -> UInt64 {
        let result = s0 &+ s3
        let t = s1 &<< 17
        s2 ^= s0
        s3 ^= s1
        s1 ^= s2
        s0 ^= s3
        s2 ^= t
        s3 = (s3 &<< 45) | (s3 &>> 19)
        return result
    }

    /// Uniform in 0 ..< 1, steps of 2^-53.
    @_noLocks mutating func uniform() -> Double { Double(Int64(bitPattern: next() &>> 11)) * 0x1p-53 }

    /// Uniform in 0 ..< 1, steps of 2^-24.
    @_noLocks mutating func uniformFloat() -> Float { Float(Int32(truncatingIfNeeded: next() &>> 40)) * 0x1p-24 }

    /// Uniform in -1 ..< 1, steps of 2^-52.
    @_noLocks package mutating func symmetric() -> Double { Double(Int64(bitPattern: next()) &>> 11) * 0x1p-52 }

    /// Exponential with mean 1, by inversion.
    @_noLocks mutating func exponential() -> Double { -DeterministicMath.log(1 - uniform()) }

    /// Two independent Gaussians of mean 0 and variance 1 (Box & Muller 1958).
    @_noLocks mutating func gaussianPair() -> (Double, Double) {
        let radius = DeterministicMath.sqrt(2 * exponential())
        let (sin, cos) = DeterministicMath.sincos(turns: symmetric())
        return (radius * cos, radius * sin)
    }
}

/// Gaussians of mean 0 and variance 1 from one random stream, both of each pair used. Any thread.
struct NormalStream: BitwiseCopyable, Sendable {
    private var random: RandomStream
    private var spare = 0.0
    private var hasSpare = false

    @_noLocks init(_ random: RandomStream) { self.random = random }

    /// Uniform in -1 ..< 1, from the same stream.
    @_noLocks mutating func symmetric() -> Double { random.symmetric() }

    @_noLocks mutating func next() -> Double {
        if hasSpare {
            hasSpare = false
            return spare
        }
        let pair = random.gaussianPair()
        spare = pair.1
        hasSpare = true
        return pair.0
    }
}
