// SPDX-License-Identifier: MIT
import Tracking

/// A counting semaphore whose timeouts do not depend on the time of day. Any thread.
final class MonotonicSemaphore: @unchecked Sendable {
    // Sendable is sound: the count is accessed only under the condition's lock.
    private let changed = MonotonicCondition()
    private var count = 0

    func signal() {
        changed.withLock {
            count += 1
            changed.signal()
        }
    }

    /// Blocks until a signal is available or the time is over.
    /// - Returns: Whether it took a signal.
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
