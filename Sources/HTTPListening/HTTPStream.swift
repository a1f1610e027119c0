import CMicroHTTPD
import Glibc
import Synchronization

/// An answer that is sent piece by piece, as things happen. Any thread; sending never waits, and a client that reads slowly
/// loses the oldest pieces.
public final class HTTPStream: @unchecked Sendable {
    // Sendable is sound: the lock guards all that changes. The connection is used only between its suspension and its resumption,
    // during which the library keeps it.
    private struct State {
        var waiting: [[UInt8]] = []
        /// What is being sent.
        var current: ArraySlice<UInt8> = []
        /// The library's, while it sleeps for want of something to send.
        var sleeping: Connection?
        var isOver = false
        var silence = 0.0
    }
    /// The library's; Sendable is sound, as it takes the call that wakes it from any thread.
    struct Connection: @unchecked Sendable {
        let handle: OpaquePointer
    }
    private let state = Mutex(State())
    private let mostWaiting: Int
    private let comment: [UInt8]
    private let onEnd: @Sendable () -> Void

    /// - Parameters:
    ///   - mostWaiting: pieces that wait for a client that reads slowly.
    ///   - comment: what is said to find out whether somebody is still there.
    ///   - onEnd: called once, when nothing more is sent: the client has gone, or all is said.
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

    /// It ends once what waits has been sent.
    public func finish() { wake { $0.isOver = true } }

    // MARK: For the server's thread

    /// Fills at most `space`.
    /// - Returns: the bytes, 0 where the connection sleeps now, or the library's word for the end.
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
                // The library's name for it is a macro that Swift does not see: MHD_CONTENT_READER_END_OF_STREAM.
                if state.isOver { return -1 }
                MHD_suspend_connection(connection.handle)
                state.sleeping = connection
                return 0
            }
            state.silence = 0
            return filled
        }
    }

    /// So many seconds more have gone by.
    func look(_ seconds: Double, beat: Double) {
        wake { state in
            state.silence += seconds
            guard state.silence >= beat, !state.isOver, state.waiting.isEmpty, state.current.isEmpty else { return }
            state.silence = 0
            state.waiting.append(comment)
        }
    }

    /// It ends now, whatever waits.
    func abandon() {
        wake { state in
            state.isOver = true
            state.waiting = []
            state.current = []
        }
    }

    /// The library is done with it.
    func ended() {
        state.withLock { state in
            state.isOver = true
            state.sleeping = nil
        }
        onEnd()
    }

    private func wake(_ change: (inout State) -> Void) {
        state.withLock { state in
            change(&state)
            guard let connection = state.sleeping, state.isOver || !state.waiting.isEmpty else { return }
            state.sleeping = nil
            MHD_resume_connection(connection.handle)
        }
    }
}
