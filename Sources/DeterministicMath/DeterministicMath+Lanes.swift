// SPDX-License-Identifier: MIT
/// Functions of eight numbers at once, for tables: each lane equals the function of one number. Any thread.
extension DeterministicMath {
    /// e^x for |x| <= 700.
    @inlinable @_noLocks public static func exp(_ x: SIMD8<Double>) -> SIMD8<Double> {
        let (bits, whole) = nearest(x * 1.4426950408889634)
        let high = x - whole * 6.93147180369123816490e-01, low = -(whole * 1.90821492927058770002e-10)
        let y = high + low
        let yy = y * y
        var even = 4.13813679705723846039e-08 * yy
        even = yy * (-1.65339022054652515390e-06 + even)
        even = yy * (6.61375632143793436117e-05 + even)
        even = yy * (-2.77777777770155933842e-03 + even)
        even = yy * (1.66666666666666019037e-01 + even)
        let c = y - even
        return (1 + ((y * c / (2 - c) + low) + high)) * unsafeBitCast((bits &+ 1023) &<< 52, to: SIMD8<Double>.self)
    }

    /// The sine of x turns for |x| < 2^49.
    @inlinable @_noLocks public static func sin(turns x: SIMD8<Double>) -> SIMD8<Double> {
        let (quarters, whole) = nearest(4 * x)
        let rest = x - 0.25 * whole
        // The exact product of the rest and 2 pi, in two parts.
        let split = rest * 134_217_729
        let upper = split - (split - rest)
        let lower = rest - upper
        let piUpper = 6.283185362815857, piLower = -5.563627070159782e-08
        let high = rest * 6.283185307179586
        let error = ((upper * piUpper - high) + upper * piLower + lower * piUpper) + lower * piLower
        let low = error + rest * 2.4492935982947064e-16
        let z = high * high

        var odd = z * 1.58969099521155010221e-10
        odd = z * (-2.50507602534068634195e-08 + odd)
        odd = z * (2.75573137070700676789e-06 + odd)
        odd = z * (-1.98412698298579493134e-04 + odd)
        odd = 8.33333333332248946124e-03 + odd
        let v = z * high
        let sine = (high - ((z * (0.5 * low - v * odd) - low) + v * 1.66666666666666324348e-01))
            .replacing(with: high + low, where: z .< 0x1p-54)

        var even = z * -1.13596475577881948265e-11
        even = z * (2.08757232129817482790e-09 + even)
        even = z * (-2.75573143513906633035e-07 + even)
        even = z * (2.48015872894767294178e-05 + even)
        even = z * (-1.38888888888741095749e-03 + even)
        even = z * (4.16666666666666019037e-02 + even)
        let half = 0.5 * z
        let w = 1 - half
        let cosine = w + (((1 - w) - half) + (z * even - high * low))

        let value = sine.replacing(with: cosine, where: (quarters & 1) .== 1)
        return value.replacing(with: -value, where: (quarters & 2) .== 2)
    }

    /// The nearest whole numbers, halves to even, as bits in two's complement (the lowest 51 hold) and as numbers; |x| < 2^51.
    @inlinable @_noLocks static func nearest(_ x: SIMD8<Double>) -> (SIMD8<UInt64>, SIMD8<Double>) {
        let shifted = x + 0x1.8p52
        return (unsafeBitCast(shifted, to: SIMD8<UInt64>.self) &- 0x4338_0000_0000_0000, shifted - 0x1.8p52)
    }
}
