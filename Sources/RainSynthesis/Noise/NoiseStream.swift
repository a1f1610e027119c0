// SPDX-License-Identifier: MIT
import CPlatform

/// Audio thread: white noise for two channels, eight numbers at a time.
///
/// Eight xoshiro128+ generators (Blackman & Vigna), upper bits, run in lanes left, right, left, right, ...; the lanes of a
/// channel are seeded from that channel's `RandomStream`, so that each channel has its own stream.
struct NoiseStream: BitwiseCopyable, Sendable {
    private var s0: SIMD8<UInt32>
    private var s1: SIMD8<UInt32>
    private var s2: SIMD8<UInt32>
    private var s3: SIMD8<UInt32>

    /// Makes the noise identified by `seed` and the two channels' stream numbers.
    init(seed: UInt64, left: UInt64, right: UInt64) {
        s0 = .zero
        s1 = .zero
        s2 = .zero
        s3 = .zero
        var words = (RandomStream(seed: seed, stream: left), RandomStream(seed: seed, stream: right))
        for lane in 0..<8 {
            let first = lane & 1 == 0 ? words.0.next() : words.1.next()
            let second = lane & 1 == 0 ? words.0.next() : words.1.next()
            s0[lane] = UInt32(truncatingIfNeeded: first &>> 32)
            s1[lane] = UInt32(truncatingIfNeeded: second &>> 32)
            s2[lane] = UInt32(truncatingIfNeeded: first)
            // Not all four may be 0.
            s3[lane] = UInt32(truncatingIfNeeded: second) | 1
        }
    }

    /// Makes lanes that continue from this state, for comparison with the published generator.
    init(state: (SIMD8<UInt32>, SIMD8<UInt32>, SIMD8<UInt32>, SIMD8<UInt32>)) { (s0, s1, s2, s3) = state }

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

    /// Sixteen Gaussians of mean 0 and variance 1, within +-5.65, eight frames of left and right: Box & Muller (1958) in
    /// single precision. The radius takes 23 random bits, the angle 24.
    @_noLocks @inline(__always) mutating func gaussians() -> (SIMD8<Float>, SIMD8<Float>) {
        let one = SIMD8<UInt32>(repeating: 0x3f80_0000)
        // u in (0, 1], u = mantissa * 2^exponent with the mantissa between sqrt(1/2) and sqrt(2).
        let u = 2 - unsafeBitCast((next() &>> 9) | one, to: SIMD8<Float>.self)
        let bits = unsafeBitCast(u, to: SIMD8<UInt32>.self)
        let exponent = unsafeBitCast(bits &- 0x3f35_04f3, to: SIMD8<Int32>.self) &>> 23
        let f = unsafeBitCast(bits &- unsafeBitCast(exponent &<< 23, to: SIMD8<UInt32>.self), to: SIMD8<Float>.self) - 1
        // In 1.5 * 2^23 + n the low mantissa bits are n.
        let whole = unsafeBitCast(exponent &+ 0x4b40_0000, to: SIMD8<Float>.self) - 12_582_912
        // log(1 + f)/f, Chebyshev fit, error 3e-8.
        var series = f * 0.08743945 - 0.14377331
        series = series * f + 0.14949095
        series = series * f - 0.16560696
        series = series * f + 0.19956977
        series = series * f - 0.25002153
        series = series * f + 0.33334183
        series = series * f - 0.49999987
        series = series * f + 1
        let square = (whole * 0.6931472 + series * f) * -2
        // Rounding can leave a square just below 0 near u = 1.
        let positive = square.replacing(with: 0, where: square .< 0)
        let radius = SIMD8<Float>(
            lowHalf: crealtime_sqrt4(positive.lowHalf), highHalf: crealtime_sqrt4(positive.highHalf))

        // t in -1/2 ..< 1/2 is half a turn; a further bit chooses the other half.
        let word = next()
        let t = unsafeBitCast((word &>> 9) | one, to: SIMD8<Float>.self) - 1.5
        let z = t * t
        // sin(pi t)/t and cos(pi t), Chebyshev fits, errors 1.3e-8 and 5e-8.
        var sine = z * 0.07765766 - 0.59829129
        sine = sine * z + 2.55007752
        sine = sine * z - 5.16771008
        sine = (sine * z + 3.14159264) * t
        var cosine = z * 0.21968961 - 1.33187657
        cosine = cosine * z + 4.05841135
        cosine = cosine * z - 4.93479283
        cosine = cosine * z + 1
        let flip = (word &<< 23) & 0x8000_0000
        cosine = unsafeBitCast(unsafeBitCast(cosine, to: SIMD8<UInt32>.self) ^ flip, to: SIMD8<Float>.self)
        return (radius * cosine, radius * sine)
    }
}
