import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// Serves the page and its socket on 127.0.0.1, and on no other address: a gate that measures what comes in, and behind it
/// the server, which only the gate reaches. Any thread.
public final class StudioServer: Sendable {
    /// Where the page is to be had.
    public struct Place: Sendable {
        public var port: UInt16
        /// The whole address, this run's word included.
        public var url: String
    }

    private let server: HTTPServer
    private let gate: PageGate
    private let entrance: PageEntrance
    private let port: UInt16

    /// - Parameters:
    ///   - port: 0 takes any that is free.
    ///   - word: what every path begins with; drawn anew for each run.
    init(port: UInt16, hub: PageHub, downloads: Downloads, word: String = PageGuard.drawWord()) {
        self.port = port
        entrance = PageEntrance(word: word, hub: hub, downloads: downloads)
        let inside = "amaoto-studio-\(PageGuard.drawWord())"
        gate = PageGate(inside: inside)
        // A body is never wanted, so little room is made for one.
        let configuration = HTTPServer.Configuration(
            address: sockaddr_un.unix(abstractNamespace: inside), timeout: 10, sharedRequestBufferSize: 1024,
            sharedRequestReplaySize: 1024, logger: .disabled)
        server = HTTPServer(config: configuration, handler: entrance)
    }

    /// Serves until the task is cancelled. A fault of one connection, or too many open files, does not end it.
    /// - Parameter ready: called once, as soon as pages can come.
    /// - Throws: `StudioError` when the port cannot be had.
    public func run(ready: @escaping @Sendable (Place) -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await self.serve() }
            group.addTask {
                do {
                    try await self.server.waitUntilListening(timeout: 30)
                    try await self.gate.run(port: self.port) { ready(self.entrance.open(at: $0)) }
                } catch {
                    if Task.isCancelled { return }
                    throw StudioError.notListening(port: self.port, cause: error.localizedDescription)
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// The server itself, begun again when something ends it.
    private func serve() async {
        while !Task.isCancelled {
            try? await server.run()
            try? await Task.sleep(for: .milliseconds(100))
        }
    }
}

/// Why the studio cannot begin.
public enum StudioError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The port cannot be had.
    case notListening(port: UInt16, cause: String)

    public var description: String {
        switch self {
        case .notListening(let port, let cause):
            "port \(port) on 127.0.0.1 cannot be used: \(cause); end the program that has it, or choose another with --port"
        }
    }
}
