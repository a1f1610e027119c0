import Foundation
import Synchronization

/// Serves HTTP at one address, on a thread of its own, through libmicrohttpd: from its making to its stop. Any thread.
///
/// Heads, bodies, connections and patience are bounded by its terms, and whoever is not to be answered (`VisitorRule`) is not. No
/// fault of a connection, nor too many open files, ends it.
public final class HTTPServer: Sendable {
    /// Answers a request, on the server's thread, and must not wait.
    public typealias Handler = @Sendable (HTTPRequest) -> HTTPResponse

    public let port: UInt16
    private let loop: HTTPLoop

    /// Listens, once it returns.
    /// - Parameters:
    ///   - host: an address of this machine in numbers, or `localhost`.
    ///   - port: 0 takes any that is free.
    /// - Throws: why nothing can be heard there.
    public init(host: String, port: UInt16, terms: HTTPTerms, handler: @escaping Handler) throws(ListeningFault) {
        let socket = try ListeningSocket(host: host, port: port)
        let rule = VisitorRule(host: host, port: socket.port, terms)
        guard let loop = HTTPLoop(listening: socket.descriptor, terms: terms, rule: rule, handler: handler) else {
            throw ListeningFault(
                place: "\(host):\(socket.port)", cause: "the server cannot begin (\(String(cString: strerror(errno))))",
                remedy: "close some programs: memory or files are short")
        }
        self.port = socket.port
        self.loop = loop
        let thread = Thread { loop.run() }
        thread.name = "http \(socket.port)"
        thread.start()
    }

    deinit { loop.stop(within: 0) }

    /// Ends it and its connections, once what is being answered has been handed to the system, or so many seconds have gone by. Waits
    /// for that. Again: no effect.
    public func stop(within seconds: Double = 0) { loop.stop(within: seconds) }
}
