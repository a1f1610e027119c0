import Foundation

/// A plain generator for test signals (splitmix64), with the distributions they need.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64
    private var spare: Double?

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// 0 < u <= 1.
    mutating func uniform() -> Double { (Double(next() >> 11) + 1) / 9_007_199_254_740_992 }

    /// Mean 0, standard deviation 1 (Box and Muller).
    mutating func gaussian() -> Double {
        if let value = spare {
            spare = nil
            return value
        }
        let radius = (-2 * log(uniform())).squareRoot()
        let angle = 2 * Double.pi * uniform()
        spare = radius * sin(angle)
        return radius * cos(angle)
    }

    /// Gamma with a whole shape and mean 1: the mean of as many exponentials.
    mutating func gamma(shape: Int) -> Double {
        (0..<shape).reduce(0) { sum, _ in sum - log(uniform()) } / Double(shape)
    }
}
