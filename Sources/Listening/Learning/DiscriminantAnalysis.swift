// SPDX-License-Identifier: MIT
import Foundation

/// Linear discriminant analysis with equal priors: one mean per class, one covariance for all, chosen by cross-validation among
/// regularized ones. A share is taken from each covariance of two features, and the same share of the mean variance added to each
/// variance (Friedman 1989 also takes the share from the variances). Features that rarely help are ignored unless they save much.
struct DiscriminantAnalysis: Sendable {
    let classes: [String]
    private var weights: [[Double]]
    private var offsets: [Double]

    private static let shrinkages = [0.02, 0.05, 0.1, 0.2, 0.4, 0.7]

    /// - Parameters:
    ///   - rows: scaled feature vectors.
    ///   - names: the class of each row.
    ///   - folds: the fold of each row.
    ///   - doubtful: the places of the features that rarely help.
    init?(_ rows: [[Double]], _ names: [String], folds: [Int], doubtful: Range<Int> = 0..<0) {
        let classes = Set(names).sorted()
        guard classes.count > 1, let size = rows.first?.count else { return nil }
        self.classes = classes
        let places = names.map { name in classes.firstIndex(of: name) ?? 0 }
        var parts = (0..<FeatureTable.foldCount).map { _ in ClassSums(size: size, classes: classes.count) }
        for (row, (place, fold)) in zip(rows, zip(places, folds)) { parts[fold].add(row, place) }
        let whole = parts.reduce(into: ClassSums(size: size, classes: classes.count)) { $0.combine($1, 1) }
        // The training sums without each fold, where these include every class.
        let training = parts.indices.compactMap { fold in
            var sums = whole
            sums.combine(parts[fold], -1)
            return folds.contains(fold) && sums.counts.allSatisfy { $0 > 0 } ? (fold: fold, sums: sums) : nil
        }
        func best(ignoring ignored: Range<Int>) -> (shrinkage: Double, score: Double) {
            let scored = Self.shrinkages.map { shrinkage in
                var score = 0.0
                for (fold, sums) in training {
                    let (weights, offsets) = sums.discriminants(shrinkage: shrinkage, ignoring: ignored)
                    for row in rows.indices where folds[row] == fold {
                        let posterior = Self.logPosterior(rows[row], weights, offsets)
                        score += max(posterior[places[row]], -8) / whole.counts[places[row]]
                    }
                }
                return (shrinkage: shrinkage, score: score)
            }
            // If every score is perfect, a middle shrinkage is used.
            return scored.contains { $0.score < 0 } ? scored.max { $0.score < $1.score } ?? scored[0] : (0.2, 0)
        }
        // If a class occurs in only one fold, there is nothing to cross-validate with.
        var ignored = training.isEmpty ? 0..<0 : doubtful
        var chosen = best(ignoring: ignored)
        if !ignored.isEmpty, case let other = best(ignoring: 0..<0), other.score > chosen.score * (1 - FeatureTable.leastGain) {
            (chosen, ignored) = (other, 0..<0)
        }
        (weights, offsets) = whole.discriminants(shrinkage: chosen.shrinkage, ignoring: ignored)
    }

    /// The logarithm of each class's posterior probability.
    func logPosterior(_ features: [Double]) -> [Double] { Self.logPosterior(features, weights, offsets) }

    private static func logPosterior(_ features: [Double], _ weights: [[Double]], _ offsets: [Double]) -> [Double] {
        let scores = zip(weights, offsets).map { RidgeRegression.product($0, features) + $1 }
        let top = scores.max() ?? 0
        let total = top + log(scores.reduce(0) { $0 + exp($1 - top) })
        return scores.map { $0 - total }
    }
}

/// The sums from which discriminants are computed.
private struct ClassSums {
    let size: Int
    private(set) var counts: [Double]
    private var sums: [[Double]]
    private var products: [Double]

    init(size: Int, classes: Int) {
        self.size = size
        counts = [Double](repeating: 0, count: classes)
        sums = [[Double]](repeating: [Double](repeating: 0, count: size), count: classes)
        products = [Double](repeating: 0, count: size * size * classes)
    }

    mutating func add(_ row: [Double], _ place: Int) {
        counts[place] += 1
        let base = place * size * size
        for a in 0..<size {
            sums[place][a] += row[a]
            for b in 0...a { products[base + a * size + b] += row[a] * row[b] }
        }
    }

    mutating func combine(_ other: ClassSums, _ sign: Double) {
        for place in counts.indices {
            counts[place] += sign * other.counts[place]
            for a in 0..<size { sums[place][a] += sign * other.sums[place][a] }
        }
        for place in products.indices { products[place] += sign * other.products[place] }
    }

    func discriminants(shrinkage: Double, ignoring ignored: Range<Int>) -> (weights: [[Double]], offsets: [Double]) {
        let means = counts.indices.map { place in sums[place].map { $0 / counts[place] } }
        // Every class counts the same, however long it was heard.
        var matrix = [Double](repeating: 0, count: size * size)
        for place in counts.indices {
            let share = 1 / counts[place] / Double(counts.count), base = place * size * size
            for a in 0..<size {
                for b in 0...a {
                    matrix[a * size + b] += products[base + a * size + b] * share - means[place][a] * means[place][b] / Double(counts.count)
                }
            }
        }
        let mean = (0..<size).reduce(0) { $0 + matrix[$1 * size + $1] } / Double(size)
        for a in 0..<size {
            for b in 0..<a { matrix[a * size + b] *= 1 - shrinkage }
            matrix[a * size + a] += (ignored.contains(a) ? 1e6 : shrinkage) * mean + 1e-9
        }
        let system = SymmetricSystem(matrix, size: size)
        let weights = means.map { system.solve($0) }
        return (weights, zip(weights, means).map { -0.5 * RidgeRegression.product($0, $1) })
    }
}
