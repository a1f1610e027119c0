import PlainText

/// Words as YAML writes them.
enum YAMLWriting {
    /// A scalar on one line, in the style of the one it replaces where that can hold it.
    static func scalar(_ word: String, like style: YAMLTree.Style, inFlow: Bool) -> String {
        let isPrintable = !word.unicodeScalars.contains(where: \.isControl)
        switch style {
        case .plain, .literal, .folded:
            if isPlain(word, inFlow: inFlow) { return word }
            return isPrintable && word.contains("\"") && !word.contains("'") ? single(word) : double(word)
        case .singleQuoted: return isPrintable ? single(word) : double(word)
        case .doubleQuoted: return double(word)
        }
    }

    /// True when the word means itself without quotes.
    static func isPlain(_ word: String, inFlow: Bool) -> Bool {
        let letters = Array(word.unicodeScalars)
        guard let first = letters.first, let last = letters.last, first != " ", last != " ", last != ":" else { return false }
        let starts = "!&*|>@`\"'%#,[]{}".unicodeScalars
        if starts.contains(first) { return false }
        if "-?:".unicodeScalars.contains(first) {
            guard letters.count > 1, letters[1] != " ", !(inFlow && ",[]{}".unicodeScalars.contains(letters[1])) else { return false }
            // Such a line could be taken for a document's border.
            if word.hasPrefix("---") { return false }
        }
        if word.hasPrefix("...") { return false }
        for (index, letter) in letters.enumerated() {
            if letter.isControl { return false }
            if inFlow, ",[]{}".unicodeScalars.contains(letter) { return false }
            let next = index + 1 < letters.count ? letters[index + 1] : " "
            if letter == ":", next == " " || inFlow && ",[]{}?".unicodeScalars.contains(next) { return false }
            if letter == " ", next == "#" { return false }
            // Flow plain scalars and question marks are a matter of the parser's age.
            if inFlow, letter == "?" { return false }
        }
        return true
    }

    private static func single(_ word: String) -> String { "'" + word.replacing("'", with: "''") + "'" }

    /// JSON's strings are YAML's, too.
    private static func double(_ word: String) -> String { JSONText.quoted(word) }

    /// A block scalar's lines after its header, broken where a line would grow long if its style folds them.
    static func block(_ word: String, isFolded: Bool, indent: String, lineBreak: String) -> String {
        var lines: [String] = []
        for part in word.split(separator: "\n", omittingEmptySubsequences: false) {
            guard isFolded else {
                lines.append(String(part))
                continue
            }
            var line = ""
            for piece in part.split(separator: " ", omittingEmptySubsequences: false) {
                if !line.isEmpty, line.count + piece.count + indent.count >= 120, !piece.isEmpty {
                    lines.append(line)
                    line = ""
                }
                line += (line.isEmpty ? "" : " ") + piece
            }
            lines.append(line)
        }
        return lines.map { $0.isEmpty ? "" : indent + $0 }.joined(separator: lineBreak)
    }
}
