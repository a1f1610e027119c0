import Tracking

/// A counting semaphore whose waits have nothing to do with the time of day. Any thread.
final class MonotonicSemaphore: @unchecked Sendable {
    // Sendable is sound: the count is touched with the condition's lock held.
    private let changed = MonotonicCondition()
    private var count = 0

    func signal() {
        changed.withLock {
            count += 1
            changed.signal()
        }
    }

    /// Blocks until there is a signal to take or the time is over.
    /// - Returns: whether it took one.
    func wait(seconds: Double) -> Bool {
        let deadline = MonotonicCondition.Deadline(in: seconds)
        return changed.withLock {
            while count == 0, changed.wait(until: deadline) {}
            guard count > 0 else { return false }
            count -= 1
            return true
        }
    }
}
