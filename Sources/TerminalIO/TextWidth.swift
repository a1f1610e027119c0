// SPDX-License-Identifier: MIT
import CPlatform

extension Character {
    /// The columns it takes on a terminal: 0 if not printable, 1, or 2 (Japanese, emoji).
    public var terminalWidth: Int {
        if let ascii = asciiValue { return ascii >= 0x20 && ascii < 0x7F ? 1 : 0 }
        // A combining character takes the width of its base.
        return min(2, Int(unicodeScalars.reduce(0) { max($0, cterminal_width($1.value)) }))
    }

    /// True when all terminals agree on its width, so that the text after it lands in the right column.
    var hasCertainWidth: Bool {
        guard let scalar = unicodeScalars.first, unicodeScalars.count == 1 else { return false }
        return (0x20..<0x7F).contains(scalar.value) || (0x2800...0x28FF).contains(scalar.value)
    }
}

extension StringProtocol {
    /// The columns it takes on a terminal.
    public var terminalWidth: Int { reduce(0) { $0 + $1.terminalWidth } }

    /// The longest prefix that fits into `columns`. A cut text ends in `...` if there is room for it.
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

    /// The text cut, or padded with blanks on the right, to exactly `columns` columns.
    public func padded(toColumns columns: Int) -> String {
        let text = cut(toColumns: columns)
        return text + String(repeating: " ", count: Swift.max(0, columns - text.terminalWidth))
    }

    /// The text cut, or padded with blanks on the left, to exactly `columns` columns.
    public func aligned(toColumns columns: Int) -> String {
        let text = cut(toColumns: columns)
        return String(repeating: " ", count: Swift.max(0, columns - text.terminalWidth)) + text
    }
}
