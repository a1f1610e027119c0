// SPDX-License-Identifier: MIT
import Foundation
import HTTPListening
import Platform
import Synchronization

/// Serves the state of the rain to other programs on this machine as server-sent events: `GET /events` sends one `data:` line
/// of JSON per change (https://html.spec.whatwg.org/multipage/server-sent-events.html); `GET /state` returns the newest one.
/// Any thread; `send` never waits.
public final class StateServer: Sendable {
    /// The maximum number of lines queued for a slow client; beyond it, the oldest is dropped.
    private static let queueLimit = 512
    /// The maximum number of clients.
    private static let clientLimit = 32
    /// The longest time for which `stop` waits for lines still being sent, in seconds.
    private static let stopTimeout = 1.0

    private let clients: Clients
    private let server: HTTPServer
    public let port: UInt16

    /// Starts listening on loopback before it returns.
    /// - Parameters:
    ///   - port: 0 picks any free port.
    ///   - beat: seconds of silence after which clients are sent a comment, because only a write detects that a client has
    ///     disconnected.
    /// - Throws: why the port cannot be used.
    public init(port: UInt16, beat: Double = 5) throws(SocketFault) {
        let clients = Clients(limit: Self.clientLimit, queueLimit: Self.queueLimit)
        var terms = HTTPTerms()
        terms.beat = beat
        do throws(SocketFault) {
            server = try HTTPServer(host: "127.0.0.1", port: port, terms: terms) { Self.answer($0, clients) }
        } catch { throw SocketFault(place: "--serve \(port)", cause: error.cause, remedy: error.remedy) }
        self.clients = clients
        self.port = server.port
    }

    /// Sends a line of JSON to all clients.
    public func send(_ json: String) { clients.send(json) }

    /// Ends all streams after their queued lines have been sent; waits for that for at most one second. Further calls have no
    /// effect.
    public func stop() {
        clients.end()
        server.stop(within: Self.stopTimeout)
    }

    private static func answer(_ request: HTTPRequest, _ clients: Clients) -> HTTPResponse {
        switch (request.method, request.path) {
        case ("GET", "/state"):
            return HTTPResponse(
                200, headers: [(name: "Content-Type", value: "application/json")],
                body: .bytes(Data(((clients.newest ?? "{}") + "\n").utf8)))
        case ("GET", "/events"), ("GET", "/"):
            guard let stream = clients.add() else { return HTTPResponse(503, "too many clients are connected; close one") }
            return HTTPResponse(
                200, headers: [(name: "Content-Type", value: "text/event-stream"), (name: "Cache-Control", value: "no-store")],
                body: .stream(stream))
        default: return HTTPResponse(404, "not found; use /events or /state")
        }
    }
}

/// The connected clients, and the newest line. Any thread.
private final class Clients: Sendable {
    private struct State {
        var streams: [Int: HTTPStream] = [:]
        var next = 0
        var newest: String?
        var isClosed = false
    }
    private let state = Mutex(State())
    private let limit: Int
    private let queueLimit: Int

    init(limit: Int, queueLimit: Int) {
        self.limit = limit
        self.queueLimit = queueLimit
    }

    var newest: String? { state.withLock { $0.newest } }

    /// Adds a client; nil if the maximum has been reached.
    func add() -> HTTPStream? {
        state.withLock { state in
            guard state.streams.count < limit, !state.isClosed else { return nil }
            state.next += 1
            let number = state.next
            let stream = HTTPStream(mostWaiting: queueLimit, comment: ":\n\n") { [self] in remove(number) }
            state.streams[number] = stream
            if let newest = state.newest { stream.send(Self.event(newest)) }
            return stream
        }
    }

    private func remove(_ number: Int) { state.withLock { _ = $0.streams.removeValue(forKey: number) } }

    func send(_ json: String) {
        let event = Self.event(json)
        // Under the lock, so that all clients receive the lines in the same order.
        state.withLock { state in
            state.newest = json
            for stream in state.streams.values { stream.send(event) }
        }
    }

    /// Ends all streams and accepts no more clients.
    func end() {
        let streams = state.withLock { state in
            state.isClosed = true
            return Array(state.streams.values)
        }
        for stream in streams { stream.finish() }
    }

    private static func event(_ json: String) -> String { "data: \(json)\n\n" }
}
