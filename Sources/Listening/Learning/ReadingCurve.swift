// SPDX-License-Identifier: MIT

/// A rising curve of the second degree from what is read to what is true.
struct ReadingCurve: Sendable {
    /// The range of the readings from which it was learnt; beyond it the curve continues as a straight line.
    private let range: ClosedRange<Double>
    private let middle: Double
    private let factors: [Double]

    /// A curve that saves less than this share of the squared error is chance.
    private static let leastGain = 0.05

    /// Returns nil if a curve gains nothing or does not rise throughout.
    init?(_ readings: [Double], _ truths: [Double]) {
        guard let low = readings.min(), let high = readings.max(), low < high, readings.count >= 20 else { return nil }
        (range, middle) = (low...high, (low + high) / 2)
        let scale = 2 / (high - low)
        var products = [Double](repeating: 0, count: 9), moments = [Double](repeating: 0, count: 3)
        for (reading, truth) in zip(readings, truths) {
            let x = (reading - middle) * scale, powers = [1, x, x * x]
            for a in 0..<3 {
                moments[a] += powers[a] * truth
                for b in 0...a { products[a * 3 + b] += powers[a] * powers[b] }
            }
        }
        let system = SymmetricSystem(products, size: 3)
        guard system.isValid else { return nil }
        let solved = system.solve(moments)
        factors = [solved[0], solved[1] * scale, solved[2] * scale * scale]
        guard slope(low) > 0, slope(high) > 0 else { return nil }
        var straight = 0.0, curved = 0.0
        for (reading, truth) in zip(readings, truths) {
            straight += (reading - truth) * (reading - truth)
            curved += (value(reading) - truth) * (value(reading) - truth)
        }
        guard curved < (1 - Self.leastGain) * straight else { return nil }
    }

    func value(_ reading: Double) -> Double {
        let near = min(max(reading, range.lowerBound), range.upperBound), x = near - middle
        return factors[0] + x * (factors[1] + x * factors[2]) + (reading - near) * slope(near)
    }

    private func slope(_ reading: Double) -> Double { factors[1] + 2 * factors[2] * (reading - middle) }
}
