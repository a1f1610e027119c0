// SPDX-License-Identifier: MIT
import Foundation

/// A frame as a server sends it (RFC 6455, section 5.2): unfragmented and unmasked.
public struct WebSocketFrame: Equatable, Sendable {
    public enum Opcode: UInt8, Sendable { case continuation, text, binary, close = 8, ping, pong }

    public var opcode: Opcode
    public var payload: Data

    public init(_ opcode: Opcode, _ payload: Data) {
        self.opcode = opcode
        self.payload = payload
    }

    /// The closing frame.
    /// - Parameter reason: At most 123 bytes.
    public static func close(_ code: WebSocketCloseCode, reason: String = "") -> WebSocketFrame {
        WebSocketFrame(.close, Data([UInt8(code.rawValue >> 8), UInt8(code.rawValue & 255)]) + Data(reason.utf8.prefix(123)))
    }

    public var bytes: [UInt8] {
        var bytes: [UInt8] = [0x80 | opcode.rawValue]
        switch payload.count {
        case ..<126: bytes.append(UInt8(payload.count))
        case ..<65_536: bytes += [126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
        default: bytes += [127] + (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
        }
        return bytes + payload
    }
}

/// Why a connection is closed (RFC 6455, section 7.4).
public struct WebSocketCloseCode: RawRepresentable, Equatable, Sendable {
    public var rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    static let normal = WebSocketCloseCode(rawValue: 1000)
    static let protocolError = WebSocketCloseCode(rawValue: 1002)
    static let unsupportedData = WebSocketCloseCode(rawValue: 1003)
    public static let policyViolation = WebSocketCloseCode(rawValue: 1008)
    static let messageTooBig = WebSocketCloseCode(rawValue: 1009)
    public static let tryAgainLater = WebSocketCloseCode(rawValue: 1013)
}
