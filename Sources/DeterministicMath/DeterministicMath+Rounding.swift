// SPDX-License-Identifier: MIT
/// Rounding functions that the lock checker can analyse (`rounded()` is opaque to it). Any thread.
extension DeterministicMath {
    /// The nearest whole number, halves to even.
    @inlinable @_noLocks public static func round(_ x: Double) -> Double {
        // From 2^52 up, every Double is a whole number; below that, adding 2^52 shifts the fraction out.
        guard magnitude(x) < 0x1p52 else { return x }
        return x < 0 ? (x - 0x1p52) + 0x1p52 : (x + 0x1p52) - 0x1p52
    }
    /// The largest whole number not above x.
    @inlinable @_noLocks public static func floor(_ x: Double) -> Double {
        let whole = round(x)
        return whole > x ? whole - 1 : whole
    }
    /// The nearest whole number, halves to even, as Int; |x| must be below 2^51.
    @inlinable @_noLocks public static func roundToInt(_ x: Double) -> Int {
        // In 1.5 * 2^52 + x, the low mantissa bits are the whole number in two's complement.
        Int(truncatingIfNeeded: Int64(bitPattern: (x + 0x1.8p52).bitPattern &- 0x4338_0000_0000_0000))
    }
    /// The largest whole number not above x, as Int; |x| must be below 2^51.
    @inlinable @_noLocks public static func floorToInt(_ x: Double) -> Int {
        let shifted = x + 0x1.8p52
        let whole = Int(truncatingIfNeeded: Int64(bitPattern: shifted.bitPattern &- 0x4338_0000_0000_0000))
        return shifted - 0x1.8p52 > x ? whole &- 1 : whole
    }
    /// The nearest whole number, halves to even, as Int.
    @inlinable @_noLocks public static func roundToInt(_ x: Float) -> Int { roundToInt(Double(x)) }
}
