import FlyingFox
import FlyingSocks
import Foundation

/// An HTTP server behind a gate that listens from its making to its end. Any thread.
public final class ListeningServer: Sendable {
    private let server: GatedServer
    private let running: Task<Void, Never>

    /// Listens, once it returns.
    /// - Parameter onEnd: told what has ended it, where nobody stopped it.
    /// - Throws: why it cannot listen there, as soon as that is known; `TooLate` where nothing is known in half a minute.
    public init(
        at address: any SocketAddress, terms: GateTerms, handler: any HTTPHandler, onEnd: @escaping @Sendable (any Error) -> Void
    ) async throws {
        let server = GatedServer(terms: terms, handler: handler)
        let (beginning, begins) = AsyncThrowingStream<UInt16, any Error>.makeStream()
        self.server = server
        running = Task {
            var cause: any Error = SocketError.disconnected
            do {
                try await server.run(at: address) { _ = begins.yield($0) }
            } catch {
                cause = error
            }
            if server.hasBegun, !Task.isCancelled { onEnd(cause) }
            begins.finish(throwing: cause)
        }
        do {
            var ports = beginning.makeAsyncIterator()
            guard try await ports.next() != nil else { throw CancellationError() }
        } catch SocketError.timeout {
            running.cancel()
            throw TooLate()
        } catch {
            running.cancel()
            throw error
        }
    }

    /// Waits until all that was answered has been handed to the system, at most so many seconds.
    public func waitUntilSent(within seconds: Double) {
        var looks = Int(seconds * 200)
        while looks > 0, !server.isAllSent {
            usleep(5000)
            looks -= 1
        }
    }

    /// Ends it and its connections. Again: no effect.
    public func stop() { running.cancel() }

    deinit { stop() }

    /// It did not begin in time.
    public struct TooLate: Error, CustomStringConvertible {
        public var description: String { "it did not begin within \(Int(GatedServer.patience)) s" }
    }
}
