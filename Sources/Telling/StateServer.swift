import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// Serves the state of the rain to other programs on this machine, as server-sent events: `GET /events`, one `data:` line of
/// JSON for each change (https://html.spec.whatwg.org/multipage/server-sent-events.html); `GET /state` is the newest. Any
/// thread; `tell` never waits.
public final class StateServer: Sendable {
    /// Lines that wait for a client that reads slowly; then it loses the oldest.
    private static let patience = 512
    /// Clients at a time.
    private static let mostClients = 32

    private let clients = Clients()
    private let server: HTTPServer
    private let running: Task<Void, any Error>
    public let port: UInt16

    /// Why it cannot be served.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// Listens on loopback, once it returns.
    public init(port: UInt16) async throws(Failure) {
        guard let address = try? sockaddr_in.inet(ip4: "127.0.0.1", port: port) else {
            throw Failure(description: "--serve \(port): this machine has no loopback; leave --serve away")
        }
        let configuration = HTTPServer.Configuration(address: address, timeout: 15, logger: .disabled)
        let server = HTTPServer(config: configuration, handler: StateHandler(clients: clients, most: Self.mostClients, patience: Self.patience))
        self.server = server
        self.port = port
        let running = Task { try await server.run() }
        self.running = running
        do {
            try await server.waitUntilListening(timeout: 5)
        } catch {
            running.cancel()
            var cause = "\(error)"
            if case .failure(let failure) = await running.result { cause = "\(failure)" }
            throw Failure(description: "--serve \(port): it cannot be listened at (\(cause)); choose another port")
        }
    }

    /// Sends a line of JSON to everybody who follows.
    public func tell(_ json: String) { clients.send(json) }

    /// Everybody's stream ends.
    public func stop() {
        clients.end()
        running.cancel()
    }

    deinit { stop() }
}

/// Who follows, and what was told last.
private final class Clients: Sendable {
    private struct State {
        var streams: [Int: AsyncStream<String>.Continuation] = [:]
        var next = 0
        var newest: String?
    }
    private let state = Mutex(State())

    var newest: String? { state.withLock { $0.newest } }

    func follow(most: Int, patience: Int) -> AsyncStream<String>? {
        let (stream, continuation) = AsyncStream<String>.makeStream(bufferingPolicy: .bufferingNewest(patience))
        let number: Int? = state.withLock { state in
            guard state.streams.count < most else { return nil }
            state.next += 1
            state.streams[state.next] = continuation
            if let newest = state.newest { continuation.yield(newest) }
            return state.next
        }
        guard let number else { return nil }
        continuation.onTermination = { [self] _ in state.withLock { _ = $0.streams.removeValue(forKey: number) } }
        return stream
    }

    func send(_ json: String) {
        let streams = state.withLock { state in
            state.newest = json
            return Array(state.streams.values)
        }
        for stream in streams { stream.yield(json) }
    }

    func end() {
        let streams = state.withLock { state in
            defer { state.streams = [:] }
            return Array(state.streams.values)
        }
        for stream in streams { stream.finish() }
    }
}

private struct StateHandler: HTTPHandler {
    let clients: Clients
    let most: Int
    let patience: Int

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        // A page of another site, in a browser on this machine, is not who is meant.
        if let origin = request.headers[HTTPHeader("Origin")], !Self.isLocal(origin) { return HTTPResponse(statusCode: .forbidden) }
        guard let host = request.headers[.host], Self.isLocal("http://" + host) else { return HTTPResponse(statusCode: .forbidden) }
        switch (request.method, request.path) {
        case (.GET, "/state"):
            return HTTPResponse(
                statusCode: .ok, headers: [.contentType: "application/json"], body: Data(((clients.newest ?? "{}") + "\n").utf8))
        case (.GET, "/events"), (.GET, "/"):
            guard let lines = clients.follow(most: most, patience: patience) else { return HTTPResponse(statusCode: .serviceUnavailable) }
            return HTTPResponse(
                statusCode: .ok,
                headers: [.contentType: "text/event-stream", HTTPHeader("Cache-Control"): "no-store"],
                body: HTTPBodySequence(from: EventBytes(lines: lines)))
        default: return HTTPResponse(statusCode: .notFound)
        }
    }

    private static func isLocal(_ origin: String) -> Bool {
        guard let host = URLComponents(string: origin)?.host else { return false }
        return ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
    }
}

/// Lines as events on their way.
private struct EventBytes: AsyncBufferedSequence, Sendable {
    typealias Element = UInt8
    let lines: AsyncStream<String>

    func makeAsyncIterator() -> Iterator { Iterator(lines: lines.makeAsyncIterator()) }

    struct Iterator: AsyncBufferedIteratorProtocol {
        var lines: AsyncStream<String>.AsyncIterator
        private var waiting: ArraySlice<UInt8> = []

        init(lines: AsyncStream<String>.AsyncIterator) { self.lines = lines }

        mutating func next() async -> UInt8? {
            if waiting.isEmpty { await fill() }
            return waiting.popFirst()
        }

        mutating func nextBuffer(suggested count: Int) async -> ArraySlice<UInt8>? {
            if waiting.isEmpty { await fill() }
            guard !waiting.isEmpty else { return nil }
            defer { waiting = waiting.dropFirst(count) }
            return waiting.prefix(count)
        }

        private mutating func fill() async {
            guard let line = await lines.next() else { return }
            waiting = ArraySlice("data: \(line)\n\n".utf8)
        }
    }
}
