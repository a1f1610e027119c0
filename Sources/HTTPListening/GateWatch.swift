import FlyingSocks
import Foundation
import Synchronization

/// How long one connection has kept the gate waiting, and what is on its way out. Any thread.
///
/// It counts looks and no seconds: a program that was stopped for a minute has not given its visitors a minute.
final class GateWatch: Sendable {
    /// Looks within the patience.
    static let looks = 10

    private struct State {
        /// A request is due: at first, and while one has begun and is not whole.
        var isDue = true
        var wholeRequests = 0
        /// Bytes were read from the server and are not with the client yet.
        var isSending = false
        var silence = 0
    }
    private let state = Mutex(State())
    private let mayLast: Bool
    private let server: Socket

    /// - Parameter server: the connection to the server behind the gate.
    init(server: Socket, mayLast: Bool) {
        self.server = server
        self.mayLast = mayLast
    }

    /// The client has said something.
    func took(wholeRequests: Int, isInRequest: Bool) {
        state.withLock { state in
            // A request that comes byte by byte gets no more time by it.
            if !isInRequest || !state.isDue || state.wholeRequests != wholeRequests { state.silence = 0 }
            state.isDue = isInRequest || wholeRequests == 0
            state.wholeRequests = wholeRequests
        }
    }

    /// What the server has said and is now on its way; never waits.
    /// - Throws: `SocketError.blocked` where there is nothing.
    func readFromServer() throws -> [UInt8] {
        try state.withLock { state in
            let bytes = try server.read(atMost: 4096)
            state.isSending = true
            return bytes
        }
    }

    /// It is with the client.
    func hasSent() {
        state.withLock { state in
            state.isSending = false
            if !state.isDue { state.silence = 0 }
        }
    }

    /// One more look.
    /// - Returns: true once the gate has waited enough.
    func look() -> Bool {
        state.withLock { state in
            guard state.isDue || (!mayLast && !state.isSending) else { return false }
            state.silence += 1
            return state.silence > Self.looks
        }
    }

    /// True where all that the server has said is with the client, or has been handed to the system for it.
    var isAllSent: Bool {
        state.withLock { state in
            var entry = pollfd(fd: server.file.rawValue, events: Int16(POLLIN), revents: 0)
            return !state.isSending && poll(&entry, 1, 0) == 0
        }
    }
}
