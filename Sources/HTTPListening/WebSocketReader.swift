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

    private struct Header {
        var isFinal: Bool
        var opcode: UInt8
        var length: Int
        var mask: [UInt8]
        var isControl: Bool { opcode >= 8 }
    }
    private enum Place {
        /// Inside a frame's header, with its bytes so far.
        case header([UInt8])
        case payload(Header, Data)
        case over
    }
    private let longest: Int
    private var place = Place.header([])
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
            case .header(var header):
                guard let byte = rest.popFirst() else { return events }
                header.append(byte)
                place = .header(header)
                guard let whole = Self.header(header) else { continue }
                if let code = refusal(of: whole) {
                    end(code, &events)
                } else {
                    place = .payload(whole, Data())
                }
            case .payload(let header, var payload):
                // Release the other reference, so that the payload grows in place.
                place = .over
                let piece = rest.prefix(header.length - payload.count)
                for byte in piece { payload.append(byte ^ header.mask[payload.count & 3]) }
                rest = rest[piece.endIndex...]
                place = .payload(header, payload)
                guard payload.count == header.length else { return events }
                place = .header([])
                finish(header, payload, &events)
            }
        }
    }

    /// Nil until the header is complete.
    private static func header(_ bytes: [UInt8]) -> Header? {
        guard bytes.count >= 2 else { return nil }
        let short = Int(bytes[1] & 0x7f)
        let extra = short == 127 ? 8 : short == 126 ? 2 : 0
        // Without a mask the header is four bytes shorter, and the frame is refused.
        let mask = bytes[1] & 0x80 == 0 ? 0 : 4
        guard bytes.count == 2 + extra + mask else { return nil }
        let long = bytes[2..<2 + extra].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Header(
            isFinal: bytes[0] & 0x80 != 0, opcode: bytes[0] & 0x7f, length: extra == 0 ? short : Int(clamping: long),
            mask: Array(bytes.suffix(mask)))
    }

    private func refusal(of header: Header) -> WebSocketCloseCode? {
        // The reserved bits are read with the opcode, so that setting one makes the opcode unknown.
        guard let opcode = WebSocketFrame.Opcode(rawValue: header.opcode), header.mask.count == 4 else { return .protocolError }
        if header.isControl { return header.isFinal && header.length <= 125 ? nil : .protocolError }
        if opcode == .binary { return .unsupportedData }
        if (opcode == .continuation) != (pieces != nil) { return .protocolError }
        return header.length <= longest - (pieces?.count ?? 0) ? nil : .messageTooBig
    }

    private mutating func finish(_ header: Header, _ payload: Data, _ events: inout [Event]) {
        switch WebSocketFrame.Opcode(rawValue: header.opcode) {
        case .ping?: events.append(.ping(payload))
        case .pong?: break
        case .close?: end(Self.answer(toClose: payload), &events)
        default:
            if pieces == nil { pieces = payload } else { pieces?.append(payload) }
            guard header.isFinal, let whole = pieces else { break }
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
