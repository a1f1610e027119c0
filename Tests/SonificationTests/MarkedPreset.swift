// SPDX-License-Identifier: MIT
import Testing

/// A preset with a fault: its text, and the position, message and fix of the expected finding.
struct MarkedPreset: Sendable, CustomTestStringConvertible {
    /// A § marks the expected position.
    var marked: String
    var message: String
    var fix: String
    var testDescription: String { message }

    var text: String { marked.replacing("§", with: "") }
    var place: String {
        let before = marked.split(separator: "§", omittingEmptySubsequences: false)[0].split(
            separator: "\n", omittingEmptySubsequences: false)
        return "\(before.count):\((before.last?.count ?? 0) + 1)"
    }

    init(_ marked: String, message: String, fix: String = "") {
        self.marked = marked
        self.message = message
        self.fix = fix
    }

    static func head(_ rest: String, message: String, fix: String = "") -> Self { Self(head(rest), message: message, fix: fix) }
    static func map(_ fields: String, at brace: String = "", message: String, fix: String = "") -> Self {
        Self(map(fields, at: brace), message: message, fix: fix)
    }
    static func event(_ fields: String, at brace: String = "", message: String, fix: String = "") -> Self {
        Self(event(fields, at: brace), message: message, fix: fix)
    }

    static func head(_ rest: String) -> String { "preset: 1\nplace: outdoor\n" + rest }
    static func map(_ fields: String, at brace: String = "") -> String { head("map:\n  - \(brace){ \(fields) }\n") }
    static func event(_ fields: String, at brace: String = "") -> String { head("events:\n  - \(brace){ \(fields) }\n") }
}
