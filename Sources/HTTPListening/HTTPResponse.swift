// SPDX-License-Identifier: MIT
import Foundation

/// The response to a request.
public struct HTTPResponse: Sendable {
    public enum Body: Sendable {
        case bytes(Data)
        /// The descriptor of an open file, which the server closes, and the file's length.
        case file(Int32, length: UInt64)
        /// Pieces sent as they become available.
        case stream(HTTPStream)
        /// The connection switches to another protocol. Called on the server's thread, which it must not block.
        case upgrade(@Sendable (UpgradedConnection) -> Void)
    }

    public var status: Int
    var headers: [(name: String, value: String)]
    var body: Body

    public init(_ status: Int, headers: [(name: String, value: String)] = [], body: Body) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A response with one sentence of plain text.
    public init(_ status: Int, _ sentence: String, headers: [(name: String, value: String)] = []) {
        let plain = [("Content-Type", "text/plain; charset=utf-8"), ("X-Content-Type-Options", "nosniff")]
        self.init(status, headers: plain.map { (name: $0.0, value: $0.1) } + headers, body: .bytes(Data((sentence + "\n").utf8)))
    }

    /// A response with one sentence, after which the connection closes.
    static func refusal(_ status: Int, _ sentence: String) -> HTTPResponse {
        HTTPResponse(status, sentence, headers: [(name: "Connection", value: "close")])
    }
}
