// SPDX-License-Identifier: MIT
import Foundation
import PlainText
import TestTraits
import Testing

/// Against Foundation's formats, which know every locale.
struct DecimalFormatTests {
    static let values: [Double] = {
        var random = SplitMix(seed: 1)
        let chances = (0..<200).map { _ in Double.random(in: -1...1, using: &random) * pow(10, Double.random(in: -9...15, using: &random)) }
        return chances + [0, 0.5, 1.5, 0.05, 9.996, 99.95, 999.5, 1234.5, -6, 1e300, -1e-300, .infinity, .nan]
    }()

    @Test(arguments: [0, 1, 2, 6, 20]) func fixedIsTheFormatOfC(decimals: Int) {
        for value in Self.values {
            #expect(DecimalFormat.fixed(value, decimals) == String(format: "%.\(decimals)f", value), "\(value)")
        }
    }

    /// What is written reads back within half a unit of the last digit, and no digit is left over.
    @Test(arguments: [1, 2, 3, 7]) func significantDigitsAreThoseOfTheRoundedNumber(digits: Int) throws {
        for value in Self.values where value.isFinite {
            let text = DecimalFormat.significant(value, digits)
            let read = try #require(Double(text), "\(text)")
            #expect(read == Double(String(format: "%.\(digits - 1)e", value)), "\(value): \(text)")
            #expect(!text.contains("e") && !(text.contains(".") && (text.hasSuffix("0") || text.hasSuffix("."))), "\(text)")
        }
        #expect(DecimalFormat.significant(1234.5, 3) == "1230" && DecimalFormat.significant(9.996, 3) == "10")
    }
    @Test func theShortestTextHasNoExponentAndReadsBack() {
        for value in Self.values where value.isFinite {
            let text = DecimalFormat.shortest(value)
            #expect(Double(text) == value && !text.contains("e"), "\(value): \(text)")
        }
        #expect(
            [-1.5e-7, 5e-05, 12, 1e16, -1.25e17].map(DecimalFormat.shortest) == [
                "-0.00000015", "0.00005", "12.0", "10000000000000000", "-125000000000000000",
            ])
    }
}
