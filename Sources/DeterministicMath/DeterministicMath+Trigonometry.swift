// SPDX-License-Identifier: MIT
/// Trigonometric functions of radians and of turns. Any thread. The result is NaN for infinities.
extension DeterministicMath {
    /// The sine of x radians, for every finite x.
    @inlinable @_noLocks public static func sin(_ x: Double) -> Double {
        let (quadrant, high, low) = reduce(x)
        let value = quadrant & 1 == 0 ? sinKernel(high, low) : cosKernel(high, low)
        return quadrant & 2 == 0 ? value : -value
    }

    /// The cosine of x radians, for every finite x.
    @inlinable @_noLocks public static func cos(_ x: Double) -> Double {
        let (quadrant, high, low) = reduce(x)
        let value = quadrant & 1 == 0 ? cosKernel(high, low) : sinKernel(high, low)
        return (quadrant &+ 1) & 2 == 0 ? value : -value
    }

    /// Sine and cosine of x radians.
    @inlinable @_noLocks public static func sincos(_ x: Double) -> (sin: Double, cos: Double) {
        let (quadrant, high, low) = reduce(x)
        return turned(quadrant, sinKernel(high, low), cosKernel(high, low))
    }

    /// The tangent of x radians, within 3 ulp.
    @inlinable @_noLocks public static func tan(_ x: Double) -> Double {
        if magnitude(x) < 0x1p-27 { return x }
        let (sin, cos) = sincos(x)
        return sin / cos
    }

    /// Sine and cosine of x turns (2 pi x radians); exact at quarter turns.
    @inlinable @_noLocks public static func sincos(turns x: Double) -> (sin: Double, cos: Double) {
        guard magnitude(x) < 0x1p49 else {
            // From 2^52 up, every Double is a whole number; from 2^49 up, few fraction bits remain.
            return magnitude(x) < .infinity ? sincos(turns: x - floor(x)) : (.nan, .nan)
        }
        let quarters = roundToInt(4 * x)
        let rest = x - 0.25 * Double(quarters)
        let (high, error) = exactProduct(rest, 6.283185307179586)
        let low = error + rest * 2.4492935982947064e-16
        return turned(quarters, sinKernel(high, low), cosKernel(high, low))
    }
    /// The sine of x turns.
    @inlinable @_noLocks public static func sin(turns x: Double) -> Double { sincos(turns: x).sin }
    /// The cosine of x turns.
    @inlinable @_noLocks public static func cos(turns x: Double) -> Double { sincos(turns: x).cos }

    /// Sine and cosine of x turns, computed in Double.
    @inlinable @_noLocks public static func sincos(turns x: Float) -> (sin: Float, cos: Float) {
        let (sin, cos) = sincos(turns: Double(x))
        return (Float(sin), Float(cos))
    }

    @inlinable @_noLocks static func turned(_ quadrant: Int, _ sin: Double, _ cos: Double) -> (sin: Double, cos: Double) {
        switch quadrant & 3 {
        case 0: (sin, cos)
        case 1: (cos, -sin)
        case 2: (-sin, -cos)
        default: (-cos, sin)
        }
    }

    /// sin(high + low) for |high| <= pi/4.
    @inlinable @_noLocks static func sinKernel(_ x: Double, _ low: Double) -> Double {
        if magnitude(x) < 0x1p-27 { return x + low }
        let z = x * x
        let v = z * x
        let r =
            8.33333333332248946124e-03
            + z
            * (-1.98412698298579493134e-04
                + z
                * (2.75573137070700676789e-06 + z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)))
        return x - ((z * (0.5 * low - v * r) - low) + v * 1.66666666666666324348e-01)
    }

    /// cos(high + low) for |high| <= pi/4.
    @inlinable @_noLocks static func cosKernel(_ x: Double, _ low: Double) -> Double {
        let z = x * x
        let r =
            z
            * (4.16666666666666019037e-02
                + z
                * (-1.38888888888741095749e-03
                    + z
                    * (2.48015872894767294178e-05
                        + z
                        * (-2.75573143513906633035e-07
                            + z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11)))))
        let half = 0.5 * z
        let w = 1 - half
        return w + (((1 - w) - half) + (z * r - x * low))
    }

    /// x = quadrant * pi/2 + high + low with |high| <= pi/4 (slightly more near a quadrant boundary).
    @inlinable @_noLocks static func reduce(_ x: Double) -> (Int, Double, Double) {
        let size = magnitude(x)
        if size <= 0.7853981633974483 { return (0, x, 0) }
        guard size < 0x1p19 else { return reduceLarge(x) }
        // Cody and Waite: pi/2 in parts of 33 bits, whose products with a 20-bit number are exact.
        let n = roundToInt(x * 0.6366197723675814)
        let whole = Double(n)
        var rest = x - whole * 1.57079632673412561417e+00
        var part = whole * 6.07710050650619224932e-11
        var high = rest - part
        if magnitude(high) < size * 0x1p-16 {
            var before = rest
            part = whole * 6.07710050630396597660e-11
            rest = before - part
            part = whole * 2.02226624879595063154e-21 - ((before - rest) - part)
            high = rest - part
            if magnitude(high) < size * 0x1p-48 {
                before = rest
                part = whole * 2.02226624871116645580e-21
                rest = before - part
                part = whole * 8.47842766036889956997e-32 - ((before - rest) - part)
                high = rest - part
            }
        }
        return (n, high, (rest - high) - part)
    }

    /// The same for |x| >= 2^19: Payne and Hanek, in integer arithmetic on the 192 relevant bits of 2/pi.
    @inlinable @_noLocks static func reduceLarge(_ x: Double) -> (Int, Double, Double) {
        guard magnitude(x) < .infinity else { return (0, .nan, 0) }
        let mantissa = (x.bitPattern & 0x000f_ffff_ffff_ffff) | 0x0010_0000_0000_0000
        let exponent = Int(truncatingIfNeeded: (x.bitPattern &>> 52) & 0x7ff) &- 1075
        // Bits of 2/pi above this position contribute multiples of four quadrants.
        let place = exponent &- 2 &+ 64
        let word = place &>> 6
        let shift = UInt64(truncatingIfNeeded: place & 63)
        let a = twoOverPi(word, shift)
        let b = twoOverPi(word &+ 1, shift)
        let c = twoOverPi(word &+ 2, shift)
        // The low 192 bits of mantissa * (a, b, c).
        let low = mantissa.multipliedFullWidth(by: c)
        let middle = mantissa.multipliedFullWidth(by: b)
        let (second, carry) = middle.low.addingReportingOverflow(low.high)
        let top = mantissa &* a &+ middle.high &+ (carry ? 1 : 0)
        // Two bits of quadrant, then the fraction; the nearest quadrant leaves a fraction of -1/2 ... 1/2.
        var quadrant = Int(truncatingIfNeeded: (top &+ 0x2000_0000_0000_0000) &>> 62)
        var f0 = (top &<< 2) | (second &>> 62)
        var f1 = (second &<< 2) | (low.low &>> 62)
        var f2 = low.low &<< 2
        var sign = 1.0
        if f0 &>> 63 == 1 {
            f2 = 0 &- f2
            f1 = ~f1 &+ (f2 == 0 ? 1 : 0)
            f0 = ~f0 &+ (f2 == 0 && f1 == 0 ? 1 : 0)
            sign = -1
        }
        var scale = 0x1p-64
        while f0 &>> 63 == 0, scale > 0x1p-190 {
            f0 = (f0 &<< 1) | (f1 &>> 63)
            f1 = (f1 &<< 1) | (f2 &>> 63)
            f2 &<<= 1
            scale *= 0.5
        }
        let high = Double(f0 & 0xffff_ffff_ffff_f800)
        let rest = Double(f0 & 0x7ff) + Double(f1) * 0x1p-64
        if x < 0 {
            sign = -sign
            quadrant = 0 &- quadrant
        }
        let factor = sign * scale
        let (product, error) = exactProduct(high * factor, 1.5707963267948966)
        return (quadrant, product, error + (rest * factor * 1.5707963267948966 + high * factor * 6.123233995736766e-17))
    }

    /// 64 bits of 2/pi, starting at bit 64 * word + shift, after 64 leading zeros.
    @inlinable @_noLocks static func twoOverPi(_ word: Int, _ shift: UInt64) -> UInt64 {
        let words: InlineArray<21, UInt64> = [
            0, 0xa2f9_836e_4e44_1529, 0xfc27_57d1_f534_ddc0, 0xdb62_9599_3c43_9041, 0xfe51_63ab_debb_c561,
            0xb724_6e3a_424d_d2e0, 0x0649_2eea_09d1_921c, 0xfe1d_eb1c_b129_a73e, 0xe882_35f5_2ebb_4484,
            0xe99c_7026_b45f_7e41, 0x3991_d639_8353_39f4, 0x9c84_5f8b_bdf9_283b, 0x1ff8_97ff_de05_980f,
            0xef2f_118b_5a0a_6d1f, 0x6d36_7ecf_27cb_09b7, 0x4f46_3f66_9e5f_ea2d, 0x7527_bac7_ebe5_f17b,
            0x3d07_39f7_8a52_92ea, 0x6bfb_5fb1_1f8d_5d08, 0x5603_3046_fc7b_6bab, 0xf0cf_bc20_9af4_361d,
        ]
        let first = words[word]
        return shift == 0 ? first : (first &<< shift) | (words[word &+ 1] &>> (64 &- shift))
    }
}
