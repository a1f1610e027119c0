// SPDX-License-Identifier: MIT

/// Correlations of paired values.
enum Correlation {
    /// Pearson's r; nil if one side is constant.
    static func pearson(_ a: [Double], _ b: [Double]) -> Double? {
        guard a.count == b.count, a.count > 2 else { return nil }
        let n = Double(a.count), meanA = a.reduce(0, +) / n, meanB = b.reduce(0, +) / n
        var (products, squaresA, squaresB) = (0.0, 0.0, 0.0)
        for (x, y) in zip(a, b) {
            products += (x - meanA) * (y - meanB)
            squaresA += (x - meanA) * (x - meanA)
            squaresB += (y - meanB) * (y - meanB)
        }
        guard squaresA > 1e-12, squaresB > 1e-12 else { return nil }
        return products / (squaresA * squaresB).squareRoot()
    }

    /// Spearman's rho: Pearson's r of the ranks, ties sharing their mean rank.
    static func spearman(_ a: [Double], _ b: [Double]) -> Double? { pearson(ranks(a), ranks(b)) }

    static func ranks(_ values: [Double]) -> [Double] {
        let order = values.indices.sorted { values[$0] < values[$1] }
        var ranks = [Double](repeating: 0, count: values.count), start = 0
        while start < order.count {
            var end = start
            while end + 1 < order.count, values[order[end + 1]] == values[order[start]] { end += 1 }
            for place in start...end { ranks[order[place]] = Double(start + end) / 2 }
            start = end + 1
        }
        return ranks
    }

    /// What is left of `values` after linear regression on a constant and `others`.
    static func residual(_ values: [Double], on others: [[Double]]) -> [Double] {
        let size = others.count + 1
        func regressor(_ index: Int, _ place: Int) -> Double { index == 0 ? 1 : others[index - 1][place] }
        var matrix = [Double](repeating: 0, count: size * size), right = [Double](repeating: 0, count: size)
        for place in values.indices {
            for a in 0..<size {
                right[a] += regressor(a, place) * values[place]
                for b in 0...a { matrix[a * size + b] += regressor(a, place) * regressor(b, place) }
            }
        }
        for a in 0..<size { matrix[a * size + a] += 1e-9 * (matrix[a * size + a] + 1) }
        let weights = SymmetricSystem(matrix, size: size).solve(right)
        return values.indices.map { place in values[place] - (0..<size).reduce(0) { $0 + weights[$1] * regressor($1, place) } }
    }
}
