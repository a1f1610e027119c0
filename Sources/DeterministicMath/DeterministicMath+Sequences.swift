// SPDX-License-Identifier: MIT
extension DeterministicMath {
    /// The van der Corput sequence 0, 1/2, 1/4, 3/4, 1/8, ...: its first 2^n terms are spaced evenly over 0 ..< 1 (J. G. van der
    /// Corput, Verteilungsfunktionen, 1935). Exact.
    /// - Parameter index: 0 or more.
    @_noLocks public static func vanDerCorput(_ index: Int) -> Double {
        var rest = index, digit = 0.5, value = 0.0
        while rest > 0 {
            if rest & 1 == 1 { value += digit }
            rest >>= 1
            digit /= 2
        }
        return value
    }
}
