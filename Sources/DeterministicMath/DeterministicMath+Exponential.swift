// SPDX-License-Identifier: MIT
/// Exponentials. Any thread.
extension DeterministicMath {
    /// e^x.
    @inlinable @_noLocks public static func exp(_ x: Double) -> Double {
        if x > 709.782712893384 { return .infinity }
        if x < -745.1332191019412 { return 0 }
        if x != x { return x }
        let n = roundToInt(x * 1.4426950408889634)
        let whole = Double(n)
        // ln 2 in two parts, the first short enough that its product is exact.
        return scale(expKernel(x - whole * 6.93147180369123816490e-01, -(whole * 1.90821492927058770002e-10)), n)
    }

    /// 2^x; exact for whole x.
    @inlinable @_noLocks public static func exp2(_ x: Double) -> Double {
        if x >= 1024 { return .infinity }
        if x < -1075 { return 0 }
        if x != x { return x }
        return exp2(x, 0)
    }

    /// 2^(high + low) for |high| < 1100.
    @inlinable @_noLocks static func exp2(_ high: Double, _ low: Double) -> Double {
        let n = roundToInt(high)
        let rest = high - Double(n)
        let (product, error) = exactProduct(rest, 0.6931471805599453)
        return scale(expKernel(product, error + (rest * 2.319046813846299558e-17 + low * 0.6931471805599453)), n)
    }

    /// e^(high + low) for |high| <= 0.35 and a much smaller low.
    @inlinable @_noLocks static func expKernel(_ high: Double, _ low: Double) -> Double {
        let x = high + low
        let xx = x * x
        let even =
            xx
            * (1.66666666666666019037e-01
                + xx
                * (-2.77777777770155933842e-03
                    + xx
                    * (6.61375632143793436117e-05
                        + xx * (-1.65339022054652515390e-06 + xx * 4.13813679705723846039e-08))))
        let c = x - even
        return 1 + ((x * c / (2 - c) + low) + high)
    }
}
