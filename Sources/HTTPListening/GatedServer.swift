import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// An HTTP server that only its gate reaches, which bounds what comes in. Any thread.
public final class GatedServer: Sendable {
    /// Seconds that a machine without time to spare may take to begin.
    static let patience = 30.0

    private let server: HTTPServer
    private let gate: ListeningGate
    private let begun = Atomic<Bool>(false)

    public init(terms: GateTerms, handler: any HTTPHandler) {
        var generator = SystemRandomNumberGenerator()
        let words = (0..<2).map { _ in String(generator.next(), radix: 36) }
        let inside = "amaoto-\(words.joined(separator: "-"))"
        gate = ListeningGate(inside: inside, terms: terms)
        server = HTTPServer(
            config: .init(
                address: sockaddr_un.unix(abstractNamespace: inside), timeout: 15, sharedRequestBufferSize: 4096,
                sharedRequestReplaySize: max(4096, terms.bounds.longestBody), logger: .disabled),
            handler: handler)
    }

    /// True once it has listened.
    public var hasBegun: Bool { begun.load(ordering: .acquiring) }

    /// True where nothing that was answered is still on its way.
    public var isAllSent: Bool { gate.isAllSent }

    /// Serves until the task is cancelled. A fault of one connection, or too many open files, does not end it.
    /// - Parameter ready: called once, as soon as requests can come, with the port.
    /// - Throws: why it cannot listen there, or what has ended it.
    public func run(at address: any SocketAddress, ready: @escaping @Sendable (UInt16) -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.serve() }
            group.addTask {
                try await self.server.waitUntilListening(timeout: Self.patience)
                try await self.gate.run(at: address) { port in
                    self.begun.store(true, ordering: .releasing)
                    ready(port)
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// The server itself, begun again when something ends it.
    private func serve() async throws {
        while !Task.isCancelled {
            do {
                try await server.run()
            } catch {
                if !hasBegun { throw error }
            }
            repeat { try? await Task.sleep(for: .milliseconds(100)) } while !Task.isCancelled && !Descriptors.areLeft
        }
    }
}
