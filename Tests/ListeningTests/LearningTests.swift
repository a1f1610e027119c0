// SPDX-License-Identifier: MIT
import Foundation
import Testing

@testable import Listening

/// Regression, classification and correlation against closed forms.
struct LearningTests {
    /// Normal numbers (Box & Muller) from a fixed sequence.
    private struct Normal {
        private var state: UInt64 = 7
        mutating func unit() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (Double(state >> 11) + 0.5) * 0x1p-53
        }
        mutating func next() -> Double { (-2 * log(unit())).squareRoot() * cos(2 * .pi * unit()) }
    }

    @Test func aSystemIsSolved() {
        // Hilbert's 4 x 4 matrix: its inverse has integer entries.
        let size = 4
        let matrix = (0..<16).map { 1 / Double($0 / size + $0 % size + 1) }
        let column = SymmetricSystem(matrix, size: size).solve([1, 0, 0, 0])
        for (value, exact) in zip(column, [16.0, -120, 240, -140]) { #expect(abs(value - exact) < 1e-6) }
        #expect(!SymmetricSystem([1, 2, 2, 1], size: 2).isValid)
    }

    @Test func ridgeRegressionFindsTheLineAndNeverLeavesWhatItLearnt() throws {
        var random = Normal()
        let rows = (0..<600).map { _ in (0..<10).map { _ in random.next() } }
        let targets = rows.map { 3 * $0[2] - $0[7] + 5 + 0.1 * random.next() }
        let line = try #require(RidgeRegression(rows, targets, folds: rows.indices.map { $0 / 20 % 5 }))
        for (row, target) in zip(rows, targets) { #expect(abs(line.value(row) - target) < 0.6) }
        var far = [Double](repeating: 0, count: 10)
        far[2] = 100
        #expect(line.value(far) == targets.max())
        #expect(RidgeRegression([], [], folds: []) == nil)
    }

    /// A feature that rarely serves is ignored where it adds little, and read where it carries the number.
    @Test func aDoubtfulFeatureMustSaveMuch() throws {
        var random = Normal()
        let targets = (0..<1000).map { _ in 20 * random.unit() }, folds = targets.indices.map { $0 / 20 % 5 }
        func line(_ noise: (sure: Double, doubtful: Double)) throws -> RidgeRegression {
            let rows = targets.map { [$0 / 6 + noise.sure * random.next(), $0 / 6 + noise.doubtful * random.next()] }
            return try #require(RidgeRegression(rows, targets, folds: folds, doubtful: 1..<2))
        }
        // Both together would save a tenth of the squared error.
        let alone = try line((0.3, 0.9))
        for value in [0.5, 1.5, 2.5] { #expect(abs(alone.value([value, -2]) - alone.value([value, 2])) < 0.1) }
        let carried = try line((5, 0.1))
        for value in [2.0, 10, 18] { #expect(abs(carried.value([0, value / 6]) - value) < 1) }
    }

    /// A number that sounds bent (its square root is heard) is read straight, beyond what was taught too; a straight one stays so.
    @Test func aBentNumberIsReadStraight() throws {
        var random = Normal()
        func error(_ heard: (Double) -> Double) throws -> Double {
            func sample(_ count: Int) -> (rows: [[Double]], targets: [Double]) {
                let targets = (0..<count).map { _ in 20 * random.unit() }
                return (targets.map { target in [heard(target) + 0.02 * random.next(), random.next()] }, targets)
            }
            let taught = sample(1000), asked = sample(1000)
            let line = try #require(RidgeRegression(taught.rows, taught.targets, folds: taught.rows.indices.map { $0 / 20 % 5 }))
            let squares = zip(asked.rows, asked.targets).map { pow(line.value($0) - $1, 2) }
            return (squares.reduce(0, +) / 1000).squareRoot()
        }
        // A straight line would miss x by the square root of 1/180 of the range of 20 or more, 1.15; noise alone costs less.
        let root = try error({ ($0 / 20).squareRoot() }), even = try error({ $0 / 20 })
        #expect(root < 0.75 && even < 0.45, "\(root), \(even)")
        let straight = (0..<100).map(Double.init)
        #expect(ReadingCurve(straight, straight) == nil)
        let bent = try #require(ReadingCurve(straight, straight.map { $0 + 0.004 * $0 * $0 }))
        #expect(abs(bent.value(50) - 60) < 1e-6)
        // Beyond the last reading it goes on along its tangent: 138.204 + 1.792 per reading.
        #expect(abs(bent.value(109) - 156.124) < 1e-6)
        #expect(ReadingCurve(straight, straight.map { -$0 * $0 }) == nil)
    }

    /// A posterior of 0.8 is right eight times in ten, whatever the reading: on numbers drawn as the model says.
    @Test func aThresholdsPosteriorsAreCalibrated() throws {
        var random = Normal()
        let posterior = try #require(ThresholdPosterior(threshold: 2, range: 0...30, error: 1.5))
        var bins = [(count: Double, above: Double, sum: Double)](repeating: (0, 0, 0), count: 10)
        for place in 0..<40_000 {
            let isAbove = place % 2 == 0
            let number = isAbove ? 2 + 28 * random.unit() : 2 * random.unit()
            let logs = posterior.logPosterior(number + 1.5 * random.next())
            #expect(abs(exp(logs[0]) + exp(logs[1]) - 1) < 1e-9)
            let bin = min(Int(exp(logs[0]) * 10), 9)
            bins[bin] = (bins[bin].count + 1, bins[bin].above + (isAbove ? 1 : 0), bins[bin].sum + exp(logs[0]))
        }
        for bin in bins where bin.count > 100 {
            let expected = bin.sum / bin.count
            #expect(abs(bin.above / bin.count - expected) < 4 * (expected * (1 - expected) / bin.count).squareRoot())
        }
        // Each side is as good as the other where both are as wide.
        let even = try #require(ThresholdPosterior(threshold: 5, range: 0...10, error: 0.01))
        #expect(abs(even.logPosterior(5)[0] - log(0.5)) < 1e-9)
        // Far from the threshold nothing is in doubt, and no probability becomes nothing.
        #expect(even.logPosterior(10)[0] == 0 && even.logPosterior(0)[0] > -1000)
        #expect(ThresholdPosterior(threshold: 0.5, range: 1...30, error: 1) == nil)
        #expect(ThresholdPosterior(threshold: 0.5, range: 0...30, error: 0) == nil)
    }

    /// Two normal classes at distance d with equal covariance: the best possible share of errors is Phi(-d / 2).
    @Test func discriminantsReachTheBayesError() throws {
        var random = Normal()
        func sample(_ count: Int) -> (rows: [[Double]], names: [String]) {
            let names = (0..<count).map { $0 % 2 == 0 ? "near" : "far" }
            return (
                names.map { name in
                    let common = random.next()
                    // The common part dominates each feature alone.
                    return [2 * common + (name == "far" ? 2 : 0) + random.next(), 2 * common + random.next(), random.next()]
                }, names
            )
        }
        let taught = sample(4000), asked = sample(4000)
        let analysis = try #require(DiscriminantAnalysis(taught.rows, taught.names, folds: taught.rows.indices.map { $0 / 50 % 5 }))
        let wrong = zip(asked.rows, asked.names).count { row, name in
            let posterior = analysis.logPosterior(row)
            #expect(abs(posterior.reduce(0) { $0 + exp($1) } - 1) < 1e-9)
            return analysis.classes[posterior[0] > posterior[1] ? 0 : 1] != name
        }
        // Covariance [[5, 4], [4, 5]], mean difference (2, 0): d^2 = 4 * 5 / 9.
        let best = 0.5 * erfc((20.0 / 9).squareRoot() / 2 / 2.0.squareRoot())
        #expect(abs(Double(wrong) / 4000 - best) < 0.02, "\(wrong), best \(best)")
    }

    /// A doubtful feature that helps a little in the lessons is ignored; one that says what no other does is used.
    @Test func doubtfulFeaturesMustSaveMuch() throws {
        var random = Normal()
        let names = (0..<400).map { $0 / 5 % 2 == 0 ? "near" : "far" }, folds = names.indices.map { $0 / 40 % 5 }
        // How much the doubtful feature changes what is read.
        func learnt(clear: Double, doubtful: Double) throws -> Double {
            let rows = names.map { name in [clear, doubtful].map { (name == "far" ? $0 : 0) + random.next() } }
            let analysis = try #require(DiscriminantAnalysis(rows, names, folds: folds, doubtful: 1..<2))
            let apart = zip(analysis.logPosterior([clear / 2, -5]), analysis.logPosterior([clear / 2, 5])).map { abs($0 - $1) }
            return apart.reduce(0, max)
        }
        #expect(try learnt(clear: 4, doubtful: 0.3) < 1e-3)
        #expect(try learnt(clear: 0, doubtful: 4) > 5)
    }

    @Test func ranksShareTies() throws {
        #expect(Correlation.ranks([3, 1, 3, 2]) == [2.5, 0, 2.5, 1])
        // Spearman's rho of a monotone curve is 1, Pearson's r is not.
        let x = (1...20).map(Double.init)
        let grown = x.map { exp($0) }
        let rho = try #require(Correlation.spearman(x, grown)), r = try #require(Correlation.pearson(x, grown))
        #expect(abs(rho - 1) < 1e-12)
        #expect(r < 0.7)
        #expect(Correlation.pearson(x, x.map { _ in 2 }) == nil)
        let residual = Correlation.residual(zip(x, x).map { $0 * 2 + $1 }, on: [x])
        #expect(residual.allSatisfy { abs($0) < 1e-4 })
    }

    /// A part at right angles to a constant, a line and a parabola is left whole, in a unit of any size and with any offset.
    @Test(arguments: [(1.0, 0.0), (1e-6, 0), (1e6, 0), (1, 1e5)]) func residualDependsOnNoUnit(_ scale: Double, _ offset: Double) throws {
        let t = (-10...10).map(Double.init)
        let x = t.map { offset + scale * $0 }
        // The third of the orthogonal polynomials on 21 points.
        let cubic = t.map { $0 * ($0 * $0 - 65.8) / 342 }
        let residual = Correlation.residual(zip(t, cubic).map { 3 + $0 + $0 * $0 + $1 }, on: [x, x.map { $0 * $0 }])
        for (left, own) in zip(residual, cubic) { #expect(abs(left - own) < 1e-4) }
        #expect(try #require(Correlation.pearson(x.map { $0 - offset }, t)) > 1 - 1e-12)
        // What is determined leaves nothing that could correlate by rounding.
        #expect(Correlation.pearson(Correlation.residual(x, on: [t]), cubic) == nil)
    }
}
