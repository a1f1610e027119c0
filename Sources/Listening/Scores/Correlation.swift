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
        guard squaresA > least * product(a, a), squaresB > least * product(b, b) else { return nil }
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

    /// What is left of `values` after linear regression on a constant and `others`, whatever their units (modified Gram-Schmidt);
    /// 0 where nothing is left.
    static func residual(_ values: [Double], on others: [[Double]]) -> [Double] {
        var axes: [[Double]] = []
        /// Nil for a column that the axes determine: only rounding is left of it.
        func rest(of column: [Double]) -> [Double]? {
            let rest = axes.reduce(column) { rest, axis in
                let share = product(rest, axis) / product(axis, axis)
                return zip(rest, axis).map { $0 - share * $1 }
            }
            return product(rest, rest) > least * product(column, column) ? rest : nil
        }
        for column in [values.map { _ in 1 }] + others {
            if let axis = rest(of: column) { axes.append(axis) }
        }
        return rest(of: values) ?? values.map { _ in 0 }
    }

    /// The share of a sum of squares below which what is left is rounding.
    private static let least = 1e-18

    private static func product(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }
}
