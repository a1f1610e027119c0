// SPDX-License-Identifier: MIT
import DeterministicMath
import PlainText
import TerminalIO

/// Figures and lines in readable form.
extension TunerPicture {
    /// Three significant digits.
    static func figure(_ value: Double) -> String {
        value.isFinite ? DecimalFormat.significant(value, 3) : "?"
    }

    /// Integer dB; silence is `-inf`.
    static func decibels(_ level: Double) -> String {
        level > -119 ? figure(level.rounded()) : "-inf"
    }

    static func decibels(amplitude: Double) -> String { amplitude > 0 ? decibels(DeterministicMath.decibels(gain: amplitude)) : "-inf" }

    /// Breaks a text into lines of at most the given number of columns, at blanks where there are any.
    static func wrap(_ text: String, columns: Int) -> [String] {
        guard columns > 0 else { return [] }
        guard text.terminalWidth > columns else { return [text] }
        var lines: [String] = [], line = ""
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let joined = line.isEmpty ? String(word) : "\(line) \(word)"
            if joined.terminalWidth <= columns {
                line = joined
            } else {
                if !line.isEmpty { lines.append(line) }
                line = String(word)
            }
            while line.terminalWidth > columns {
                var piece = ""
                while let first = line.first, (piece + String(first)).terminalWidth <= columns {
                    piece.append(line.removeFirst())
                }
                // A single character that is wider than a line.
                if piece.isEmpty { piece.append(line.removeFirst()) }
                lines.append(piece)
            }
        }
        lines.append(line)
        return lines
    }
}
