// SPDX-License-Identifier: MIT
import CMicroHTTPD
import Glibc
import Synchronization

/// A response sent piece by piece, as events happen. Any thread. Sending never waits, and a slow client loses the oldest
/// pieces.
public final class HTTPStream: @unchecked Sendable {
    // Sendable is sound: the lock guards all mutable state. The connection is used only between its suspension and its
    // resumption, and the library keeps it alive meanwhile.
    private struct State {
        var waiting: [[UInt8]] = []
        /// The piece being sent.
        var current: ArraySlice<UInt8> = []
        /// The suspended connection, while there is nothing to send.
        var suspended: Connection?
        var isOver = false
        var silence = 0.0
    }
    /// The library's connection. Sendable is sound, as any thread may make the call that resumes it.
    struct Connection: @unchecked Sendable {
        let handle: OpaquePointer
    }
    private let state = Mutex(State())
    private let mostWaiting: Int
    private let comment: [UInt8]
    private let onEnd: @Sendable () -> Void

    /// - Parameters:
    ///   - mostWaiting: How many pieces may wait for a slow client.
    ///   - comment: Sent during silence, to detect that the client has gone.
    ///   - onEnd: Called once, when nothing more is sent: the client has gone, or everything has been sent.
    public init(mostWaiting: Int, comment: String, onEnd: @escaping @Sendable () -> Void) {
        self.mostWaiting = mostWaiting
        self.comment = Array(comment.utf8)
        self.onEnd = onEnd
    }

    /// Appends a piece.
    public func send(_ text: String) {
        wake { state in
            guard !state.isOver else { return }
            if state.waiting.count >= mostWaiting { state.waiting.removeFirst() }
            state.waiting.append(Array(text.utf8))
        }
    }

    /// Ends the stream once the waiting pieces have been sent.
    public func finish() { wake { $0.isOver = true } }

    // MARK: For the server's thread

    /// Fills up to `space`.
    /// - Returns: The number of bytes, 0 if the connection is now suspended, or the library's code for the end.
    func read(into space: UnsafeMutableRawBufferPointer, for connection: Connection) -> Int {
        state.withLock { state in
            var filled = 0
            while filled < space.count {
                if state.current.isEmpty {
                    guard !state.waiting.isEmpty else { break }
                    state.current = state.waiting.removeFirst()[...]
                }
                let piece = state.current.prefix(space.count - filled)
                UnsafeMutableRawBufferPointer(rebasing: space[filled...]).copyBytes(from: piece)
                state.current.removeFirst(piece.count)
                filled += piece.count
            }
            guard filled > 0 else {
                // MHD_CONTENT_READER_END_OF_STREAM, a macro that Swift does not import.
                if state.isOver { return -1 }
                MHD_suspend_connection(connection.handle)
                state.suspended = connection
                return 0
            }
            state.silence = 0
            return filled
        }
    }

    /// Adds `seconds` to the silence; after `beat` seconds of it, sends the comment.
    func addSilence(_ seconds: Double, beat: Double) {
        wake { state in
            state.silence += seconds
            guard state.silence >= beat, !state.isOver, state.waiting.isEmpty, state.current.isEmpty else { return }
            state.silence = 0
            state.waiting.append(comment)
        }
    }

    /// Ends the stream now and drops the waiting pieces.
    func abandon() {
        wake { state in
            state.isOver = true
            state.waiting = []
            state.current = []
        }
    }

    /// The library has finished the response.
    func ended() {
        state.withLock { state in
            state.isOver = true
            state.suspended = nil
        }
        onEnd()
    }

    private func wake(_ change: (inout State) -> Void) {
        state.withLock { state in
            change(&state)
            guard let connection = state.suspended, state.isOver || !state.waiting.isEmpty else { return }
            state.suspended = nil
            MHD_resume_connection(connection.handle)
        }
    }
}
