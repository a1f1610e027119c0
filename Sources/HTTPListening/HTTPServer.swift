// SPDX-License-Identifier: MIT
import Foundation
import Platform
import Synchronization

/// Serves HTTP at one address through libmicrohttpd, on its own thread, from `init` to `stop`. Any thread.
///
/// Its terms bound heads, bodies, connections and patience, and it refuses clients by `VisitorRule`. Neither a faulty connection
/// nor too many open files ends it.
public final class HTTPServer: Sendable {
    /// Answers a request. Called on the server's thread; must not wait.
    public typealias Handler = @Sendable (HTTPRequest) -> HTTPResponse

    public let port: UInt16
    private let loop: HTTPLoop

    /// Starts the server; it is listening when this returns.
    /// - Parameters:
    ///   - host: A numeric address of this machine, or `localhost`.
    ///   - port: 0 takes any free port.
    /// - Throws: `SocketFault` if the server cannot listen there.
    public init(host: String, port: UInt16, terms: HTTPTerms, handler: @escaping Handler) throws(SocketFault) {
        let socket = try BoundSocket(host: host, port: port, .stream)
        let rule = VisitorRule(host: socket.host, port: socket.port, terms)
        guard let loop = HTTPLoop(listening: socket.descriptor, terms: terms, rule: rule, handler: handler) else {
            throw SocketFault(
                place: "\(HostText.beforePort(socket.host)):\(socket.port)", cause: "the server could not start (\(errnoText(errno)))",
                remedy: "close some programs: memory or file descriptors have run out")
        }
        self.port = socket.port
        self.loop = loop
        let thread = Thread { loop.run() }
        thread.name = "http \(socket.port)"
        thread.start()
    }

    deinit { loop.stop(within: 0) }

    /// Stops the server and closes its connections. Waits until running answers have been handed to the system, but at most
    /// `seconds`. Further calls have no effect.
    public func stop(within seconds: Double = 0) { loop.stop(within: seconds) }
}
