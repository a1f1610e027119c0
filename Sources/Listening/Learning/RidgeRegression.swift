// SPDX-License-Identifier: MIT

/// Linear regression with a penalty on large weights (Hoerl & Kennard 1970), the penalty chosen by cross-validation.
///
/// What is read is straightened by a curve of the second degree, since sounds seldom follow a number in a straight line. The curve
/// is learnt from readings of rows that were left out, as those of other sounds will be.
///
/// Features that rarely help a number have a penalty of their own, so heavy that they are ignored unless they save much (banded
/// ridge regression; Nunez-Elizalde et al. 2019).
struct RidgeRegression: Sendable {
    private var weights: [Double]
    private var offset: Double
    /// The least and greatest value learnt; no reading lies beyond.
    let range: ClosedRange<Double>
    private var curve: ReadingCurve?
    /// The root mean square error of what is read in rows that were left out; 0 if nothing else was left to learn from. The curve
    /// was learnt from the same rows, and rows overlap at the borders of folds, so it may be a fifth too low after few lessons.
    private(set) var error = 0.0

    private static let penalties = [0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3]

    /// - Parameters:
    ///   - rows: scaled feature vectors.
    ///   - targets: the value of each row.
    ///   - folds: the fold of each row.
    ///   - doubtful: the places of the features that rarely help.
    init?(_ rows: [[Double]], _ targets: [Double], folds: [Int], doubtful: Range<Int> = 0..<0) {
        guard let size = rows.first?.count, let low = targets.min(), let high = targets.max(), low < high else { return nil }
        range = low...high
        let unread = [Double?](repeating: nil, count: rows.count)
        var parts = (0..<FeatureTable.foldCount).map { _ in NormalEquations(size: size) }
        for (row, (target, fold)) in zip(rows, zip(targets, folds)) { parts[fold].add(row, target) }
        let whole = parts.reduce(into: NormalEquations(size: size)) { $0.combine($1, 1) }
        // The training sums without each fold.
        let training = parts.indices.filter { parts[$0].count > 0 && parts[$0].count < whole.count }.map { fold in
            var sums = whole
            sums.combine(parts[fold], -1)
            return (fold: fold, sums: sums)
        }
        func best(ignoring doubtful: Range<Int>) -> (penalty: Penalty, error: Double, readings: [Double?]) {
            Self.penalties.map { all in
                let penalty = Penalty(all: all, ignored: doubtful)
                let (error, readings) = Self.leavingOut(rows, targets, folds, training, penalty)
                return (penalty, error, readings)
            }.reduce((Penalty(all: 0), .infinity, unread)) { $1.1 < $0.1 ? $1 : $0 }
        }
        var chosen = best(ignoring: doubtful)
        if !doubtful.isEmpty, case let other = best(ignoring: 0..<0), other.error < chosen.error * (1 - FeatureTable.leastGain) {
            chosen = other
        }
        let pairs = zip(chosen.readings, targets).compactMap { reading, target in reading.map { (read: $0, true: target) } }
        curve = ReadingCurve(pairs.map(\.read), pairs.map(\.true))
        (weights, offset) = whole.solve(penalty: chosen.penalty)
        let squares = pairs.reduce(0) { $0 + (straightened($1.read) - $1.true) * (straightened($1.read) - $1.true) }
        error = (squares / Double(max(pairs.count, 1))).squareRoot()
    }

    /// Reads each row by a regression learnt without its fold.
    /// - Returns: the sum of the squared errors, and what is read.
    private static func leavingOut(
        _ rows: [[Double]], _ targets: [Double], _ folds: [Int], _ training: [(fold: Int, sums: NormalEquations)], _ penalty: Penalty
    ) -> (error: Double, readings: [Double?]) {
        var error = 0.0, readings = [Double?](repeating: nil, count: rows.count)
        for (fold, sums) in training {
            let (weights, offset) = sums.solve(penalty: penalty)
            for place in rows.indices where folds[place] == fold {
                let reading = product(weights, rows[place]) + offset
                readings[place] = reading
                error += (reading - targets[place]) * (reading - targets[place])
            }
        }
        return (error, readings)
    }

    func value(_ features: [Double]) -> Double { straightened(Self.product(weights, features) + offset) }

    private func straightened(_ reading: Double) -> Double {
        min(max(curve?.value(reading) ?? reading, range.lowerBound), range.upperBound)
    }

    static func product(_ a: [Double], _ b: [Double]) -> Double {
        var sum = 0.0
        for place in 0..<min(a.count, b.count) { sum += a[place] * b[place] }
        return sum
    }
}

/// The penalty on large weights, relative to the number of rows.
private struct Penalty {
    var all: Double
    /// Features whose weights are kept close to 0.
    var ignored: Range<Int> = 0..<0

    func callAsFunction(_ feature: Int) -> Double { ignored.contains(feature) ? 1000 : all }
}

/// The sums from which a regression is solved.
private struct NormalEquations {
    let size: Int
    private(set) var count = 0.0
    private var products: [Double]
    private var sums: [Double]
    private var moments: [Double]
    private var total = 0.0

    init(size: Int) {
        self.size = size
        products = [Double](repeating: 0, count: size * size)
        sums = [Double](repeating: 0, count: size)
        moments = sums
    }

    mutating func add(_ row: [Double], _ target: Double) {
        count += 1
        total += target
        for a in 0..<size {
            sums[a] += row[a]
            moments[a] += row[a] * target
            for b in 0...a { products[a * size + b] += row[a] * row[b] }
        }
    }

    mutating func combine(_ other: NormalEquations, _ sign: Double) {
        count += sign * other.count
        total += sign * other.total
        for place in sums.indices {
            sums[place] += sign * other.sums[place]
            moments[place] += sign * other.moments[place]
        }
        for place in products.indices { products[place] += sign * other.products[place] }
    }

    func solve(penalty: Penalty) -> (weights: [Double], offset: Double) {
        var matrix = products, right = moments
        for a in 0..<size {
            right[a] -= sums[a] * total / count
            for b in 0...a { matrix[a * size + b] -= sums[a] * sums[b] / count }
            matrix[a * size + a] += penalty(a) * count
        }
        let weights = SymmetricSystem(matrix, size: size).solve(right)
        return (weights, (total - RidgeRegression.product(weights, sums)) / count)
    }
}

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
