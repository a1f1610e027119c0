extension StringProtocol {
    /// As XML and HTML want it between tags and in attributes; a blank for what XML 1.0 has no way to say and for other control
    /// characters.
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
