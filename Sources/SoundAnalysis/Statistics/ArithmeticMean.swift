// SPDX-License-Identifier: MIT
extension [Double] {
    /// The arithmetic mean; nil of no values.
    package var mean: Double? { isEmpty ? nil : reduce(0, +) / Double(count) }
}
