/// What a server takes, and for how long.
public struct HTTPTerms: Sendable {
    /// Bytes of a request's head, with what the library remembers of it.
    public static let longestHead = 16 << 10

    /// Bytes of the longest body; 0 where none is wanted.
    public var longestBody = 0
    /// Connections at once; whoever comes then waits until one has gone.
    public var mostConnections = 64
    /// Seconds within which a request must be whole, counted from the connection's begin or the answer before it, and for which
    /// a client may take nothing of an answer.
    public var patience = 15.0
    /// True where every request must bring a secret, which the handler checks: then it may come under any name.
    public var asksSecret = false
    /// True where a link on another site may lead here.
    public var mayBeLinkedTo = false
    /// Seconds of silence after which a stream says a comment: only a write finds out that somebody has gone.
    public var beat = 5.0

    public init() {}
}
