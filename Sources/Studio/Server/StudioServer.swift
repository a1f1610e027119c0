import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// Serves the page and its socket on 127.0.0.1, and on no other address. Any thread.
public final class StudioServer: Sendable {
    /// Where the page is to be had.
    public struct Place: Sendable {
        public var port: UInt16
        /// The whole address, this run's word included.
        public var url: String
    }

    private let server: HTTPServer
    private let entrance: PageEntrance
    private let askedPort: UInt16

    /// - Parameters:
    ///   - port: 0 takes any that is free.
    ///   - word: what every path begins with; drawn anew for each run.
    init(port: UInt16, hub: PageHub, downloads: Downloads, word: String = PageGuard.drawWord()) throws(StudioError) {
        let address: sockaddr_in
        do { address = try .inet(ip4: "127.0.0.1", port: port) } catch { throw .notListening(port: port, cause: "\(error)") }
        askedPort = port
        entrance = PageEntrance(word: word, hub: hub, downloads: downloads)
        // A body is never wanted, so little room is made for one.
        let configuration = HTTPServer.Configuration(
            address: address, timeout: 10, sharedRequestBufferSize: 1024, sharedRequestReplaySize: 1024,
            logger: .disabled)
        server = HTTPServer(config: configuration, handler: entrance)
    }

    /// Serves until the task is cancelled. A fault of one connection, or too many open files, does not end it.
    /// - Parameter ready: called once, as soon as pages can come.
    /// - Throws: `StudioError` when the port cannot be had.
    public func run(ready: @escaping @Sendable (Place) -> Void) async throws {
        var wasReady = false
        while !Task.isCancelled {
            let serving = Task { try await server.run() }
            do {
                try await withTaskCancellationHandler {
                    try await server.waitUntilListening()
                    guard case .ip4(_, let port)? = await server.listeningAddress else { throw SocketError.unsupportedAddress }
                    let place = entrance.open(at: port)
                    if !wasReady { ready(place) }
                    wasReady = true
                    try await serving.value
                } onCancel: {
                    serving.cancel()
                }
            } catch {
                if Task.isCancelled { break }
                serving.cancel()
                let ended = await serving.result
                guard wasReady else {
                    let cause = if case .failure(let reason) = ended, !(reason is CancellationError) { reason } else { error }
                    throw StudioError.notListening(port: askedPort, cause: cause.localizedDescription)
                }
                try? await Task.sleep(for: .milliseconds(200))
            }
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
