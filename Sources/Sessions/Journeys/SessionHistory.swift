import Synchronization
import Tracking

/// Questions about a file of sessions that always return: with the answer, with what is wrong, or with `timeout` when the
/// file is locked or its disk hangs. Any task may ask; a cancelled one gets `cancelled` at once.
public struct SessionHistory: Sendable {
    public let path: String

    public init(_ path: String) { self.path = path }

    /// All sessions, in the order in which they were recorded.
    public func sessions(timeout: Duration) async throws(SessionError) -> [Session] {
        try await query(timeout: timeout) { store throws(SessionError) in try store.sessions() }
    }

    /// What the rider did between two times, in order.
    public func activities(from start: TrackTime, to end: TrackTime, timeout: Duration) async throws(SessionError) -> [ActivitySpan] {
        try await query(timeout: timeout) { store throws(SessionError) in try store.activities(from: start, to: end) }
    }

    /// Any question.
    /// - Parameters:
    ///   - timeout: from now, opening the file included.
    ///   - question: asked on a thread of its own.
    /// - Throws: `timeout` at the timeout, `cancelled`, or what the opening or the question throws.
    public func query<Value: Sendable>(
        timeout: Duration, _ question: @escaping @Sendable (SessionStore) throws(SessionError) -> Value
    ) async throws(SessionError) -> Value {
        let path = path
        let seconds = timeout.seconds
        let opened = OpenedStore()
        let late = SessionError(
            kind: .timeout, path: path, message: "it did not answer within \(Self.words(seconds)) s",
            remedy: "another program may keep it locked; let that end, or give more time")
        let cancelled = SessionError(kind: .cancelled, path: path, message: "the caller has stopped waiting", remedy: "")
        do throws(SessionError) {
            return try await BoundedWait.run(within: timeout, late: late, cancelled: cancelled) { () throws(SessionError) in
                // A lock is waited out for longer than the answer is: the word about it is `late`.
                let store = try SessionStore(path, patience: max(0, min(seconds, 1e6)) + 1)
                opened.store.withLock { $0 = store }
                return try question(store)
            }
        } catch {
            if error.kind == .timeout || error.kind == .cancelled { opened.store.withLock { $0?.interrupt() } }
            throw error
        }
    }

    private static func words(_ seconds: Double) -> String {
        seconds == seconds.rounded() && seconds.magnitude < 1e9 ? "\(Int(seconds))" : "\(seconds)"
    }

    private final class OpenedStore: Sendable {
        let store = Mutex<SessionStore?>(nil)
    }
}
