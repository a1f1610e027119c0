// SPDX-License-Identifier: MIT
import Glibc

/// A lock and a condition whose waits do not depend on the time of day. (Those of Foundation and Dispatch do: on Linux their
/// deadlines are times of day, so that a clock set back by an hour turns a tenth of a second into an hour and a tenth.) Any
/// thread.
package final class MonotonicCondition: @unchecked Sendable {
    // Sendable is sound: the two C objects are created in init and freed in deinit, when there are no other references.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    /// The moment at which a wait ends.
    package struct Deadline {
        fileprivate var time = timespec()

        /// A deadline this many seconds from now; a century or more means indefinitely.
        package init(in seconds: Double) {
            clock_gettime(CLOCK_MONOTONIC, &time)
            let seconds = min(max(0, seconds), 3e9)
            let nanoseconds = time.tv_nsec + Int((seconds - seconds.rounded(.down)) * 1e9)
            time.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
            time.tv_nsec = nanoseconds % 1_000_000_000
        }
    }

    package init() {
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
        changed.initialize(to: pthread_cond_t())
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(changed, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    package func withLock<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }

    /// Waits for a signal; the lock is released during the wait. The lock must be held. May return without a signal.
    package func wait() { pthread_cond_wait(changed, mutex) }

    /// Waits for a signal until a deadline at the latest. The lock must be held.
    /// - Returns: false once the deadline has passed.
    package func wait(until deadline: Deadline) -> Bool {
        var time = deadline.time
        return pthread_cond_timedwait(changed, mutex, &time) != ETIMEDOUT
    }

    /// Wakes one waiting thread.
    package func signal() { pthread_cond_signal(changed) }

    /// Wakes all waiting threads.
    package func broadcast() { pthread_cond_broadcast(changed) }
}
