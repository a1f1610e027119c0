import Foundation

/// A Japanese station name as two sources can be compared by it.
enum StationName {
    /// Letters that one source writes so and another so.
    private static let variants: [(Character, Character)] = [("ケ", "ヶ"), ("ッ", "ツ"), ("麴", "麹")]
    private static let brackets: [Character: Character] = ["(": ")", "〈": "〉", "《": "》", "<": ">", "[": "]"]

    /// Without blanks, full-width forms, what stands in brackets, and 駅 at the end.
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
