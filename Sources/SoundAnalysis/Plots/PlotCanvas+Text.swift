// SPDX-License-Identifier: MIT
import Foundation

/// The room that text needs. Widths are estimated, since the reader's font is not known here.
extension PlotCanvas {
    /// The width of a letter in each style of text.
    enum Letter {
        static let title = 10.2, heading = 7.6, subtitle = 7.0, text = 6.7, tick = 5.8
    }

    static func estimatedWidth(_ text: String, letter: Double = Letter.text) -> Double {
        // Chinese, Japanese and Korean characters are nearly twice as wide.
        text.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x2E80 ? letter * 12.5 / 6.7 : letter) }
    }

    /// The beginning of a text that fits, by characters.
    static func beginning(of text: String, in room: Double, letter: Double) -> Substring {
        var left = room
        return text.prefix { character in
            left -= estimatedWidth(String(character), letter: letter)
            return left >= 0
        }
    }

    /// The part of a text that fits, with an ellipsis if it was cut.
    /// - Parameter end: the end of the text that is kept in any case.
    static func fitted(_ text: String, in room: Double, letter: Double = Letter.text, keeping end: String = "") -> String {
        guard estimatedWidth(text, letter: letter) > room else { return text }
        let start = String(text.dropLast(end.count))
        let cut = beginning(of: start, in: room - estimatedWidth(end + "…", letter: letter), letter: letter)
        return cut.trimmingCharacters(in: .whitespaces) + "…" + end
    }

    /// The part of an axis's caption that fits; its unit in parentheses is kept.
    static func fittedCaption(_ caption: String, in room: Double, letter: Double = Letter.text) -> String {
        let unit = caption.ranges(of: " (").last.map { String(caption[$0.lowerBound...]) } ?? ""
        let isShort = 2 * estimatedWidth(unit, letter: letter) < room
        return fitted(caption, in: room, letter: letter, keeping: isShort ? unit : "")
    }
}
