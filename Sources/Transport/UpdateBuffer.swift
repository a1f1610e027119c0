import Synchronization
import Tracking

/// Updates on their way from the tracker to the conductor: bounded, in order, none lost. One putter, one taker.
///
/// Putting suspends while the buffer is full; taking waits for the next update, or looks without waiting (live playing).
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
        var putter: CheckedContinuation<Void, Never>?

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
    private let capacity: Int

    init(capacity: Int) { self.capacity = capacity }

    /// Appends one update; suspends until there is room.
    /// - Returns: false, and the update is dropped, once the buffer is closed.
    func put(_ update: TrackerUpdate) async -> Bool {
        while true {
            let (isDone, isOpen, taker): (Bool, Bool, CheckedContinuation<Void, Never>?) = state.withLock { state in
                guard state.end == nil else { return (true, false, nil) }
                guard state.count < capacity else { return (false, true, nil) }
                state.updates.append(update)
                return (true, true, state.taker.take())
            }
            taker?.resume()
            if isDone { return isOpen }
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                let mustWait = state.withLock { state in
                    guard state.end == nil, state.count >= capacity else { return false }
                    state.putter = continuation
                    return true
                }
                if !mustWait { continuation.resume() }
            }
        }
    }

    /// No more updates will come: the source has ended, or failed. Later calls change nothing.
    func close(_ end: Result<Void, any Error>) {
        let (taker, putter) = state.withLock { state in
            if state.end == nil { state.end = end }
            return (state.taker.take(), state.putter.take())
        }
        taker?.resume()
        putter?.resume()
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
        let (look, putter): (Result<Look, any Error>, CheckedContinuation<Void, Never>?) = state.withLock { state in
            guard state.count == 0 else {
                let update = state.removeFirst()
                return (.success(.update(update)), state.count <= capacity / 2 ? state.putter.take() : nil)
            }
            switch state.end {
            case nil: return (.success(.nothingYet), nil)
            case .success: return (.success(.end), nil)
            case .failure(let error): return (.failure(error), nil)
            }
        }
        putter?.resume()
        return try look.get()
    }
}
