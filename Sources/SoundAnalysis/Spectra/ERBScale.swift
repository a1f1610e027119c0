// SPDX-License-Identifier: MIT
import Foundation

/// The scale of auditory bandwidths (Glasberg & Moore 1990): ERB(f) = 24.7 (0.00437 f + 1) Hz, ERB number 21.4 lg(0.00437 f + 1).
public enum ERBScale {
    /// The equivalent rectangular bandwidth at a centre frequency, both in Hz.
    static func bandwidth(_ frequency: Double) -> Double { 24.7 * (0.00437 * frequency + 1) }
    /// The ERB number of a frequency in Hz.
    static func number(_ frequency: Double) -> Double { 21.4 * log10(0.00437 * frequency + 1) }
    /// The frequency in Hz for an ERB number.
    static func frequency(_ number: Double) -> Double { (pow(10, number / 21.4) - 1) / 0.00437 }

    /// Edges of adjacent bands, each about one ERB wide, that fill `range` (Hz) exactly.
    public static func edges(in range: ClosedRange<Double>) -> [Double] {
        let (low, high) = (number(range.lowerBound), number(range.upperBound))
        let count = max(1, Int((high - low).rounded()))
        return (0...count).map { frequency(low + (high - low) * Double($0) / Double(count)) }
    }
}
