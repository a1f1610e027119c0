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
    ///   - noise: Its standard deviation, if the receiver gives it.
    ///   - isStanding: Whether the speed counts as none; `wasStanding` is the value at the previous fix.
    init(speed v: Double, noise: Double, isStanding: Bool, wasStanding: Bool) {
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
        func bell(_ mean: Double, _ sigma: Double) -> Double { Self.bell(v - mean, sigma) / (2.507 * sigma) }
        // Densities per m/s, with floors for unusual speeds.
        stationary = max(1e-4, 0.024 / (0.3 + noise) * DeterministicMath.exp(-(v - 0.6) / (0.3 + noise)))
        walking = max(2e-4, 0.85 * bell(Self.walkingSpeed, Self.walkingSigma(noise)))
        cycling = v < 12 ? max(1e-3, 0.9 * bell(4.8, (1.96 + noise * noise).squareRoot())) : 1e-4
        driving = v < 6 ? 0.015 : v < 20 ? 0.045 : v < 40 ? 0.012 : 1e-3
        cruising = v < 6 ? 0.015 : v < 14 ? 0.04 : v < 36 ? 0.036 : v < 45 ? 0.01 : 1e-3
        tram = v < 6 ? 0.055 : v < 14 ? 0.045 : v < 20 ? 0.02 : v < 26 ? 3e-3 : 1e-4
        train = v < 8 ? 0.012 : v < 26 ? 0.042 : v < 45 ? 0.015 : v < 95 ? 4e-3 : 1e-4
    }

    /// How many times more likely a receiver's own speed is if the rider walks than if the rider stands.
    ///
    /// Receivers mostly report zero at rest, however poor the position; on foot a poor one reports anything.
    /// - Parameters:
    ///   - speed: In metres per second.
    ///   - noise: Its standard deviation.
    static func walkingPerStanding(_ speed: Double, noise: Double) -> Double {
        let least = 0.35
        let restsStanding = 0.85
        let walk = walkingSigma(noise)
        guard speed >= least else {
            // The logistic function is within 0.01 of the normal distribution's.
            return 1 / (1 + DeterministicMath.exp(1.702 * (walkingSpeed - least) / walk)) / restsStanding
        }
        let stand = (0.09 + noise * noise).squareRoot()
        func density(_ offset: Double, _ sigma: Double) -> Double { max(1e-3, bell(offset, sigma)) / sigma }
        return density(speed - walkingSpeed, walk) / (2 * (1 - restsStanding) * density(speed, stand))
    }

    /// The mean speed of people on foot, and the standard deviation with which a receiver of this noise shows it; m/s.
    private static let walkingSpeed = 1.35
    private static func walkingSigma(_ noise: Double) -> Double { (0.25 + noise * noise).squareRoot() }

    /// A normal distribution's density relative to its peak.
    private static func bell(_ offset: Double, _ sigma: Double) -> Double {
        DeterministicMath.exp(-offset * offset / (2 * sigma * sigma))
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
            value = DeterministicMath.exp(exponent * DeterministicMath.log(base))
        }
        return value
    }
}
