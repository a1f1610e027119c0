import Foundation
import HTTPListening

/// Serves the page and its socket on 127.0.0.1, and on no other address. Any thread.
public final class StudioServer: Sendable {
    /// Where the page is to be had.
    public struct Place: Sendable {
        public var port: UInt16
        /// The whole address, this run's word included.
        public var url: String
    }

    private let entrance: PageEntrance
    private let port: UInt16

    /// - Parameters:
    ///   - port: 0 takes any that is free.
    ///   - word: what every path begins with; drawn anew for each run.
    init(port: UInt16, hub: PageHub, downloads: Downloads, word: String = PageGuard.drawWord()) {
        self.port = port
        entrance = PageEntrance(word: word, hub: hub, downloads: downloads)
    }

    /// Serves until the task is cancelled.
    /// - Parameter ready: called once, as soon as pages can come.
    /// - Throws: `StudioError` when the port cannot be had.
    public func run(ready: @escaping @Sendable (Place) -> Void) async throws {
        // A page has one lasting connection and a few short ones; a body is never wanted.
        var terms = HTTPTerms()
        terms.patience = 10
        // Its address is printed, and may be followed from wherever a terminal is shown: without its word it leads nowhere.
        terms.mayBeLinkedTo = true
        let server: HTTPServer
        do throws(ListeningFault) {
            server = try HTTPServer(host: "127.0.0.1", port: port, terms: terms) { [entrance] in entrance.answer($0) }
        } catch { throw StudioError.notListening(error) }
        ready(entrance.open(at: server.port))
        let (ending, end) = AsyncStream<Never>.makeStream()
        await withTaskCancellationHandler {
            for await _ in ending {}
        } onCancel: {
            end.finish()
        }
        // It waits, which is not for a thread that others share.
        await withCheckedContinuation { stopped in
            Thread {
                server.stop()
                stopped.resume()
            }.start()
        }
    }
}

/// Why the studio cannot begin.
public enum StudioError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The port cannot be had.
    case notListening(ListeningFault)

    public var description: String {
        switch self {
        case .notListening(let fault): "\(fault); --port PORT names another"
        }
    }
}
