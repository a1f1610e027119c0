// SPDX-License-Identifier: MIT
import DequeModule
import Synchronization
import Tracking

/// A bounded, ordered and lossless buffer of updates from a live track's tracker to the conductor. One putter, one taker.
///
/// Putting suspends while the buffer is full; taking never waits.
final class UpdateBuffer: Sendable {
    private struct State {
        var updates = Deque<TrackerUpdate>()
        var end: Result<Void, any Error>?
        var putter: CheckedContinuation<Void, Never>?
    }

    private let capacity: Int
    private let state = Mutex(State())
    private let onNews: @Sendable () -> Void

    /// - Parameter onNews: called after an update was put into the empty buffer, and after the end.
    init(capacity: Int, onNews: @escaping @Sendable () -> Void) {
        self.capacity = capacity
        self.onNews = onNews
    }

    /// Appends an update; suspends until there is room.
    /// - Returns: false once the buffer is closed; the update is then dropped.
    func put(_ update: TrackerUpdate) async -> Bool {
        while true {
            let (isPut, isNews): (Bool?, Bool) = state.withLock { state in
                guard state.end == nil else { return (false, false) }
                guard state.updates.count < capacity else { return (nil, false) }
                state.updates.append(update)
                return (true, state.updates.count == 1)
            }
            if isNews { onNews() }
            if let isPut { return isPut }
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                let mustWait = state.withLock { state in
                    guard state.end == nil, state.updates.count == capacity else { return false }
                    state.putter = continuation
                    return true
                }
                if !mustWait { continuation.resume() }
            }
        }
    }

    /// False once it has been closed from either side.
    var isOpen: Bool { state.withLock { $0.end == nil } }

    /// Closes the buffer: the source has ended or failed. Later calls have no effect.
    func close(_ end: Result<Void, any Error>) {
        let putter = state.withLock { state in
            if state.end == nil { state.end = end }
            return state.putter.take()
        }
        putter?.resume()
        onNews()
    }

    /// The next update if available. After all updates have been taken, throws the error that ended the source.
    func look() throws -> UpdatePoll {
        let (look, putter): (Result<UpdatePoll, any Error>, CheckedContinuation<Void, Never>?) = state.withLock { state in
            if let update = state.updates.popFirst() {
                return (.success(.update(update)), state.updates.count <= capacity / 2 ? state.putter.take() : nil)
            }
            return (state.end.map { $0.map { .end } } ?? .success(.nothingYet), nil)
        }
        putter?.resume()
        return try look.get()
    }
}
