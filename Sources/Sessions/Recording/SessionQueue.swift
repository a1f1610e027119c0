import Synchronization
import Tracking

/// The updates on their way from whoever tracks to the thread that writes them: in order, at most `capacity`, none twice.
final class SessionQueue: Sendable {
    private struct State {
        var extraNames: [String]?
        var waiting: [TrackerUpdate] = []
        /// The number of the next update to be taken.
        var next: Int64 = 0
        /// Who waits for room.
        var sources: [CheckedContinuation<Void, Never>] = []
        var missing: Int64 = 0
        var isFinished = false
        var outcome: Result<SessionRecorder.Report, SessionError>?
    }

    private let state = Mutex(State())
    private let capacity: Int
    /// Signalled when the writer need not wait for its turn.
    private let wake = MonotonicSemaphore()
    private let ended = MonotonicSemaphore()

    init(capacity: Int) { self.capacity = capacity }

    // MARK: Whoever tracks

    func begin(extraNames: [String]) {
        state.withLock { if $0.extraNames == nil { $0.extraNames = extraNames } }
    }

    /// Takes one update; nothing that was taken before, nor after the end.
    /// - Parameter waits: whether it waits while the queue is full, or drops and counts the update.
    func put(_ update: TrackerUpdate, number: Int64, waits: Bool) async {
        while true {
            let isTaken: Bool = state.withLock { state in
                guard number >= state.next, !state.isFinished, state.outcome == nil else { return true }
                guard state.waiting.count < capacity else {
                    guard !waits else { return false }
                    state.next = number + 1
                    state.missing += 1
                    return true
                }
                state.next = number + 1
                state.waiting.append(update)
                // Half of it is worth a turn of its own.
                if state.waiting.count == max(1, capacity / 2) { wake.signal() }
                return true
            }
            if isTaken { return }
            await withCheckedContinuation { continuation in
                let mustWait = state.withLock { state in
                    guard state.waiting.count >= capacity, !state.isFinished, state.outcome == nil else { return false }
                    state.sources.append(continuation)
                    return true
                }
                if !mustWait { continuation.resume() }
            }
        }
    }

    /// Nothing more is taken.
    func finish() {
        letIn { $0.isFinished = true }
        wake.signal()
    }

    /// Waits for what the writer did; nil when it has not ended in time. Blocks; any number of threads may ask.
    func outcome(within seconds: Double) -> Result<SessionRecorder.Report, SessionError>? {
        guard ended.wait(seconds: seconds) else { return nil }
        ended.signal()
        return state.withLock { $0.outcome }
    }

    // MARK: The writer

    var extraNames: [String] { state.withLock { $0.extraNames ?? [] } }
    var missing: Int64 { state.withLock { $0.missing } }

    /// Takes everything that waits, unless there are updates in hand, and says whether these are the last.
    func takeAll(into updates: inout [TrackerUpdate]) -> Bool {
        state.withLock { state in
            if updates.isEmpty { swap(&updates, &state.waiting) }
            return state.isFinished && state.waiting.isEmpty
        }
    }

    /// Lets those in who wait for room.
    func makeRoom() { letIn { _ in } }

    /// Blocks until the next turn.
    func pause(_ seconds: Double) { _ = wake.wait(seconds: seconds) }

    /// The writer has ended; nothing more is taken.
    func end(_ outcome: Result<SessionRecorder.Report, SessionError>) {
        letIn { state in
            state.outcome = outcome
            state.waiting = []
        }
        ended.signal()
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
