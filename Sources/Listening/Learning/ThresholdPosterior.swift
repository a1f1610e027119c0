// SPDX-License-Identifier: MIT
import Foundation

/// Estimates from a reading whether the true number lies above or below a threshold.
///
/// The error of a reading is assumed normal, and the true number uniform on either side of the threshold, within the learnt range.
/// Comparing the reading with the threshold is not enough: the error may be many times as large as the numbers below it.
struct ThresholdPosterior: Sendable {
    private let threshold: Double
    private let range: ClosedRange<Double>
    private let error: Double

    /// - Parameters:
    ///   - threshold: in the unit of the number.
    ///   - range: the least and the greatest number that was learnt.
    ///   - error: the standard deviation of a reading.
    /// - Returns: nil if the range lies on one side of the threshold, or the error is 0.
    init?(threshold: Double, range: ClosedRange<Double>, error: Double) {
        guard range.lowerBound < threshold, threshold < range.upperBound, error > 0 else { return nil }
        (self.threshold, self.range, self.error) = (threshold, range, error)
    }

    /// The logarithms of the probabilities that the number lies above and below, both sides as probable at first.
    /// - Parameter reading: within the range.
    func logPosterior(_ reading: Double) -> [Double] {
        let above = log(density(reading, threshold...range.upperBound)), below = log(density(reading, range.lowerBound...threshold))
        let sum = max(above, below) + log1p(exp(-abs(above - below)))
        return [above - sum, below - sum]
    }

    /// The probability density of a reading whose number is uniform in an interval.
    private func density(_ reading: Double, _ numbers: ClosedRange<Double>) -> Double {
        func tail(_ number: Double) -> Double { erfc((number - reading) / (error * 2.0.squareRoot())) / 2 }
        let share = tail(numbers.lowerBound) - tail(numbers.upperBound)
        // Many errors away the share is too small for a number of its own.
        return max(share, .leastNormalMagnitude) / (numbers.upperBound - numbers.lowerBound)
    }
}
