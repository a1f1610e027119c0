// SPDX-License-Identifier: MIT
/// Audio thread: white noise for two channels, eight numbers at a time.
///
/// Eight xoshiro128+ generators (Blackman & Vigna), upper bits, run in lanes, as a rule left, right, left, right, ...; the lanes
/// of a channel are seeded from that channel's `RandomStream`, so that each channel has its own stream.
struct NoiseStream: BitwiseCopyable, Sendable {
    private var s0 = SIMD8<UInt32>()
    private var s1 = SIMD8<UInt32>()
    private var s2 = SIMD8<UInt32>()
    private var s3 = SIMD8<UInt32>()

    /// Makes the noise identified by `seed` and the two channels' stream numbers.
    init(seed: UInt64, left: UInt64, right: UInt64) {
        var (evens, odds) = (RandomStream(seed: seed, stream: left), RandomStream(seed: seed, stream: right))
        for lane in stride(from: 0, to: 8, by: 2) {
            setLane(lane, from: &evens)
            setLane(lane + 1, from: &odds)
        }
    }

    /// Makes the noise whose lanes are all seeded from one stream.
    init(seed: UInt64, stream: UInt64) {
        var words = RandomStream(seed: seed, stream: stream)
        for lane in 0..<8 { setLane(lane, from: &words) }
    }

    private mutating func setLane(_ lane: Int, from words: inout RandomStream) {
        let (first, second) = (words.next(), words.next())
        s0[lane] = UInt32(truncatingIfNeeded: first &>> 32)
        s1[lane] = UInt32(truncatingIfNeeded: second &>> 32)
        s2[lane] = UInt32(truncatingIfNeeded: first)
        // Not all four may be 0.
        s3[lane] = UInt32(truncatingIfNeeded: second) | 1
    }

    /// The next 32 bits of every lane; the lowest ones are weak.
    @_noLocks @inline(__always) mutating func next() -> SIMD8<UInt32> {
        let result = s0 &+ s3
        let t = s1 &<< 9
        s2 ^= s0
        s3 ^= s1
        s1 ^= s2
        s0 ^= s3
        s2 ^= t
        // A sum, because the compiler recognises an `or` as a rotation and computes that lane by lane.
        s3 = (s3 &<< 11) &+ (s3 &>> 21)
        return result
    }

    /// Uniform in -1 ..< 1, variance 1/3, steps of 2^-22.
    @_noLocks @inline(__always) mutating func uniform() -> SIMD8<Float> {
        let one = SIMD8<UInt32>(repeating: 0x3f80_0000)
        return unsafeBitCast((next() &>> 9) | one, to: SIMD8<Float>.self) * 2 - 3
    }
}

extension FixedBuffer<NoiseStream> {
    /// The generators' state, for the kernels.
    var words: UnsafeMutablePointer<UInt32> {
        @_noLocks get { UnsafeMutableRawPointer(first).assumingMemoryBound(to: UInt32.self) }
    }
}
