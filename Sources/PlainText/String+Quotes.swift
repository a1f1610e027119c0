// SPDX-License-Identifier: MIT
extension StringProtocol {
    /// The text in quotes, those within it doubled, as CSV and YAML write it. Scalar by scalar: a mark that combines with a quote
    /// does not hide it.
    public func quoted(doubling quote: Unicode.Scalar) -> String {
        var text = String.UnicodeScalarView([quote])
        for scalar in unicodeScalars {
            if scalar == quote { text.append(quote) }
            text.append(scalar)
        }
        text.append(quote)
        return String(text)
    }

    /// The text as one word of a shell's command line, in quotes if it needs them.
    public var inShell: String {
        let isPlain =
            !isEmpty
            && utf8.allSatisfy {
                $0 >= 0x80 || "-_.,:/@%+=".utf8.contains($0) || Character(Unicode.Scalar($0)).isLetter
                    || Character(Unicode.Scalar($0)).isNumber
            }
        return isPlain ? String(self) : "'" + replacingBytes("'", with: #"'\''"#) + "'"
    }

    /// The text with each occurrence of `old` replaced, byte by byte: a mark that combines with its last letter does not hide it.
    public func replacingBytes(_ old: String, with new: String) -> String {
        String(decoding: Array(utf8).replacing(Array(old.utf8), with: Array(new.utf8)), as: UTF8.self)
    }
}
