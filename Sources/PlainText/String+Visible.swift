// SPDX-License-Identifier: MIT
/// Makes text from outside (a file, a name, another program) safe to show.
extension StringProtocol {
    /// The text on one line: control characters are escaped (`\u{1b}`, `\n`) and so shown, not executed.
    public var visible: String { visible { _ in false } }

    /// The text with its line breaks and tabs, other control characters escaped; for text of several lines.
    public var visibleLines: String { visible { $0 == "\n" || $0 == "\t" } }

    private func visible(except kept: (Unicode.Scalar) -> Bool) -> String {
        guard utf8.contains(where: \.mayBeginControl) else { return String(self) }
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case _ where !scalar.isControl || kept(scalar): text.unicodeScalars.append(scalar)
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            default: text += "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
        return text
    }

    /// The text with control characters as blanks, for speech or a caption, where one would only be a pause.
    public var withoutControls: String {
        guard utf8.contains(where: \.mayBeginControl) else { return String(self) }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0.isControl ? " " : $0 }))
    }
}
