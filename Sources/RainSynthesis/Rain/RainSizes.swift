// SPDX-License-Identifier: MIT
import DeterministicMath

/// Drop sizes in 16 classes from 0.5 to 6 mm: how many fall on the ground, how fast, and how loud.
///
/// Sizes by Marshall & Palmer (1948), N(D) = 8000 exp(-L D) per m^3 and mm with L = 4.1 R^-0.21 per mm; terminal speeds by Atlas,
/// Srivastava & Sekhon (1973), v(D) = 9.65 - 10.3 exp(-0.6 D) m/s; radiated energy ~ D^3 v^5 (Guo & Ffowcs Williams 1991). Any thread.
enum RainSizes {
    static var count: Int { @_noLocks get { 16 } }

    /// The lower bound of a class in mm; that of class 16 is the largest drop.
    @_noLocks static func edge(_ index: Int) -> Double {
        let place = Double(index)
        return index <= 10 ? 0.5 + 0.25 * place : 3 + 0.5 * (place - 10)
    }

    /// The diameter that represents a class, in mm.
    @_noLocks static func middle(_ size: Int) -> Double { 0.5 * (edge(size) + edge(size &+ 1)) }

    /// The terminal speed of a drop of `diameter` mm in m/s.
    @_noLocks static func speed(_ diameter: Double) -> Double {
        let v = 9.65 - 10.3 * DeterministicMath.exp(-0.6 * diameter)
        return v > 0 ? v : 0
    }

    /// The amplitude of a drop at 1 m, relative to a drop of 2 mm.
    static func strength(_ diameter: Double) -> Double {
        func energy(_ d: Double) -> Double { d * d * d * DeterministicMath.pow(speed(d), 5) }
        return DeterministicMath.sqrt(energy(diameter) / energy(2))
    }

    /// Drops of every class that fall per square metre and second at `intensity` mm/h: the integral of N(D) v(D).
    @_noLocks static func flux(intensity: Double) -> SIMD16<Double> {
        var flux = SIMD16<Double>()
        guard intensity > 0 else { return flux }
        let slope = 4.1 * DeterministicMath.exp(-0.21 * DeterministicMath.log(intensity))
        var size = count
        var above = integral(slope, edge(size))
        while size > 0 {
            size &-= 1
            let here = integral(slope, edge(size))
            flux[size] = 8000 * (here - above)
            above = here
        }
        return flux
    }

    /// The integral of exp(-slope D) v(D) from `diameter` up.
    @_noLocks private static func integral(_ slope: Double, _ diameter: Double) -> Double {
        let even = DeterministicMath.exp(-slope * diameter)
        return 9.65 * even / slope - 10.3 * even * DeterministicMath.exp(-0.6 * diameter) / (slope + 0.6)
    }
}
