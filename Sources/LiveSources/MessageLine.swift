import PlainText

/// A message that came as JSON, as a line of a feed.
enum MessageLine {
    /// A JSON object with one more member, a text, at its front; what is no object stays as it is.
    static func naming(_ message: some Collection<UInt8>, _ name: String, _ value: String) -> [UInt8] {
        guard let brace = message.firstIndex(where: { $0 > 0x20 }), message[brace] == UInt8(ascii: "{") else { return Array(message) }
        let rest = message[message.index(after: brace)...]
        let isEmpty = rest.first { $0 > 0x20 } == UInt8(ascii: "}")
        return Array("{\(JSONText.quoted(name)):\(JSONText.quoted(value))\(isEmpty ? "" : ",")".utf8) + rest
    }
}
