// SPDX-License-Identifier: MIT
/// Inverse trigonometric functions. Any thread. Results are in radians.
extension DeterministicMath {
    /// The arc tangent, -pi/2 ... pi/2.
    @inlinable @_noLocks public static func atan(_ x: Double) -> Double {
        let size = magnitude(x)
        if size != size { return x }
        var value: Double
        if size < 0.4375 {
            if size < 0x1p-27 { return x }
            return x - x * atanKernel(x)
        } else if size < 0.6875 {
            value = arc((2 * size - 1) / (2 + size), 4.63647609000806093515e-01, 2.26987774529616870924e-17)
        } else if size < 1.1875 {
            value = arc((size - 1) / (size + 1), 7.85398163397448278999e-01, 3.06161699786838301793e-17)
        } else if size < 2.4375 {
            value = arc((size - 1.5) / (1 + 1.5 * size), 9.82793723247329054082e-01, 1.39033110312309984516e-17)
        } else {
            value = arc(-1 / size, 1.57079632679489655800e+00, 6.12323399573676603587e-17)
        }
        if x < 0 { value = -value }
        return value
    }

    /// The angle of the point (x, y), -pi ... pi, with the sign of y; 0 or pi at the origin.
    @inlinable @_noLocks public static func atan2(_ y: Double, _ x: Double) -> Double {
        if x != x || y != y { return .nan }
        let isNegative = x.bitPattern &>> 63 == 1
        let negative = y.bitPattern &>> 63 == 1
        let a = magnitude(y)
        let b = magnitude(x)
        var value: Double
        if a == 0 {
            value = isNegative ? pi : 0
        } else if b == 0 {
            value = 1.5707963267948966
        } else if a == .infinity {
            value = b == .infinity ? (isNegative ? 2.356194490192345 : 0.7853981633974483) : 1.5707963267948966
        } else if b == .infinity {
            value = isNegative ? pi : 0
        } else {
            // A quotient that overflows or underflows means a right angle or none.
            let ratio = a / b
            if isNegative {
                let angle = ratio < 0x1p-64 ? 0 : (ratio > 0x1p64 ? 1.5707963267948966 : atan(ratio))
                value = pi - (angle - 1.2246467991473532e-16)
            } else {
                value = ratio > 0x1p64 ? 1.5707963267948966 : atan(ratio)
            }
        }
        return negative ? -value : value
    }

    /// The arc sine, -pi/2 ... pi/2.
    @inlinable @_noLocks public static func asin(_ x: Double) -> Double {
        let size = magnitude(x)
        guard size < 1 else { return size == 1 ? x * 1.5707963267948966 : .nan }
        if size < 0.5 { return size < 0x1p-27 ? x : x + x * asinKernel(x * x) }
        let z = (1 - size) * 0.5
        let root = sqrt(z)
        let r = asinKernel(z)
        var value: Double
        if size >= 0.975 {
            value = 1.5707963267948966 - (2 * (root + root * r) - 6.123233995736766e-17)
        } else {
            let high = Double(bitPattern: root.bitPattern & 0xffff_ffff_0000_0000)
            let c = (z - high * high) / (root + high)
            value =
                0.7853981633974483
                - ((2 * root * r - (6.123233995736766e-17 - 2 * c)) - (0.7853981633974483 - 2 * high))
        }
        if x < 0 { value = -value }
        return value
    }

    /// high + low + atan(t).
    @inlinable @_noLocks static func arc(_ t: Double, _ high: Double, _ low: Double) -> Double {
        high - ((t * atanKernel(t) - low) - t)
    }

    /// 1 - atan(x)/x for |x| < 0.44.
    @inlinable @_noLocks static func atanKernel(_ x: Double) -> Double {
        let z = x * x
        let w = z * z
        let even =
            z
            * (3.33333333333329318027e-01
                + w
                * (1.42857142725034663711e-01
                    + w
                    * (9.09088713343650656196e-02
                        + w
                        * (6.66107313738753120669e-02
                            + w * (4.97687799461593236017e-02 + w * 1.62858201153657823623e-02)))))
        let odd =
            w
            * (-1.99999999998764832476e-01
                + w
                * (-1.11111104054623557880e-01
                    + w
                    * (-7.69187620504482999495e-02
                        + w * (-5.83357013379057348645e-02 + w * -3.65315727442169155270e-02))))
        return even + odd
    }

    /// asin(x)/x - 1 as a function of x*x <= 1/4.
    @inlinable @_noLocks static func asinKernel(_ z: Double) -> Double {
        let p =
            z
            * (1.66666666666666657415e-01
                + z
                * (-3.25565818622400915405e-01
                    + z
                    * (2.01212532134862925881e-01
                        + z
                        * (-4.00555345006794114027e-02
                            + z * (7.91534994289814532176e-04 + z * 3.47933107596021167570e-05)))))
        let q =
            1 + z
            * (-2.40339491173441421878e+00
                + z
                * (2.02094576023350569471e+00 + z * (-6.88283971605453293030e-01 + z * 7.70381505559019352791e-02)))
        return p / q
    }
}
