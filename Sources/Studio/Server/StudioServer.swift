// SPDX-License-Identifier: MIT
import Foundation
import HTTPListening
import Platform

/// Serves the page and its WebSocket on 127.0.0.1 only. Any thread.
public final class StudioServer: Sendable {
    /// The address of the page.
    public struct Place: Sendable {
        var port: UInt16
        /// The complete address, including this run's secret word.
        public var url: String
    }

    private let entrance: PageEntrance
    private let port: UInt16

    /// - Parameters:
    ///   - port: 0 takes any free port.
    ///   - word: the first component of every path; generated for each run.
    init(port: UInt16, hub: PageHub, downloads: Downloads, uploads: Uploads, word: String = PageGuard.drawWord()) {
        self.port = port
        entrance = PageEntrance(word: word, hub: hub, downloads: downloads, uploads: uploads)
    }

    /// Serves until the task is cancelled.
    /// - Parameter ready: called once, as soon as pages can connect.
    /// - Throws: `StudioError` when the port is not available.
    func run(ready: @escaping @Sendable (Place) -> Void) async throws {
        // A page has one persistent connection and a few short ones; only a file that it opens is sent as a body.
        var terms = HTTPTerms()
        terms.patience = 10
        terms.longestBody = Uploads.longest
        terms.takesBody = { [entrance] in entrance.isUpload($0) }
        // The address is printed, so it may be followed from any place that shows a terminal: without the word it gives no
        // access.
        terms.mayBeLinkedTo = true
        let server: HTTPServer
        do throws(SocketFault) {
            server = try HTTPServer(host: "127.0.0.1", port: port, terms: terms) { [entrance] in entrance.answer($0) }
        } catch { throw StudioError.notListening(error) }
        ready(entrance.open(at: server.port))
        let (ending, end) = AsyncStream<Never>.makeStream()
        await withTaskCancellationHandler {
            for await _ in ending {}
        } onCancel: {
            end.finish()
        }
        // Stopping blocks, so it must not run on a shared thread.
        await withCheckedContinuation { stopped in
            Thread {
                server.stop()
                stopped.resume()
            }.start()
        }
    }
}

/// Why the studio cannot start.
public enum StudioError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The port is not available.
    case notListening(SocketFault)

    public var description: String {
        switch self {
        case .notListening(let fault): "\(fault); --port PORT names another"
        }
    }
}
