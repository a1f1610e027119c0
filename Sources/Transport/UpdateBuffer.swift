import Dispatch
import Synchronization
import Tracking

/// Updates on their way from the tracker to the conductor: bounded, in order, none lost. One putter, one taker.
///
/// Putting blocks its thread while the buffer is full; taking waits for the next update, or looks without waiting (live playing).
final class UpdateBuffer: Sendable {
    /// What a look without waiting found.
    enum Look {
        case update(TrackerUpdate)
        case nothingYet
        case end
    }

    private struct State {
        var updates: [TrackerUpdate] = []
        var first = 0
        var end: Result<Void, any Error>?
        var taker: CheckedContinuation<Void, Never>?

        var count: Int { updates.count - first }

        mutating func removeFirst() -> TrackerUpdate {
            let update = updates[first]
            first += 1
            if first == updates.count || first >= 1024 {
                updates.removeFirst(first)
                first = 0
            }
            return update
        }
    }

    private let state = Mutex(State())
    /// How many more updates there is room for.
    private let room: DispatchSemaphore

    init(capacity: Int) { room = DispatchSemaphore(value: capacity) }

    deinit {
        // A semaphore may not be let go below the value it was made with.
        for _ in 0..<state.withLock({ $0.count }) { room.signal() }
    }

    /// Appends one update, after waiting for room on the putter's own thread.
    /// - Returns: false, and the update is dropped, once the buffer is closed.
    func put(_ update: TrackerUpdate) -> Bool {
        room.wait()
        let (isOpen, taker): (Bool, CheckedContinuation<Void, Never>?) = state.withLock { state in
            guard state.end == nil else { return (false, nil) }
            state.updates.append(update)
            return (true, state.taker.take())
        }
        taker?.resume()
        return isOpen
    }

    /// No more updates will come: the source has ended, or failed. Later calls change nothing.
    func close(_ end: Result<Void, any Error>) {
        let taker = state.withLock { state in
            if state.end == nil { state.end = end }
            return state.taker.take()
        }
        taker?.resume()
        room.signal()
    }

    /// The next update, or nil at the end. Throws what ended the source, after everything before it was taken.
    func take() async throws -> TrackerUpdate? {
        while true {
            switch try look() {
            case .update(let update): return update
            case .end: return nil
            case .nothingYet: break
            }
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                let mustWait = state.withLock { state in
                    guard state.count == 0, state.end == nil else { return false }
                    state.taker = continuation
                    return true
                }
                if !mustWait { continuation.resume() }
            }
        }
    }

    /// The next update if it is there, without waiting.
    func look() throws -> Look {
        let look: Result<Look, any Error> = state.withLock { state in
            if state.count > 0 { return .success(.update(state.removeFirst())) }
            switch state.end {
            case nil: return .success(.nothingYet)
            case .success: return .success(.end)
            case .failure(let error): return .failure(error)
            }
        }
        if case .success(.update) = look { room.signal() }
        return try look.get()
    }
}
