import FlyingFox
import FlyingSocks

/// An HTTP server that listens from its making to its end. Any thread.
public final class ListeningServer: Sendable {
    /// Seconds that a machine without time to spare may take to begin.
    private static let patience = 30.0
    /// Seconds for which a connection may be silent.
    private static let silence = 15.0

    private let running: Task<Void, any Error>

    /// Listens, once it returns.
    /// - Throws: why it cannot listen there, as soon as that is known; `TooLate` where nothing is known in half a minute.
    public init(at address: some SocketAddress, handler: any HTTPHandler) async throws {
        let server = HTTPServer(config: .init(address: address, timeout: Self.silence, logger: .disabled), handler: handler)
        let listening = Task { try await server.waitUntilListening(timeout: Self.patience) }
        running = Task {
            // Whichever comes first: that it listens, or why it cannot.
            defer { listening.cancel() }
            try await server.run()
        }
        do {
            try await withTaskCancellationHandler { try await listening.value } onCancel: { listening.cancel() }
        } catch {
            running.cancel()
            if case .failure(let cause) = await running.result, !(cause is CancellationError) { throw cause }
            throw Task.isCancelled ? error : TooLate()
        }
    }

    /// Ends it and its connections. Again: no effect.
    public func stop() { running.cancel() }

    deinit { stop() }

    /// It did not begin in time.
    public struct TooLate: Error, CustomStringConvertible {
        public var description: String { "it did not begin within \(Int(ListeningServer.patience)) s" }
    }
}
