// SPDX-License-Identifier: MIT
import PlainText

/// Turns a message received as JSON into a line of a feed.
enum MessageLine {
    /// Inserts a text member at the front of a JSON object; anything that is not an object stays unchanged.
    static func naming(_ message: some Collection<UInt8>, _ name: String, _ value: String) -> [UInt8] {
        guard let brace = message.firstIndex(where: { $0 > 0x20 }), message[brace] == UInt8(ascii: "{") else { return Array(message) }
        let rest = message[message.index(after: brace)...]
        let isEmpty = rest.first { $0 > 0x20 } == UInt8(ascii: "}")
        return Array("{\(JSONText.quoted(name)):\(JSONText.quoted(value))\(isEmpty ? "" : ",")".utf8) + rest
    }
}
