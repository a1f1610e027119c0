import Dispatch
import Foundation
import Synchronization

/// The answer to a question that may hang, or the word that it did not come in time: whichever is first, exactly once.
///
/// The work runs on a thread of its own, so that a hanging disk holds up nobody else; that thread ends when the disk
/// answers. The clock does not depend on the shared pool either, whose threads may all be blocked.
final class BoundedWait<Value: Sendable>: Sendable {
    private typealias Waiter = CheckedContinuation<Result<Value, SessionError>, Never>
    private enum State {
        case idle
        case waiting(Waiter)
        case answered(Result<Value, SessionError>)
    }

    private let state = Mutex(State.idle)

    /// Asks and waits.
    /// - Parameters:
    ///   - work: may block for as long as it likes; its answer after the time is dropped.
    ///   - late: the error for an answer that does not come in time.
    ///   - cancelled: the error for a caller whose task is cancelled.
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

    /// The first answer counts.
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
        // Thirty years are for ever.
        guard seconds < 1_000_000_000 else { return .seconds(1_000_000_000) }
        return .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
    }
}
