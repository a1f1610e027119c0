import Synchronization
import Tracking

/// When the fixes came in that were not taken yet, where they are heard as they come in: the depth of a live track's queue. Any
/// thread.
final class Arrivals: Sendable {
    /// True when fixes are heard as they come in; set before the first of them is noted, and nothing is noted of others.
    let areHeard = Atomic(false)

    private struct State {
        var instants: [ContinuousClock.Instant] = []
        var first = 0
    }

    private let state = Mutex(State())

    /// A fix has come in.
    func note() {
        guard areHeard.load(ordering: .acquiring) else { return }
        state.withLock { $0.instants.append(.now) }
    }

    /// The oldest one has been taken.
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

    /// How many wait, and for how many seconds the oldest of them has.
    var depth: QueueDepth {
        state.withLock { state in
            guard state.first < state.instants.count else { return QueueDepth() }
            let age = ContinuousClock.now - state.instants[state.first]
            return QueueDepth(fixes: state.instants.count - state.first, seconds: age.seconds)
        }
    }
}

/// What has come in of a live track and was not heard yet.
public struct QueueDepth: Sendable, Equatable {
    public var fixes = 0
    /// Seconds that the oldest of them has waited.
    public var seconds = 0.0
}
