// SPDX-License-Identifier: MIT

/// Feature vectors with their means and standard deviations, scaled to zero mean and unit variance.
struct FeatureTable {
    let scale: FeatureScale
    /// Scaled vectors.
    let rows: [[Double]]
    /// The fold of each row in cross-validation: stretches of time stay together, since neighbouring windows overlap.
    let folds: [Int]

    static let foldCount = 5
    /// The share of the loss in left-out lessons (squared error of a number, log loss of classes) that doubtful features must save to
    /// be used: half, since a key has few lessons.
    static let leastGain = 0.5

    /// - Parameter blocks: the block of time from which each row is.
    init(_ rows: [[Double]], blocks: [Int]) {
        let scale = FeatureScale(rows)
        self.scale = scale
        self.rows = rows.map(scale.apply)
        folds = blocks.map { $0 % Self.foldCount }
    }
}

/// Means and standard deviations of features.
struct FeatureScale: Sendable {
    private let means: [Double]
    private let factors: [Double]

    init(_ rows: [[Double]]) {
        let size = rows.first?.count ?? 0, count = Double(max(rows.count, 1))
        var means = [Double](repeating: 0, count: size), squares = means
        for row in rows { for place in 0..<size { means[place] += row[place] / count } }
        for row in rows { for place in 0..<size { squares[place] += (row[place] - means[place]) * (row[place] - means[place]) / count } }
        self.means = means
        // A feature that varies by less than a tenth of a decibel carries no information.
        factors = squares.map { $0 > 0.01 ? 1 / $0.squareRoot() : 0 }
    }

    /// Scales features, and clamps them to four standard deviations, beyond which nothing was learnt.
    func apply(_ features: [Double]) -> [Double] {
        features.indices.map { min(max((features[$0] - means[$0]) * factors[$0], -4), 4) }
    }
}
