// SPDX-License-Identifier: MIT
import PlainText

extension JSONValue {
    /// Reads a complete document that is held in memory.
    /// - Parameter source: its name in messages.
    /// - Throws: `malformed` with its location.
    public init(reading bytes: [UInt8], source: String) throws(InputFault) {
        let reader = JSONReader(ByteSource(name: source, bytes: bytes))
        guard let event = try reader.next() else { throw reader.fault("the JSON is truncated") }
        self = try Self.value(event, reader)
        _ = try reader.next()
    }

    /// Reads to the end of the value that this event begins.
    /// - Throws: the errors of the reader.
    public init(_ event: JSONReader.Event, from reader: JSONReader) throws(InputFault) { self = try Self.value(event, reader) }

    // Recursion is as deep as the reader's nesting limit.
    private static func value(_ event: JSONReader.Event, _ reader: JSONReader) throws(InputFault) -> JSONValue {
        switch event {
        case .beginObject:
            var members: [Member] = []
            while let event = try reader.next(), event != .endObject {
                let name = reader.string
                guard let event = try reader.next() else { break }
                members.append(Member(name, try value(event, reader)))
            }
            return .object(members)
        case .beginArray:
            var items: [JSONValue] = []
            while let event = try reader.next(), event != .endArray { items.append(try value(event, reader)) }
            return .array(items)
        case .string: return .text(reader.string)
        case .number: return .digits(reader.string)
        case .word:
            switch reader.string {
            case "true": return .bool(true)
            case "false": return .bool(false)
            default: return .null
            }
        // No value begins with these, and the reader never returns them here.
        case .key, .endObject, .endArray: throw reader.fault("not valid JSON")
        }
    }
}
