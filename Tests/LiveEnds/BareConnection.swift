// SPDX-License-Identifier: MIT
import Foundation
import Synchronization

/// A connection to a port of this machine that sends only what the test specifies. It ends with the object.
package final class BareConnection: Sendable {
    private struct State {
        var text: [UInt8] = []
        /// The peer has closed it.
        var isOver = false
    }
    private let end: Int32
    private let port: UInt16
    private let state = Mutex(State())

    /// - Throws: `POSIXError` if nothing listens.
    package init(port: UInt16) throws {
        self.port = port
        end = try connected(toPort: port)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }

    deinit { close(end) }

    /// A phone's request, for `say`.
    package func post(_ body: String) -> String { "POST / \(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)" }

    package func get(_ target: String) -> String { "GET \(target) \(head)\r\n" }

    private var head: String { "HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n" }

    /// Sends it completely, or until the peer accepts no more, within ten seconds at most.
    package func say(_ words: String) async {
        var rest = Array(words.utf8)[...]
        for _ in 0..<2_000 where !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(end, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                try? await Task.sleep(nanoseconds: 5_000_000)
            } else {
                return
            }
        }
    }

    /// All received text, once it contains `words` or the peer has closed the connection, after ten seconds at most.
    package func heard(_ words: String) async -> String {
        for _ in 0..<2_000 {
            let (said, isOver) = take()
            if isOver || said.contains(words) { break }
            try? await Task.sleep(nanoseconds: 5_000_000)
        }
        return take().said
    }

    /// True once the peer has closed it; waits for that, at most `seconds`.
    package func hasEnded(within seconds: Double) async -> Bool {
        for _ in 0..<Int(seconds * 200) {
            if take().isOver { break }
            try? await Task.sleep(nanoseconds: 5_000_000)
        }
        return take().isOver
    }

    /// All that has arrived so far, and whether that is the end.
    private func take() -> (said: String, isOver: Bool) {
        state.withLock { state in
            var space = [UInt8](repeating: 0, count: 4096)
            while !state.isOver {
                let count = recv(end, &space, space.count, 0)
                guard count > 0 else {
                    state.isOver = count == 0 || errno != EAGAIN
                    break
                }
                state.text += space[..<count]
            }
            return (said: String(decoding: state.text, as: UTF8.self), isOver: state.isOver)
        }
    }
}
