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
