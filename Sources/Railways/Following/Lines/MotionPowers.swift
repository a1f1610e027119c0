import DeterministicMath

/// The powers that a speed's likelihoods are raised to. Their densities have floors and steps, and fixes come at one interval:
/// from one fix to the next most of these are the same, and a power is dear.
struct MotionPowers: Sendable {
    var stationary = RepeatedPower()
    var walking = RepeatedPower()
    var cycling = RepeatedPower()
    var automotive = RepeatedPower()
    var train = RepeatedPower()
}

/// A power that is mostly asked for again with the same numbers.
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
