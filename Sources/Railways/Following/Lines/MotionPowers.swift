// SPDX-License-Identifier: MIT
import DeterministicMath

/// Caches powers of a speed's likelihoods. Their densities have floors and steps, and fixes come at a constant interval: most of
/// the powers are the same from one fix to the next, and computing a power is expensive.
struct MotionPowers: Sendable {
    var stationary = RepeatedPower()
    var walking = RepeatedPower()
    var cycling = RepeatedPower()
    var driving = RepeatedPower()
    var cruising = RepeatedPower()
    var train = RepeatedPower()
    var tram = RepeatedPower()
}

/// A power that is mostly requested again with the same arguments.
struct RepeatedPower: Sendable {
    private var base = 1.0
    private var exponent = 0.0
    private var value = 1.0

    mutating func of(_ base: Double, _ exponent: Double) -> Double {
        if base != self.base || exponent != self.exponent {
            (self.base, self.exponent) = (base, exponent)
            value = DeterministicMath.pow(base, exponent)
        }
        return value
    }
}
