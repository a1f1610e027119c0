// SPDX-License-Identifier: MIT
import Synchronization
import Tracking

/// The queue of updates from the tracking task to the writer thread: in order, at most `capacity`, no duplicates.
final class SessionQueue: Sendable {
    private struct State {
        var extraNames: [String]?
        var waiting: [TrackerUpdate] = []
        /// The number of the next update to accept.
        var next: Int64 = 0
        /// Tasks that wait for room.
        var sources: [CheckedContinuation<Void, Never>] = []
        var missing: Int64 = 0
        var isFinished = false
    }

    private let state = Mutex(State())
    private let capacity: Int
    /// Signalled to wake the writer before its next turn.
    private let wake = MonotonicSemaphore()
    /// The writer's outcome.
    private let ended = OneShot<Result<SessionRecorder.Report, SessionError>>()

    init(capacity: Int) { self.capacity = capacity }

    // MARK: The tracking task

    func begin(extraNames: [String]) {
        state.withLock { if $0.extraNames == nil { $0.extraNames = extraNames } }
    }

    /// Accepts one update. Ignores one that was accepted before, and any after the end.
    /// - Parameter waits: Whether to wait while the queue is full, or to drop and count the update.
    func put(_ update: TrackerUpdate, number: Int64, waits: Bool) async {
        while true {
            let isTaken: Bool = state.withLock { state in
                guard number >= state.next, !state.isFinished, ended.now == nil else { return true }
                guard state.waiting.count < capacity else {
                    guard !waits else { return false }
                    state.next = number + 1
                    state.missing += 1
                    return true
                }
                state.next = number + 1
                state.waiting.append(update)
                // A half-full queue justifies an extra turn.
                if state.waiting.count == max(1, capacity / 2) { wake.signal() }
                return true
            }
            if isTaken { return }
            await withCheckedContinuation { continuation in
                let mustWait = state.withLock { state in
                    guard state.waiting.count >= capacity, !state.isFinished, ended.now == nil else { return false }
                    state.sources.append(continuation)
                    return true
                }
                if !mustWait { continuation.resume() }
            }
        }
    }

    /// Closes the queue: no further updates are accepted.
    func finish() {
        letIn { $0.isFinished = true }
        wake.signal()
    }

    /// Waits for the writer's outcome; nil if it has not ended in time. Blocks; any number of threads may call it.
    func outcome(within seconds: Double) -> Result<SessionRecorder.Report, SessionError>? {
        ended.wait(seconds: seconds)
    }

    // MARK: The writer

    var extraNames: [String] { state.withLock { $0.extraNames ?? [] } }
    var missing: Int64 { state.withLock { $0.missing } }

    /// Takes all waiting updates, unless `updates` already holds some. Returns whether these are the last.
    func takeAll(into updates: inout [TrackerUpdate]) -> Bool {
        state.withLock { state in
            if updates.isEmpty { swap(&updates, &state.waiting) }
            return state.isFinished && state.waiting.isEmpty
        }
    }

    /// Resumes the tasks that wait for room.
    func makeRoom() { letIn { _ in } }

    /// Blocks until the next turn.
    func pause(_ seconds: Double) { _ = wake.wait(seconds: seconds) }

    /// Records the writer's outcome: no further updates are accepted.
    func end(_ outcome: Result<SessionRecorder.Report, SessionError>) {
        ended.give(outcome)
        letIn { $0.waiting = [] }
    }

    private func letIn(_ change: (inout State) -> Void) {
        let sources = state.withLock { state in
            change(&state)
            defer { state.sources = [] }
            return state.sources
        }
        for source in sources { source.resume() }
    }
}
