// SPDX-License-Identifier: MIT
/// A line's name in the forms that are compared when someone calls it: `JR Yamanote Line` is also `JR Yamanote`.
struct LineName {
    /// The key of the name.
    let whole: String
    /// The key of the name without the word for a line; the whole one where nothing else is in it.
    let short: String
    /// The keys of what is left of the short name after its first word, its first two words and so on.
    private let ends: [String]

    init(_ name: String) {
        let folded = RailwayMap.folded(name)
        whole = RailwayMap.joined(folded)
        var words = folded.split(whereSeparator: \.isWhitespace).map(String.init)
        if words.count > 1 {
            if Self.words.contains(words[words.count - 1]) {
                words.removeLast()
            } else if Self.words.contains(words[0]) {
                words.removeFirst()
            }
        }
        // In scripts without blanks the word for a line is the end of the last word.
        if let last = words.last, let ending = Self.endings.first(where: { last.hasSuffix($0) }), words.count > 1 || last != ending {
            words[words.count - 1] = String(last.dropLast(ending.count))
        }
        let key = RailwayMap.joined(words.joined())
        short = key.isEmpty ? whole : key
        ends = words.indices.dropFirst().map { RailwayMap.joined(words[$0...].joined()) }
    }

    /// Whether the name begins with what was typed, with or without a word for a line.
    func begins(with typed: LineName) -> Bool { whole.hasPrefix(typed.whole) || whole.hasPrefix(typed.short) }

    /// Whether the name is what was typed after the operator's name, which comes first: 山手線 for JR山手線.
    func ends(with typed: LineName) -> Bool {
        ends.contains(typed.short) || short.hasSuffix(typed.short) && typed.short.first.map(Self.isIdeograph) ?? false
    }

    /// Chinese and Japanese names have no blanks between their words.
    private static func isIdeograph(_ character: Character) -> Bool {
        character.unicodeScalars.allSatisfy { (0x3040...0x30FF).contains($0.value) || $0.properties.isIdeographic }
    }

    private static let words: Set = [
        "line", "linie", "linia", "ligne", "linea", "linha", "linje", "linjen", "lijn", "linka", "линия", "라인",
    ]
    private static let endings = ["線", "线", "ライン", "선"]
}
