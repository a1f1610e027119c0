// SPDX-License-Identifier: MIT
import DeterministicMath

/// The likelihood of a speed under each mode of travel.
struct MotionLikelihood: Sendable {
    var stationary: Double
    var walking: Double
    var cycling: Double
    /// By car or bus, on streets and on roads without stops.
    var driving: Double
    var cruising: Double
    var train: Double
    /// On a line whose vehicles wait in traffic.
    var tram: Double

    /// - Parameters:
    ///   - speed: In metres per second.
    ///   - isStanding: Whether the speed counts as none; `wasStanding` is the value at the previous fix.
    init(speed v: Double, isStanding: Bool, wasStanding: Bool) {
        guard !isStanding else {
            stationary = 0.97
            walking = wasStanding ? 0.5 : 0.15
            cycling = wasStanding ? 0.8 : 0.05
            driving = wasStanding ? 0.95 : 0.08
            cruising = driving
            train = wasStanding ? 0.97 : 0.08
            tram = train
            return
        }
        func bell(_ mean: Double, _ sigma: Double) -> Double {
            DeterministicMath.exp(-(v - mean) * (v - mean) / (2 * sigma * sigma)) / (2.507 * sigma)
        }
        // Densities per m/s, with floors for unusual speeds.
        stationary = max(1e-4, 0.08 * DeterministicMath.exp(-(v - 0.6) / 0.3))
        walking = max(2e-4, 0.85 * bell(1.35, 0.5))
        cycling = v < 12 ? max(1e-3, 0.9 * bell(4.8, 1.4)) : 1e-4
        driving = v < 6 ? 0.015 : v < 20 ? 0.045 : v < 40 ? 0.012 : 1e-3
        cruising = v < 6 ? 0.015 : v < 14 ? 0.04 : v < 36 ? 0.036 : v < 45 ? 0.01 : 1e-3
        tram = v < 6 ? 0.055 : v < 14 ? 0.045 : v < 20 ? 0.02 : v < 26 ? 3e-3 : 1e-4
        train = v < 8 ? 0.012 : v < 26 ? 0.042 : v < 45 ? 0.015 : v < 95 ? 4e-3 : 1e-4
    }
}

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
