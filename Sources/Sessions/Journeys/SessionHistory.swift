// SPDX-License-Identifier: MIT
import Foundation
import Platform
import Synchronization
import Tracking

/// Queries a session file without hanging: every query returns with its answer, with an error, or with `timeout` when the file is
/// locked or its disk hangs. Any task; a cancelled one receives `cancelled` at once.
public struct SessionHistory: Sendable {
    let path: String

    public init(_ path: String) { self.path = path }

    /// Runs a query.
    /// - Parameters:
    ///   - timeout: The limit for the query, including opening the file.
    ///   - body: The query. Called on its own thread.
    /// - Throws: `timeout` at the timeout, `cancelled`, or any error of the opening or of the query.
    public func query<Value: Sendable>(
        timeout: Duration, _ body: @escaping @Sendable (SessionStore) throws(SessionError) -> Value
    ) async throws(SessionError) -> Value {
        let path = path
        let seconds = timeout.seconds
        let opened = OpenedStore()
        let late = SessionError(
            kind: .timeout, path: path, message: "it did not answer within \(Self.words(seconds)) s",
            remedy: "another program may have locked it; wait for that program, or allow more time with --timeout")
        let cancelled = SessionError(kind: .cancelled, path: path, message: "the caller has stopped waiting", remedy: "")
        let answer = OneShot<Result<Value, SessionError>>()
        // On their own threads, so that neither a hanging disk nor a pool whose threads are all blocked delays anything else.
        Thread.detachNewThread {
            answer.resolve(
                Result { () throws(SessionError) in
                    // The lock's patience exceeds the timeout, so that the caller receives the error `late`.
                    let store = try SessionStore(path, patience: max(0, min(seconds, 1e6)) + 1)
                    opened.store.withLock { $0 = store }
                    return try body(store)
                })
        }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread { continuation.resume(returning: answer.wait(seconds: seconds) ?? .failure(late)) }
            }
        } onCancel: {
            answer.resolve(.failure(cancelled))
        }
        if case .failure(let error) = result, error.kind == .timeout || error.kind == .cancelled {
            opened.store.withLock { $0?.interrupt() }
        }
        return try result.get()
    }

    private static func words(_ seconds: Double) -> String {
        seconds == seconds.rounded() && seconds.magnitude < 1e9 ? "\(Int(seconds))" : "\(seconds)"
    }

    private final class OpenedStore: Sendable {
        let store = Mutex<SessionStore?>(nil)
    }
}
