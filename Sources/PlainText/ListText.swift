// SPDX-License-Identifier: MIT

/// Lists of words as text. Any thread.
public enum ListText {
    /// The alternatives: `A`, `A or B`, `A, B or C`.
    public static func either(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }

    /// The first words, at most the given number, and how many more there are: `A, B and 3 more`.
    public static func first(_ most: Int, of words: some Collection<String>) -> String {
        let shown = words.prefix(most).joined(separator: ", ")
        return words.count > most ? "\(shown) and \(words.count - most) more" : shown
    }
}

extension Sequence where Element: Hashable {
    /// Each element once, where it comes first.
    public func uniqued() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
