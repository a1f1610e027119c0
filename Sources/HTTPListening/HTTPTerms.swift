// SPDX-License-Identifier: MIT
/// The limits and policies of a server.
public struct HTTPTerms: Sendable {
    /// Bytes for a request's head, including the library's bookkeeping.
    static let longestHead = 16 << 10

    /// Bytes of the longest body; 0 if bodies are refused.
    public var longestBody = 0
    /// True for a request whose body is taken; asked once its head is complete.
    public var takesBody: @Sendable (HTTPRequest) -> Bool = { _ in true }
    /// The maximum number of connections; further ones wait until one closes.
    public var mostConnections = 64
    /// Seconds in which a request must be complete, counted from the start of the connection or from the previous answer. Also
    /// the seconds for which a client may stop reading an answer.
    public var patience = 15.0
    /// True if every request must carry a secret, which the handler checks; then any host name is accepted.
    public var requiresSecret = false
    /// True if a link on another site may lead here.
    public var mayBeLinkedTo = false
    /// Seconds of silence after which a stream sends a comment: only a write detects that a client has gone.
    public var beat = 5.0

    public init() {}
}
