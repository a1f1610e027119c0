// SPDX-License-Identifier: MIT
import PlainText

/// Writes text as YAML.
enum YAMLWriting {
    /// A scalar on one line, in the style of the one it replaces if that style can represent it.
    static func scalar(_ word: String, like style: YAMLTree.Style, inFlow: Bool) -> String {
        let isPrintable = !word.unicodeScalars.contains(where: \.isControl)
        switch style {
        case .plain, .literal, .folded:
            if isPlain(word, inFlow: inFlow) { return word }
            return isPrintable && word.contains("\"") && !word.contains("'") ? word.quoted(doubling: "'") : double(word)
        case .singleQuoted: return isPrintable ? word.quoted(doubling: "'") : double(word)
        case .doubleQuoted: return double(word)
        }
    }

    /// True if the word keeps its meaning without quotes.
    private static func isPlain(_ word: String, inFlow: Bool) -> Bool {
        let letters = Array(word.unicodeScalars)
        guard let first = letters.first, let last = letters.last, first != " ", last != " ", last != ":" else { return false }
        let starts = "!&*|>@`\"'%#,[]{}".unicodeScalars
        if starts.contains(first) { return false }
        if "-?:".unicodeScalars.contains(first) {
            guard letters.count > 1, letters[1] != " ", !(inFlow && ",[]{}".unicodeScalars.contains(letters[1])) else { return false }
            // Such a line could be mistaken for a document marker.
            if word.hasPrefix("---") { return false }
        }
        if word.hasPrefix("...") { return false }
        for (index, letter) in letters.enumerated() {
            if letter.isControl { return false }
            if inFlow, ",[]{}".unicodeScalars.contains(letter) { return false }
            let next = index + 1 < letters.count ? letters[index + 1] : " "
            if letter == ":", next == " " || inFlow && ",[]{}?".unicodeScalars.contains(next) { return false }
            if letter == " ", next == "#" { return false }
            // Whether `?` is allowed in a plain scalar in flow style depends on the parser's version.
            if inFlow, letter == "?" { return false }
        }
        return true
    }

    /// A JSON string is also a valid YAML string.
    private static func double(_ word: String) -> String { JSONText.quoted(word) }

    /// The lines of a block scalar below its header, for a text without line breaks; the folded style wraps long ones.
    static func block(_ word: String, isFolded: Bool, indent: String, lineBreak: String) -> String {
        guard isFolded else { return word.isEmpty ? "" : indent + word }
        var lines = [""]
        for piece in word.split(separator: " ", omittingEmptySubsequences: false) {
            let line = lines[lines.count - 1]
            if line.isEmpty {
                lines[lines.count - 1] = String(piece)
            } else if line.count + piece.count + indent.count >= 120, !piece.isEmpty {
                lines.append(String(piece))
            } else {
                lines[lines.count - 1] += " " + piece
            }
        }
        return lines.map { $0.isEmpty ? "" : indent + $0 }.joined(separator: lineBreak)
    }
}
