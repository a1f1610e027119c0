/// Text that came from outside (a file, a name, another program), as people may be shown it.
extension StringProtocol {
    /// The same on one line: control characters are seen (`\u{1b}`, `\n`) instead of obeyed.
    public var visible: String { visible { _ in false } }

    /// The same with its line breaks and tabs, for text of several lines.
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

    /// The same for a voice or a caption, where a control character would be nothing but a pause.
    public var withoutControls: String {
        guard utf8.contains(where: \.mayBeginControl) else { return String(self) }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0.isControl ? " " : $0 }))
    }
}
