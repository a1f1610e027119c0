// SPDX-License-Identifier: MIT
import CLiblo

/// Encodes and decodes datagrams of Open Sound Control; liblo reads and writes each message.
public enum OSCPacket {
    /// The reason why a datagram contains nothing usable.
    public struct Fault: Error, Equatable, Sendable, CustomStringConvertible {
        public let description: String
    }

    /// The maximum nesting depth of bundles.
    private static let depthLimit = 4
    private static let bundleHead = Array("#bundle".utf8) + [0]

    /// Decodes the messages of a datagram, in order, with the time of their bundle.
    /// - Throws: `Fault` if the datagram is malformed.
    public static func messages(in bytes: [UInt8]) throws(Fault) -> [OSCMessage] {
        var messages: [OSCMessage] = []
        try read(bytes[...], time: .immediately, into: &messages, depth: 0)
        return messages
    }

    /// - Parameter time: that of the enclosing bundle; inner bundles take effect no earlier.
    private static func read(
        _ bytes: ArraySlice<UInt8>, time: OSCTime, into messages: inout [OSCMessage], depth: Int
    ) throws(Fault) {
        guard bytes.starts(with: bundleHead) else {
            var message = try message(bytes)
            message.time = time > .immediately ? time : nil
            messages.append(message)
            return
        }
        guard depth < depthLimit else { throw Fault(description: "bundles nested more than \(depthLimit) deep") }
        // Eight bytes of time tag follow the name.
        guard bytes.count >= 16 else { throw Fault(description: "the bundle is truncated") }
        let time = max(time, OSCTime(units: bytes.dropFirst(8).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }))
        var rest = bytes.dropFirst(16)
        while !rest.isEmpty {
            let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            guard rest.count >= 4, size > 0, size <= rest.count - 4 else { throw Fault(description: "the bundle is truncated") }
            try read(rest.dropFirst(4).prefix(size), time: time, into: &messages, depth: depth + 1)
            rest = rest.dropFirst(4 + size)
        }
    }

    private static func message(_ bytes: ArraySlice<UInt8>) throws(Fault) -> OSCMessage {
        // liblo requires a multiple of four bytes; it copies what it keeps.
        guard bytes.first == UInt8(ascii: "/"), bytes.count % 4 == 0 else {
            throw Fault(description: "not an Open Sound Control message")
        }
        var copy = Array(bytes)
        var code: Int32 = 0
        let (parsed, path) = copy.withUnsafeMutableBytes { buffer in
            (lo_message_deserialise(buffer.baseAddress, buffer.count, &code), buffer.prefix { $0 != 0 })
        }
        guard let parsed else { throw Fault(description: "liblo cannot read it (\(code))") }
        defer { lo_message_free(parsed) }
        let address = String(decoding: path, as: UTF8.self)
        var arguments: [OSCMessage.Argument] = []
        let count = Int(lo_message_get_argc(parsed))
        if count > 0, let types = lo_message_get_types(parsed), let values = lo_message_get_argv(parsed) {
            for index in 0..<count {
                arguments.append(argument(UInt8(bitPattern: types[index]), values[index].map { UnsafeRawPointer($0) }))
            }
        }
        return OSCMessage(address, arguments)
    }

    /// Reads only as many bytes as the type has: liblo's union is larger than most arguments.
    private static func argument(_ type: UInt8, _ value: UnsafeRawPointer?) -> OSCMessage.Argument {
        let letter = Character(UnicodeScalar(type))
        switch (letter, value) {
        case ("T", _): return .flag(true)
        case ("F", _): return .flag(false)
        case ("i", let value?): return .integer(Int64(value.loadUnaligned(as: Int32.self)))
        case ("h", let value?): return .integer(value.loadUnaligned(as: Int64.self))
        case ("f", let value?): return .number(Double(value.loadUnaligned(as: Float.self)))
        case ("d", let value?): return .number(value.loadUnaligned(as: Double.self))
        case ("s", let value?), ("S", let value?): return .text(String(cString: value.assumingMemoryBound(to: CChar.self)))
        default: return .other(letter)
        }
    }

    /// Encodes one message as a datagram. Texts end at their first NUL; an argument of type `other` is omitted.
    public static func bytes(of message: OSCMessage) -> [UInt8] {
        guard let encoded = lo_message_new() else { return [] }
        defer { lo_message_free(encoded) }
        for argument in message.arguments {
            switch argument {
            case .integer(let value):
                if let small = Int32(exactly: value) { lo_message_add_int32(encoded, small) } else { lo_message_add_int64(encoded, value) }
            // Some controllers support only the narrow type.
            case .number(let value): lo_message_add_float(encoded, Float(value))
            case .text(let text): lo_message_add_string(encoded, text)
            case .flag(let flag): _ = flag ? lo_message_add_true(encoded) : lo_message_add_false(encoded)
            case .other: break
            }
        }
        var bytes = [UInt8](repeating: 0, count: lo_message_length(encoded, message.address))
        let written = bytes.withUnsafeMutableBytes { lo_message_serialise(encoded, message.address, $0.baseAddress, nil) }
        return written == nil ? [] : bytes
    }
}
