// SPDX-License-Identifier: MIT
import DequeModule
import Synchronization
import Tracking

/// The arrival times of fixes that have not been taken yet, for sources whose fixes are played on arrival: the queue depth of a
/// live track. Any thread.
final class Arrivals: Sendable {
    /// True if fixes are played on arrival; other fixes are not noted. Set before the first of them is noted, which passes through
    /// locks on its way: so relaxed loads and stores suffice.
    var arePlayedOnArrival: Bool {
        get { onArrival.load(ordering: .relaxed) }
        set { onArrival.store(newValue, ordering: .relaxed) }
    }

    private let onArrival = Atomic(false)
    private let instants = Mutex(Deque<ContinuousClock.Instant>())

    /// Notes the arrival of a fix.
    func note() {
        if arePlayedOnArrival { instants.withLock { $0.append(.now) } }
    }

    /// Notes that the oldest fix was taken.
    func take() {
        if arePlayedOnArrival { _ = instants.withLock { $0.popFirst() } }
    }

    /// The number of waiting fixes, and the seconds for which the oldest of them has waited.
    var depth: QueueDepth {
        instants.withLock { instants in
            guard let oldest = instants.first else { return QueueDepth() }
            return QueueDepth(fixes: instants.count, seconds: (ContinuousClock.now - oldest).seconds)
        }
    }
}

/// The fixes of a live track that have arrived but have not been played yet.
public struct QueueDepth: Sendable, Equatable {
    public var fixes = 0
    /// Seconds for which the oldest of them has waited.
    public var seconds = 0.0
}
