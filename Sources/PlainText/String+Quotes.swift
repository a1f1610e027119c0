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
}
