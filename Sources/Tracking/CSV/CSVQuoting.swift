// SPDX-License-Identifier: MIT
/// Tracks where double quotes enclose a field, byte by byte (RFC 4180): a quote opens only at the start of a field, after
/// optional spaces; two within a field mean one. Any other quote is part of the text: `5" pipe`.
struct CSVQuoting {
    enum Meaning { case text, separator, nothing }
    private enum Place { case start, plain, inside, afterQuote, closed }

    /// Nil if it is not known yet: comma, semicolon and tab.
    private let separator: UInt8?
    private var place = Place.start
    /// Whether the quotes contain a line break.
    private var spansLines = false
    /// True if text follows quotes that contain a line break: the first quote was never closed, and the second one opens the next
    /// field.
    private(set) var isBroken = false

    init(separator: UInt8?) { self.separator = separator }

    /// True within quotes, where line breaks and separators are text.
    var isOpen: Bool { place == .inside }

    mutating func take(_ byte: UInt8) -> Meaning {
        switch (place, byte) {
        case (.inside, 0x22): place = .afterQuote
        case (.inside, _):
            if byte == 0x0A { spansLines = true }
            return .text
        case (.start, 0x22):
            place = .inside
            spansLines = false
        case (.afterQuote, 0x22):
            place = .inside
            return .text
        case _ where isSeparator(byte):
            place = .start
            return .separator
        case (.start, 0x20), (.start, 0x09): return .text
        case (.afterQuote, 0x20), (.afterQuote, 0x09), (.afterQuote, 0x0D), (.closed, 0x20), (.closed, 0x09), (.closed, 0x0D):
            place = .closed
            return .text
        case (.afterQuote, _), (.closed, _):
            if spansLines { isBroken = true }
            place = .plain
            return .text
        default:
            place = .plain
            return .text
        }
        return .nothing
    }

    private func isSeparator(_ byte: UInt8) -> Bool {
        separator.map { byte == $0 } ?? (byte == 0x2C || byte == 0x3B || byte == 0x09)
    }
}
