import Foundation

/// The answer to a request.
public struct HTTPResponse: Sendable {
    public enum Body: Sendable {
        case bytes(Data)
        /// An open file's descriptor, which the server closes, and its length.
        case file(Int32, length: UInt64)
        /// What is sent as it happens.
        case stream(HTTPStream)
        /// The connection goes on as something else; called on the server's thread, which it must not hold up.
        case upgrade(@Sendable (UpgradedConnection) -> Void)
    }

    public var status: Int
    public var headers: [(name: String, value: String)]
    public var body: Body

    public init(_ status: Int, headers: [(name: String, value: String)] = [], body: Body = .bytes(Data())) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A sentence for whoever asked.
    public init(_ status: Int, _ sentence: String, headers: [(name: String, value: String)] = []) {
        let plain = [("Content-Type", "text/plain; charset=utf-8"), ("X-Content-Type-Options", "nosniff")]
        self.init(status, headers: plain.map { (name: $0.0, value: $0.1) } + headers, body: .bytes(Data((sentence + "\n").utf8)))
    }

    /// The same, after which the connection ends.
    static func refusal(_ status: Int, _ sentence: String) -> HTTPResponse {
        HTTPResponse(status, sentence, headers: [(name: "Connection", value: "close")])
    }
}
