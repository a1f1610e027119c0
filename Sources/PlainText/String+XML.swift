// SPDX-License-Identifier: MIT
extension StringProtocol {
    /// The text escaped for XML and HTML, between tags and in attributes; a blank for characters that XML 1.0 cannot represent
    /// and for other control characters.
    public var inXML: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "\u{FFFE}", "\u{FFFF}": text += " "
            default: text.unicodeScalars.append(scalar.isControl ? " " : scalar)
            }
        }
        return text
    }
}
