// SPDX-License-Identifier: MIT
import Foundation
import Railways

/// Normalises a Japanese station name, so that names from two sources can be compared.
enum StationName {
    /// Letters that the sources write differently.
    private static let variants: [(Character, Character)] = [("ケ", "ヶ"), ("ッ", "ツ"), ("麴", "麹")]
    private static let brackets: [Character: Character] = ["(": ")", "〈": "〉", "《": "》", "<": ">", "[": "]"]

    /// The name without blanks, full-width forms, bracketed text, and 駅 at the end.
    static func key(_ name: String) -> String {
        var key = ""
        var closing: Character?
        for letter in name.precomposedStringWithCompatibilityMapping {
            if let end = closing {
                if letter == end { closing = nil }
            } else if let end = brackets[letter] {
                closing = end
            } else if !letter.isWhitespace {
                key.append(variants.first { $0.0 == letter }?.1 ?? letter)
            }
        }
        if key.count > 1, key.hasSuffix("駅") { key.removeLast() }
        return key
    }
}
