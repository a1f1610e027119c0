// SPDX-License-Identifier: MIT

/// A positive definite matrix, factored for solving (Cholesky).
struct SymmetricSystem {
    private let size: Int
    /// The lower triangle, row by row in a full square.
    private var lower: [Double]
    /// False for a matrix that is not positive definite.
    private(set) var isValid = true

    /// - Parameter matrix: `size` x `size`, of which the lower triangle is read.
    init(_ matrix: [Double], size: Int) {
        self.size = size
        lower = matrix
        lower.withUnsafeMutableBufferPointer { lower in
            for row in 0..<size {
                for column in 0...row {
                    var sum = lower[row * size + column]
                    for place in 0..<column { sum -= lower[row * size + place] * lower[column * size + place] }
                    if row == column {
                        guard sum > 0 else {
                            isValid = false
                            return
                        }
                        lower[row * size + row] = sum.squareRoot()
                    } else {
                        lower[row * size + column] = sum / lower[column * size + column]
                    }
                }
            }
        }
    }

    /// Returns x with A x = `right`.
    func solve(_ right: [Double]) -> [Double] {
        var x = right
        for row in 0..<size {
            for column in 0..<row { x[row] -= lower[row * size + column] * x[column] }
            x[row] /= lower[row * size + row]
        }
        for row in (0..<size).reversed() {
            for column in row + 1..<max(row + 1, size) { x[row] -= lower[column * size + row] * x[column] }
            x[row] /= lower[row * size + row]
        }
        return x
    }
}
