/// A message that came as JSON, as a line of a feed.
enum MessageLine {
    /// A JSON object with one more member, a text, at its front; what is no object stays as it is.
    static func naming(_ message: some Collection<UInt8>, _ name: String, _ value: String) -> [UInt8] {
        guard let brace = message.firstIndex(where: { $0 > 0x20 }), message[brace] == UInt8(ascii: "{") else { return Array(message) }
        let rest = message[message.index(after: brace)...]
        let isEmpty = rest.first { $0 > 0x20 } == UInt8(ascii: "}")
        return Array("{\(text(name)):\(text(value))\(isEmpty ? "" : ",")".utf8) + rest
    }

    /// A JSON string.
    static func text(_ value: some StringProtocol) -> String {
        var quoted = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case _ where scalar.value < 0x20: quoted += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
