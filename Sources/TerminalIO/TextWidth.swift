import CTerminal

extension Character {
    /// Columns on a terminal: 0 for what is not to be printed, 1, or 2 (Japanese, emoji).
    public var terminalWidth: Int {
        if let ascii = asciiValue { return ascii >= 0x20 && ascii < 0x7F ? 1 : 0 }
        // What combines takes the width of what it sits on.
        return min(2, Int(unicodeScalars.reduce(0) { max($0, cterminal_width($1.value)) }))
    }

    /// True when every terminal agrees on its width, so that what follows it stands where it should.
    var hasCertainWidth: Bool {
        guard let scalar = unicodeScalars.first, unicodeScalars.count == 1 else { return false }
        return (0x20..<0x7F).contains(scalar.value) || (0x2800...0x28FF).contains(scalar.value)
    }
}

extension StringProtocol {
    /// Columns on a terminal.
    public var terminalWidth: Int { reduce(0) { $0 + $1.terminalWidth } }

    /// The longest beginning that fits into so many columns; a cut one ends in `...` where there is room for it.
    public func cut(toColumns columns: Int) -> String {
        guard terminalWidth > columns else { return String(self) }
        let mark = columns >= 8 ? "..." : ""
        var rest = columns - mark.count
        var kept = ""
        for character in self {
            rest -= character.terminalWidth
            guard rest >= 0 else { break }
            kept.append(character)
        }
        return kept + mark
    }

    /// Cut or filled with blanks to exactly so many columns.
    public func padded(toColumns columns: Int) -> String {
        let text = cut(toColumns: columns)
        return text + String(repeating: " ", count: Swift.max(0, columns - text.terminalWidth))
    }

    /// The same at the right end of the columns.
    public func aligned(toColumns columns: Int) -> String {
        let text = cut(toColumns: columns)
        return String(repeating: " ", count: Swift.max(0, columns - text.terminalWidth)) + text
    }
}
