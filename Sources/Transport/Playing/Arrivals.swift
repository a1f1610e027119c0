// SPDX-License-Identifier: MIT
import Synchronization
import Tracking

/// The arrival times of fixes that have not been taken yet, for sources whose fixes are played on arrival: the queue depth of a
/// live track. Any thread.
final class Arrivals: Sendable {
    /// True if fixes are played on arrival. Set before the first of them is noted; other fixes are not noted.
    let areHeard = Atomic(false)

    private struct State {
        var instants: [ContinuousClock.Instant] = []
        var first = 0
    }

    private let state = Mutex(State())

    /// Notes the arrival of a fix.
    func note() {
        guard areHeard.load(ordering: .acquiring) else { return }
        state.withLock { $0.instants.append(.now) }
    }

    /// Notes that the oldest fix was taken.
    func take() {
        guard areHeard.load(ordering: .acquiring) else { return }
        state.withLock { state in
            guard state.first < state.instants.count else { return }
            state.first += 1
            if state.first == state.instants.count || state.first >= 1024 {
                state.instants.removeFirst(state.first)
                state.first = 0
            }
        }
    }

    /// The number of waiting fixes, and the seconds for which the oldest of them has waited.
    var depth: QueueDepth {
        state.withLock { state in
            guard state.first < state.instants.count else { return QueueDepth() }
            let age = ContinuousClock.now - state.instants[state.first]
            return QueueDepth(fixes: state.instants.count - state.first, seconds: age.seconds)
        }
    }
}

/// The fixes of a live track that have arrived but have not been played yet.
public struct QueueDepth: Sendable, Equatable {
    public var fixes = 0
    /// Seconds for which the oldest of them has waited.
    public var seconds = 0.0
}
