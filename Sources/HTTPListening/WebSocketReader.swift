// SPDX-License-Identifier: MIT
import Foundation

/// Assembles a client's frames (RFC 6455, section 5) into complete text messages of bounded length. Value type; its run time is
/// linear in the number of bytes.
public struct WebSocketReader {
    public enum Event: Equatable, Sendable {
        case message(Data)
        case ping(Data)
        /// Nothing more is read; close the connection with this code.
        case end(WebSocketCloseCode)
    }

    private struct Head {
        var isFinal: Bool
        var opcode: UInt8
        var length: Int
        var mask: [UInt8]
        var isControl: Bool { opcode >= 8 }
    }
    private enum Place {
        /// Inside a frame's head, with its bytes so far.
        case head([UInt8])
        case payload(Head, Data)
        case over
    }
    private let longest: Int
    private var place = Place.head([])
    /// The payload so far of a fragmented message.
    private var pieces: Data?

    /// - Parameter longest: Bytes of the longest message.
    public init(longest: Int) { self.longest = longest }

    /// - Returns: The events completed by these bytes, in order; nothing follows an `end`.
    public mutating func take(_ bytes: some Collection<UInt8>) -> [Event] {
        var rest = bytes[...]
        var events: [Event] = []
        while true {
            switch place {
            case .over: return events
            case .head(var head):
                guard let byte = rest.popFirst() else { return events }
                head.append(byte)
                place = .head(head)
                guard let whole = Self.head(head) else { continue }
                if let code = refusal(of: whole) {
                    end(code, &events)
                } else {
                    place = .payload(whole, Data())
                }
            case .payload(let head, var payload):
                // Release the other reference, so that the payload grows in place.
                place = .over
                let piece = rest.prefix(head.length - payload.count)
                for byte in piece { payload.append(byte ^ head.mask[payload.count & 3]) }
                rest = rest[piece.endIndex...]
                place = .payload(head, payload)
                guard payload.count == head.length else { return events }
                place = .head([])
                finish(head, payload, &events)
            }
        }
    }

    /// Nil until the head is complete.
    private static func head(_ bytes: [UInt8]) -> Head? {
        guard bytes.count >= 2 else { return nil }
        let short = Int(bytes[1] & 0x7f)
        let extra = short == 127 ? 8 : short == 126 ? 2 : 0
        // Without a mask the head is four bytes shorter, and the frame is refused.
        let mask = bytes[1] & 0x80 == 0 ? 0 : 4
        guard bytes.count == 2 + extra + mask else { return nil }
        let long = bytes[2..<2 + extra].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Head(
            isFinal: bytes[0] & 0x80 != 0, opcode: bytes[0] & 0x7f, length: extra == 0 ? short : Int(clamping: long),
            mask: Array(bytes.suffix(mask)))
    }

    private func refusal(of head: Head) -> WebSocketCloseCode? {
        // The reserved bits are read with the opcode, so that setting one makes the opcode unknown.
        guard let opcode = WebSocketFrame.Opcode(rawValue: head.opcode), head.mask.count == 4 else { return .protocolError }
        if head.isControl { return head.isFinal && head.length <= 125 ? nil : .protocolError }
        if opcode == .binary { return .unsupportedData }
        if (opcode == .continuation) != (pieces != nil) { return .protocolError }
        return head.length <= longest - (pieces?.count ?? 0) ? nil : .messageTooBig
    }

    private mutating func finish(_ head: Head, _ payload: Data, _ events: inout [Event]) {
        switch WebSocketFrame.Opcode(rawValue: head.opcode) {
        case .ping?: events.append(.ping(payload))
        case .pong?: break
        case .close?: end(Self.answer(toClose: payload), &events)
        default:
            if pieces == nil { pieces = payload } else { pieces?.append(payload) }
            guard head.isFinal, let whole = pieces else { break }
            pieces = nil
            events.append(.message(whole))
        }
    }

    private mutating func end(_ code: WebSocketCloseCode, _ events: inout [Event]) {
        place = .over
        pieces = nil
        events.append(.end(code))
    }

    /// A close is answered with its own code (section 5.5.1) if that code may be sent (7.4).
    private static func answer(toClose payload: Data) -> WebSocketCloseCode {
        let bytes = Array(payload.prefix(2))
        guard bytes.count == 2 else { return bytes.isEmpty ? .normal : .protocolError }
        let code = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
        return switch code {
        case 1000...1003, 1007...1014, 3000...4999: WebSocketCloseCode(rawValue: code)
        default: .protocolError
        }
    }
}
