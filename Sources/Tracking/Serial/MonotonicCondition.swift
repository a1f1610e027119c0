import Glibc

/// A lock, and waits under it that have nothing to do with the time of day. (Foundation's and Dispatch's would: on Linux their
/// deadlines are times of day, so that a clock set back an hour makes a tenth of a second one hour and a tenth.) Any thread.
package final class MonotonicCondition: @unchecked Sendable {
    // Sendable is sound: the two words of C are made in init and freed in deinit, when nobody can hold them.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    /// A moment that waits end at.
    package struct Deadline {
        fileprivate var time = timespec()

        /// So many seconds from now; a century is for ever.
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

    /// With the lock held, which is given up meanwhile: waits for a signal; may return without one.
    package func wait() { pthread_cond_wait(changed, mutex) }

    /// The same, until a deadline at most.
    /// - Returns: false once that is over.
    package func wait(until deadline: Deadline) -> Bool {
        var time = deadline.time
        return pthread_cond_timedwait(changed, mutex, &time) != ETIMEDOUT
    }

    /// Wakes one that waits.
    package func signal() { pthread_cond_signal(changed) }

    /// Wakes all that wait.
    package func broadcast() { pthread_cond_broadcast(changed) }
}
