// SPDX-License-Identifier: MIT
import CPlatform

/// Elementary functions built from + - * / and the square root alone, so that every x86-64 machine computes the same
/// bits.
///
/// Any thread; no allocation, no lock, no libm. Unless its comment says otherwise, a function is accurate to 1 ulp over its
/// entire domain, including subnormal numbers and infinities (2 ulp for pow and atan2, 3 for tan; measured in the tests against
/// 80-bit libm). The polynomials are those of Sun's fdlibm 5.3 (freely usable, netlib.org/fdlibm). A NaN argument yields NaN, and
/// so does an argument outside a function's domain.
public enum DeterministicMath {
    /// pi rounded to Double.
    @inlinable public static var pi: Double { @_noLocks get { 3.141592653589793 } }

    /// The correctly rounded square root; NaN below 0.
    @inlinable @_noLocks public static func sqrt(_ x: Double) -> Double { x < 0 ? .nan : crealtime_sqrt(x) }
    /// The correctly rounded square root; NaN below 0.
    @inlinable @_noLocks public static func sqrt(_ x: Float) -> Float { x < 0 ? .nan : crealtime_sqrtf(x) }

    /// sqrt(x*x + y*y) without intermediate overflow or loss of precision.
    @inlinable @_noLocks public static func hypot(_ x: Double, _ y: Double) -> Double {
        var a = magnitude(x)
        var b = magnitude(y)
        if a == .infinity || b == .infinity { return .infinity }
        if x != x || y != y { return .nan }
        if b > a { (a, b) = (b, a) }
        if b == 0 { return a }
        var scale = 1.0
        if a > 0x1p500 {
            a *= 0x1p-600
            b *= 0x1p-600
            scale = 0x1p600
        } else if b < 0x1p-450 {
            // Scaling up could overflow a larger a; b is then too small to matter.
            if a > 0x1p-380 { return a }
            a *= 0x1p600
            b *= 0x1p600
            scale = 0x1p-600
        }
        let (aa, aaLow) = exactProduct(a, a)
        let (bb, bbLow) = exactProduct(b, b)
        let (sum, sumLow) = exactSum(aa, bb)
        let root = crealtime_sqrt(sum)
        let (square, squareLow) = exactProduct(root, root)
        let rest = ((sum - square) - squareLow) + (sumLow + (aaLow + bbLow))
        return (root + rest / (2 * root)) * scale
    }

    /// The amplitude of a level in dB: 10^(dB/20).
    @inlinable @_noLocks public static func gain(decibels: Double) -> Double { pow(10, decibels / 20) }
    /// The amplitude of a level in dB: 10^(dB/20).
    @inlinable @_noLocks public static func gain(decibels: Float) -> Float {
        Float(exp(Double(decibels) * 0.11512925464970228))
    }
    /// The level in dB of an amplitude: 20*log10(gain); -infinity for 0.
    @inlinable @_noLocks public static func decibels(gain: Double) -> Double { 20 * log10(gain) }

    /// |x|, by its sign bit.
    @inlinable @_noLocks public static func magnitude(_ x: Double) -> Double {
        Double(bitPattern: x.bitPattern & 0x7fff_ffff_ffff_ffff)
    }

    /// 2^n for n in -1022 ... 1023.
    @inlinable @_noLocks static func powerOfTwo(_ n: Int) -> Double {
        Double(bitPattern: UInt64(truncatingIfNeeded: n &+ 1023) &<< 52)
    }

    /// y * 2^n for y near 1 and any n, rounded once even where the result is subnormal.
    @inlinable @_noLocks static func scale(_ y: Double, _ n: Int) -> Double {
        if n > 1023 { return n > 1030 ? .infinity : y * 0x1p1023 * powerOfTwo(n &- 1023) }
        if n < -1021 { return n < -1080 ? 0 : y * powerOfTwo(n &+ 128) * 0x1p-128 }
        return y * powerOfTwo(n)
    }

    /// a + b as a rounded sum and its exact error (Knuth).
    @inlinable @_noLocks static func exactSum(_ a: Double, _ b: Double) -> (Double, Double) {
        let sum = a + b
        let part = sum - a
        return (sum, (a - (sum - part)) + (b - part))
    }

    /// a * b as a rounded product and its exact error (Dekker; |a|, |b| below 2^995).
    @inlinable @_noLocks static func exactProduct(_ a: Double, _ b: Double) -> (Double, Double) {
        let product = a * b
        let aSplit = a * 134_217_729
        let aHigh = aSplit - (aSplit - a)
        let aLow = a - aHigh
        let bSplit = b * 134_217_729
        let bHigh = bSplit - (bSplit - b)
        let bLow = b - bHigh
        return (product, ((aHigh * bHigh - product) + aHigh * bLow + aLow * bHigh) + aLow * bLow)
    }
}
