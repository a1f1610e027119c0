// SPDX-License-Identifier: MIT
/// Logarithms. Any thread. The result is -infinity at 0 and NaN below.
extension DeterministicMath {
    /// The natural logarithm.
    @inlinable @_noLocks public static func log(_ x: Double) -> Double {
        guard x > 0, x < .infinity else { return logOutside(x) }
        let (f, exponent) = mantissa(x)
        let k = Double(exponent)
        let halfSquare = 0.5 * f * f
        return k * 6.93147180369123816490e-01
            - ((halfSquare - (logKernel(f, halfSquare) + k * 1.90821492927058770002e-10)) - f)
    }

    /// The logarithm to base 2; exact for powers of two.
    @inlinable @_noLocks public static func log2(_ x: Double) -> Double {
        guard x > 0, x < .infinity else { return logOutside(x) }
        let (high, low, whole) = logParts(x)
        // 1/ln 2 in two parts.
        let first = high * 1.44269504072144627571e+00
        let second = (low + high) * 1.67517131648865118353e-10 + low * 1.44269504072144627571e+00
        let sum = whole + first
        return (second + ((whole - sum) + first)) + sum
    }

    /// The logarithm to base 10.
    @inlinable @_noLocks public static func log10(_ x: Double) -> Double {
        guard x > 0, x < .infinity else { return logOutside(x) }
        let (high, low, k) = logParts(x)
        // 1/ln 10 and log10(2), each in two parts.
        let first = high * 4.34294481878168880939e-01
        let whole = k * 3.01029995663611771306e-01
        let second =
            k * 3.69423907715893078616e-13 + (low + high) * 2.50829467116452752298e-11
            + low * 4.34294481878168880939e-01
        let sum = whole + first
        return (second + ((whole - sum) + first)) + sum
    }

    /// high, low and k with log(x) = high + low + k * log(2), where high has half of a Double's digits; x positive and finite.
    @inlinable @_noLocks static func logParts(_ x: Double) -> (Double, Double, Double) {
        let (f, exponent) = mantissa(x)
        let halfSquare = 0.5 * f * f
        let high = Double(bitPattern: (f - halfSquare).bitPattern & 0xffff_ffff_0000_0000)
        return (high, ((f - high) - halfSquare) + logKernel(f, halfSquare), Double(exponent))
    }

    @inlinable @_noLocks static func logOutside(_ x: Double) -> Double {
        if x == 0 { return -.infinity }
        return x == .infinity ? x : .nan
    }

    /// f and k with x = (1 + f) * 2^k and 1 + f between sqrt(1/2) and sqrt(2); x positive and finite.
    @inlinable @_noLocks static func mantissa(_ x: Double) -> (Double, Int) {
        var bits = x.bitPattern
        var exponent = -1023
        if bits < 0x0010_0000_0000_0000 {
            bits = (x * 0x1p54).bitPattern
            exponent = -1077
        }
        let shifted = bits &+ (0x3ff0_0000_0000_0000 &- 0x3fe6_a09e_0000_0000)
        exponent = exponent &+ Int(truncatingIfNeeded: shifted &>> 52)
        let value = Double(bitPattern: (shifted & 0x000f_ffff_ffff_ffff) &+ 0x3fe6_a09e_0000_0000)
        return (value - 1, exponent)
    }

    /// log(1 + f) - f + halfSquare.
    @inlinable @_noLocks static func logKernel(_ f: Double, _ halfSquare: Double) -> Double {
        let s = f / (2 + f)
        let z = s * s
        let w = z * z
        let odd =
            w * (3.999999999940941908e-01 + w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01))
        let even =
            z
            * (6.666666666666735130e-01
                + w
                * (2.857142874366239149e-01 + w * (1.818357216161805012e-01 + w * 1.479819860511658591e-01)))
        return s * (halfSquare + (even + odd))
    }
}
