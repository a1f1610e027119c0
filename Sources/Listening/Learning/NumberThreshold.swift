// SPDX-License-Identifier: MIT
import Foundation

/// Tells by a number that was read which of two classes is true: the one that lies above a threshold or the one below.
///
/// A class such as all that moves spreads far along its number. A discriminant between the means would take what crawls for
/// standing.
struct NumberThreshold: Sendable {
    private let threshold: Double

    /// The threshold that reads most lessons correctly, both classes counting the same; nil if one of them is missing.
    init?(_ readings: [Double], isAbove: [Bool]) {
        let above = Double(isAbove.count { $0 }), below = Double(isAbove.count) - above
        guard above > 0, below > 0 else { return nil }
        let sorted = zip(readings, isAbove).sorted { $0.0 < $1.0 }
        var score = 0.0, best = -Double.infinity, from = sorted[0].0, to = from
        for (place, lesson) in sorted.enumerated() {
            score += lesson.1 ? -1 / above : 1 / below
            guard score >= best, place + 1 < sorted.count else { continue }
            let next = (lesson.0 + sorted[place + 1].0) / 2
            if score > best { from = next }
            (best, to) = (score, next)
        }
        threshold = (from + to) / 2
    }

    /// The logarithms of the probabilities that the number lies above and below, by a logistic curve of one unit.
    func logPosterior(_ reading: Double) -> [Double] {
        let distance = reading - threshold
        return [-log1p(exp(-distance)), -log1p(exp(distance))]
    }
}
