// SPDX-License-Identifier: MIT
import Foundation

/// The opening handshake (RFC 6455, section 4.2).
public enum WebSocketHandshake {
    private static let version = "13"

    /// The response that turns the connection into a WebSocket, or states why it cannot.
    /// - Parameter use: Receives the connection. Called on the server's thread.
    public static func answer(_ request: HTTPRequest, use: @escaping @Sendable (UpgradedConnection) -> Void) -> HTTPResponse {
        guard request.method == "GET", holds(request, "upgrade", "websocket"), holds(request, "connection", "upgrade") else {
            return HTTPResponse(426, "this address accepts WebSocket connections only", headers: [(name: "Upgrade", value: "websocket")])
        }
        guard request.header("sec-websocket-version") == version else {
            return HTTPResponse(
                426, "only WebSocket version \(version) is supported", headers: [(name: "Sec-WebSocket-Version", value: version)])
        }
        guard let key = request.header("sec-websocket-key"), Data(base64Encoded: key)?.count == 16 else {
            return HTTPResponse(400, "Sec-WebSocket-Key must be 16 bytes in Base64")
        }
        return HTTPResponse(
            101, headers: [(name: "Upgrade", value: "websocket"), (name: "Sec-WebSocket-Accept", value: accept(key))], body: .upgrade(use))
    }

    static func accept(_ key: String) -> String {
        Data(SHA1.digest((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)).base64EncodedString()
    }

    private static func holds(_ request: HTTPRequest, _ name: String, _ word: String) -> Bool {
        (request.headers[name] ?? []).contains { line in
            line.split(separator: ",").contains { $0.trimmingCharacters(in: .whitespaces).lowercased() == word }
        }
    }
}

/// The Secure Hash Algorithm 1 (RFC 3174). Only for the WebSocket handshake: it protects no secret.
enum SHA1 {
    static func digest(_ message: some Collection<UInt8>) -> [UInt8] {
        var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
        var bytes = Array(message)
        let bits = UInt64(bytes.count) * 8
        bytes.append(0x80)
        while bytes.count % 64 != 56 { bytes.append(0) }
        for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift))) }
        for start in stride(from: 0, to: bytes.count, by: 64) { take(bytes[start..<start + 64], into: &state) }
        return state.flatMap { word in stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt32($0)) } }
    }

    private static func take(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        var words: [UInt32] = stride(from: block.startIndex, to: block.endIndex, by: 4).map { place in
            block[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<80 { words.append(rotated(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1)) }
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for (index, word) in words.enumerated() {
            let (mixed, constant): (UInt32, UInt32) =
                switch index {
                case ..<20: (b & c | ~b & d, 0x5a82_7999)
                case ..<40: (b ^ c ^ d, 0x6ed9_eba1)
                case ..<60: (b & c | b & d | c & d, 0x8f1b_bcdc)
                default: (b ^ c ^ d, 0xca62_c1d6)
                }
            (a, b, c, d, e) = (rotated(a, 5) &+ mixed &+ e &+ word &+ constant, a, rotated(b, 30), c, d)
        }
        for (index, word) in [a, b, c, d, e].enumerated() { state[index] &+= word }
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word << count | word >> (32 - count) }
}
