// SPDX-License-Identifier: MIT
/// Powers. Any thread.
extension DeterministicMath {
    /// x^y within 2 ulp, with the special cases of IEEE 754 (x^0 = 1^y = 1; a negative x with a fractional y is NaN).
    @inlinable @_noLocks public static func pow(_ x: Double, _ y: Double) -> Double {
        if y == 0 || x == 1 { return 1 }
        if x != x || y != y { return .nan }
        let size = magnitude(x)
        var sign = 1.0
        if x.bitPattern &>> 63 == 1 {
            // From 2^53 up, every Double is even.
            let exponent = magnitude(y)
            if exponent < 0x1p53 {
                if floor(exponent) == exponent {
                    if floor(exponent * 0.5) * 2 != exponent { sign = -1 }
                } else if size != 0, size < .infinity {
                    return .nan
                }
            }
        }
        if size == 0 || size == .infinity { return sign * ((size == 0) == (y < 0) ? .infinity : 0) }
        if size == 1 { return sign }
        if magnitude(y) > 0x1p65 { return sign * ((size > 1) == (y > 0) ? .infinity : 0) }
        let (high, low) = preciseLog2(size)
        let (product, error) = exactProduct(high, y)
        if product >= 1025 { return sign * .infinity }
        if product <= -1080 { return sign * 0 }
        return sign * exp2(product, error + low * y)
    }

    /// log2(x) as an unevaluated sum, accurate to about 2^-64; x positive and finite.
    ///
    /// With s = f/(2 + f), log(1 + f) = 2s + 2s^3/3 + ...: the first two terms are computed in twice the precision, the rest in
    /// Double.
    @inlinable @_noLocks static func preciseLog2(_ x: Double) -> (Double, Double) {
        let (f, exponent) = mantissa(x)
        let (bottom, bottomLow) = exactSum(2, f)
        let s = f / bottom
        let (back, backLow) = exactProduct(s, bottom)
        let sLow = (((f - back) - backLow) - s * bottomLow) / bottom
        let (z, zError) = exactProduct(s, s)
        let zLow = zError + 2 * s * sLow
        // log(1 + f) / 2s = 1 + z/3 + z^2 * tail(z).
        let fine = 1.0 / 17 + z * (1.0 / 19 + z * (1.0 / 21 + z * (1.0 / 23 + z * (1.0 / 25 + z / 27))))
        let tail =
            z * z * (0.2 + z * (1.0 / 7 + z * (1.0 / 9 + z * (1.0 / 11 + z * (1.0 / 13 + z * (1.0 / 15 + z * fine))))))
        let (third, thirdError) = exactProduct(z, 1.0 / 3)
        let thirdLow = thirdError + (z * 1.850371707708594e-17 + zLow / 3)
        let (factor, factorLow) = exactSum(1, third)
        let (factorA, factorB) = exactSum(factor, tail)
        let series = factorA
        let seriesLow = factorB + (factorLow + thirdLow)
        // Times 2/ln 2 in two parts.
        let (scaled, scaledError) = exactProduct(s, 2.8853900817779268)
        let scaledLow = scaledError + (s * 4.0710547481862066e-17 + sLow * 2.8853900817779268)
        let (product, productError) = exactProduct(scaled, series)
        let productLow = productError + (scaled * seriesLow + scaledLow * series)
        let (sum, sumLow) = exactSum(Double(exponent), product)
        let (high, low) = exactSum(sum, sumLow + productLow)
        return (high, low)
    }
}
