import FlyingFox
import FlyingSocks
import Foundation
import HTTPListening
import Tracking

/// Serves the state of the rain to other programs on this machine, as server-sent events: `GET /events`, one `data:` line of
/// JSON for each change (https://html.spec.whatwg.org/multipage/server-sent-events.html); `GET /state` is the newest. Any
/// thread; `tell` never waits.
public final class StateServer: Sendable {
    /// Lines that wait for a client that reads slowly; then it loses the oldest.
    private static let patience = 512
    /// Clients at a time.
    private static let mostClients = 32
    /// Seconds for which the end waits for what was told and is still on its way.
    private static let lastPatience = 1.0
    /// Seconds for which a request may keep it waiting.
    private static let requestPatience = 15.0

    private let clients = Clients()
    private let server: ListeningServer
    private let beating: Task<Void, Never>
    public let port: UInt16

    /// Why it cannot be served.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// Listens on loopback, once it returns.
    /// - Parameters:
    ///   - beat: seconds between two comments to those who follow: only a write finds out that somebody has gone, and the
    ///     gate shows out whoever is told nothing for longer than a request may take.
    ///   - onEnd: told why it no longer listens, where nobody stopped it.
    public init(port: UInt16, beat: Double = 5, onEnd: @escaping @Sendable (String) -> Void = { _ in }) async throws(Failure) {
        guard let address = try? sockaddr_in.inet(ip4: "127.0.0.1", port: port) else {
            throw Failure(description: "--serve \(port): this machine has no loopback; leave --serve away")
        }
        let handler = StateHandler(clients: clients, most: Self.mostClients, patience: Self.patience)
        var terms = GateTerms()
        terms.bounds.names = ["host", "origin", "connection"]
        terms.patience = Self.requestPatience
        do {
            server = try await ListeningServer(at: address, terms: terms, handler: handler) { cause in
                onEnd("--serve \(port): the state is served no more (\(cause)); the rain goes on; start again to serve it")
            }
        } catch { throw Failure(description: "--serve \(port): it cannot be listened at (\(error)); choose another port") }
        self.port = port
        beating = Task { [clients] in
            while !Task.isCancelled {
                try? await Task.sleep(for: .seconds(beat))
                clients.beat()
            }
        }
    }

    /// Sends a line of JSON to everybody who follows.
    public func tell(_ json: String) { clients.send(json) }

    /// Everybody's stream ends once all that was told is sent; waits for that, at most a second. Again: no effect.
    public func stop() {
        beating.cancel()
        if clients.end(within: Self.lastPatience) { server.waitUntilSent(within: Self.lastPatience) }
        server.stop()
    }

    deinit { stop() }
}

/// Who follows, and what was told last.
private final class Clients: @unchecked Sendable {
    // Sendable is sound: the condition's lock guards all that changes.
    private struct State {
        var streams: [Int: AsyncStream<String>.Continuation] = [:]
        var next = 0
        var newest: String?
        /// Streams that are still being sent.
        var underway = 0
        var isOver = false
    }
    private let condition = MonotonicCondition()
    private var state = State()

    private func withLock<Result>(_ body: (inout State) -> Result) -> Result { condition.withLock { body(&state) } }

    var newest: String? { withLock { $0.newest } }

    func follow(most: Int, patience: Int) -> AsyncStream<String>? {
        let (stream, continuation) = AsyncStream<String>.makeStream(bufferingPolicy: .bufferingNewest(patience))
        let number: Int? = withLock { state in
            guard state.streams.count < most, !state.isOver else { return nil }
            state.next += 1
            state.streams[state.next] = continuation
            if let newest = state.newest { continuation.yield(Self.event(newest)) }
            return state.next
        }
        guard let number else { return nil }
        continuation.onTermination = { [self] _ in withLock { _ = $0.streams.removeValue(forKey: number) } }
        return stream
    }

    func send(_ json: String) {
        let streams = withLock { state in
            state.newest = json
            return Array(state.streams.values)
        }
        for stream in streams { stream.yield(Self.event(json)) }
    }

    /// A comment, which nobody reads, to everybody.
    func beat() { for stream in withLock({ Array($0.streams.values) }) { stream.yield(":\n\n") } }

    private static func event(_ json: String) -> String { "data: \(json)\n\n" }

    /// No more is told. Waits until the last is sent, at most so many seconds.
    /// - Returns: true where somebody followed.
    func end(within seconds: Double) -> Bool {
        let end = MonotonicCondition.Deadline(in: seconds)
        let streams: [AsyncStream<String>.Continuation] = withLock { state in
            guard !state.isOver else { return [] }
            state.isOver = true
            defer { state.streams = [:] }
            return Array(state.streams.values)
        }
        guard !streams.isEmpty else { return false }
        for stream in streams { stream.finish() }
        condition.withLock { while state.underway > 0, condition.wait(until: end) {} }
        return true
    }

    func beginSending() { withLock { $0.underway += 1 } }

    func endSending() {
        withLock { $0.underway -= 1 }
        condition.broadcast()
    }
}

/// A stream on its way to a client, until its last byte is sent or the client is gone.
private final class Sending: Sendable {
    private let clients: Clients

    init(_ clients: Clients) {
        self.clients = clients
        clients.beginSending()
    }

    deinit { clients.endSending() }
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
            // Before it follows: whoever ends the streams waits for this one, too.
            let sending = Sending(clients)
            guard let lines = clients.follow(most: most, patience: patience) else { return HTTPResponse(statusCode: .serviceUnavailable) }
            return HTTPResponse(
                statusCode: .ok,
                headers: [.contentType: "text/event-stream", HTTPHeader("Cache-Control"): "no-store"],
                body: HTTPBodySequence(from: EventBytes(lines: lines, sending: sending)))
        default: return HTTPResponse(statusCode: .notFound)
        }
    }

    private static func isLocal(_ origin: String) -> Bool {
        guard let host = URLComponents(string: origin)?.host else { return false }
        return ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
    }
}

/// Events on their way.
private struct EventBytes: AsyncBufferedSequence, Sendable {
    typealias Element = UInt8
    let lines: AsyncStream<String>
    let sending: Sending

    func makeAsyncIterator() -> Iterator { Iterator(lines: lines.makeAsyncIterator(), sending: sending) }

    struct Iterator: AsyncBufferedIteratorProtocol {
        var lines: AsyncStream<String>.AsyncIterator
        private var waiting: ArraySlice<UInt8> = []
        /// Held until the body has been sent.
        private let sending: Sending

        init(lines: AsyncStream<String>.AsyncIterator, sending: Sending) {
            self.lines = lines
            self.sending = sending
        }

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
            waiting = ArraySlice(line.utf8)
        }
    }
}
