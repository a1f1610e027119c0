// SPDX-License-Identifier: MIT
import Dispatch
import Foundation
import Synchronization

/// Waits for work that may hang, and delivers its answer or an error at the timeout: whichever is first, exactly once.
///
/// The work runs on its own thread, so that a hanging disk blocks nothing else; that thread ends when the disk responds. Nor does
/// the timer depend on the shared pool, whose threads may all be blocked.
final class BoundedWait<Value: Sendable>: Sendable {
    private typealias Waiter = CheckedContinuation<Result<Value, SessionError>, Never>
    private enum State {
        case idle
        case waiting(Waiter)
        case answered(Result<Value, SessionError>)
    }

    private let state = Mutex(State.idle)

    /// Runs the work and waits.
    /// - Parameters:
    ///   - work: May block indefinitely; its answer after the timeout is dropped.
    ///   - late: The error for an answer that does not arrive in time.
    ///   - cancelled: The error for a cancelled caller.
    /// - Throws: `late`, `cancelled`, or the error of the work.
    static func run(
        within timeout: Duration, late: SessionError, cancelled: SessionError,
        _ work: @escaping @Sendable () throws(SessionError) -> Value
    ) async throws(SessionError) -> Value {
        let wait = BoundedWait()
        let clock = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "amaoto.sessions.timeout"))
        clock.setEventHandler { wait.answer(.failure(late)) }
        clock.schedule(deadline: .now() + Self.interval(timeout), leeway: .milliseconds(5))
        clock.activate()
        defer { clock.cancel() }
        Thread.detachNewThread {
            do throws(SessionError) { wait.answer(.success(try work())) } catch { wait.answer(.failure(error)) }
        }
        return try await withTaskCancellationHandler {
            await wait.result()
        } onCancel: {
            wait.answer(.failure(cancelled))
        }.get()
    }

    private func result() async -> Result<Value, SessionError> {
        await withCheckedContinuation { continuation in
            let answer: Result<Value, SessionError>? = state.withLock { state in
                if case .answered(let answer) = state { return answer }
                state = .waiting(continuation)
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    /// Delivers the first answer; later ones are dropped.
    private func answer(_ answer: Result<Value, SessionError>) {
        let waiter: Waiter? = state.withLock { state in
            switch state {
            case .answered: return nil
            case .idle:
                state = .answered(answer)
                return nil
            case .waiting(let waiter):
                state = .answered(answer)
                return waiter
            }
        }
        waiter?.resume(returning: answer)
    }

    private static func interval(_ timeout: Duration) -> DispatchTimeInterval {
        let (seconds, attoseconds) = timeout.components
        guard seconds >= 0, attoseconds >= 0 else { return .nanoseconds(0) }
        // Thirty years count as indefinitely.
        guard seconds < 1_000_000_000 else { return .seconds(1_000_000_000) }
        return .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
    }
}
