import FlyingFox
import FlyingSocks
import Foundation
import HTTPListening

/// Serves the page and its socket on 127.0.0.1, and on no other address: a gate that measures what comes in, and behind it
/// the server, which only the gate reaches. Any thread.
public final class StudioServer: Sendable {
    /// Where the page is to be had.
    public struct Place: Sendable {
        public var port: UInt16
        /// The whole address, this run's word included.
        public var url: String
    }

    private let server: GatedServer
    private let entrance: PageEntrance
    private let port: UInt16

    /// - Parameters:
    ///   - port: 0 takes any that is free.
    ///   - word: what every path begins with; drawn anew for each run.
    init(port: UInt16, hub: PageHub, downloads: Downloads, word: String = PageGuard.drawWord()) {
        self.port = port
        entrance = PageEntrance(word: word, hub: hub, downloads: downloads)
        // A page has one lasting connection and a few short ones; a body is never wanted.
        var terms = GateTerms()
        terms.patience = 10
        terms.mayLast = true
        server = GatedServer(terms: terms, handler: entrance)
    }

    /// Serves until the task is cancelled. A fault of one connection, or too many open files, does not end it.
    /// - Parameter ready: called once, as soon as pages can come.
    /// - Throws: `StudioError` when the port cannot be had.
    public func run(ready: @escaping @Sendable (Place) -> Void) async throws {
        do {
            let address = try sockaddr_in.inet(ip4: "127.0.0.1", port: port)
            try await server.run(at: address) { [entrance] in ready(entrance.open(at: $0)) }
        } catch {
            if Task.isCancelled { return }
            throw StudioError.notListening(port: port, cause: error.localizedDescription)
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
