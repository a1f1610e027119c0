// SPDX-License-Identifier: MIT
import Platform
import Tracking

/// The queue of updates from the tracking task to the writer thread: in order, at most `capacity`.
final class SessionQueue: @unchecked Sendable {
    // Sendable is sound: the state is accessed only under the condition's lock.

    /// What is known of the track before its first fix.
    struct Beginning {
        var extraNames: [String] = []
        var restartsOnClockReset = false
    }

    private struct State {
        var beginning: Beginning?
        var waiting: [TrackerUpdate] = []
        /// Tasks that wait for room.
        var sources: [CheckedContinuation<Void, Never>] = []
        var missing: Int64 = 0
        var isFinished = false
        /// Whether the writer is to take its next turn at once.
        var isUrgent = false
    }

    private let changed = MonotonicCondition()
    private var state = State()
    private let capacity: Int
    private let dropsWhenFull: Bool
    /// The writer's outcome.
    private let ended = OneShot<Result<SessionRecorder.Report, SessionError>>()

    init(capacity: Int, dropsWhenFull: Bool) {
        self.capacity = capacity
        self.dropsWhenFull = dropsWhenFull
    }

    // MARK: The tracking task

    func begin(_ beginning: Beginning) {
        withState { if $0.beginning == nil { $0.beginning = beginning } }
    }

    /// Accepts one update; ignores any after the end. While the queue is full, waits, or drops and counts the update.
    func put(_ update: TrackerUpdate) async {
        while true {
            let isTaken: Bool = withState { state in
                guard !state.isFinished, ended.now == nil else { return true }
                guard state.waiting.count < capacity else {
                    if dropsWhenFull { state.missing += 1 }
                    return dropsWhenFull
                }
                state.waiting.append(update)
                // At half capacity the writer takes an extra turn.
                if state.waiting.count == max(1, capacity / 2) { wakeWriter(&state) }
                return true
            }
            if isTaken { return }
            await withCheckedContinuation { continuation in
                let mustWait = withState { state in
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
        resumeSources { state in
            state.isFinished = true
            wakeWriter(&state)
        }
    }

    /// Waits for the writer's outcome; nil if it has not ended in time. Blocks; any number of threads may call it.
    func outcome(within seconds: Double) -> Result<SessionRecorder.Report, SessionError>? {
        ended.wait(seconds: seconds)
    }

    // MARK: The writer

    var beginning: Beginning { withState { $0.beginning ?? Beginning() } }
    var missing: Int64 { withState { $0.missing } }

    /// Takes all waiting updates, unless `updates` already holds some. Returns whether these are the last.
    func takeAll(into updates: inout [TrackerUpdate]) -> Bool {
        withState { state in
            if updates.isEmpty { swap(&updates, &state.waiting) }
            return state.isFinished && state.waiting.isEmpty
        }
    }

    /// Resumes the tasks that wait for room.
    func makeRoom() { resumeSources { _ in } }

    /// Blocks until the next turn.
    func pause(_ seconds: Double) {
        let deadline = MonotonicCondition.Deadline(in: seconds)
        changed.withLock {
            while !state.isUrgent, changed.wait(until: deadline) {}
            state.isUrgent = false
        }
    }

    /// Records the writer's outcome: no further updates are accepted.
    func end(_ outcome: Result<SessionRecorder.Report, SessionError>) {
        ended.resolve(outcome)
        resumeSources { $0.waiting = [] }
    }

    private func withState<Result>(_ body: (inout State) -> Result) -> Result { changed.withLock { body(&state) } }

    private func wakeWriter(_ state: inout State) {
        state.isUrgent = true
        changed.signal()
    }

    private func resumeSources(after change: (inout State) -> Void) {
        let sources = withState { state in
            change(&state)
            defer { state.sources = [] }
            return state.sources
        }
        for source in sources { source.resume() }
    }
}
