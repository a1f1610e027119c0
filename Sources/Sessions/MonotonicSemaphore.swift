import Glibc

/// A counting semaphore whose waits have nothing to do with the time of day. (Dispatch's would: on Linux its deadlines are
/// times of day, so that a clock set back an hour makes a tenth of a second one hour and a tenth.) Any thread.
final class MonotonicSemaphore: @unchecked Sendable {
    // Sendable is sound: the count is touched with the mutex held; the two words of C are made in init and freed in deinit,
    // when nobody can hold them.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var count = 0

    init() {
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

    func signal() {
        pthread_mutex_lock(mutex)
        count += 1
        pthread_cond_signal(changed)
        pthread_mutex_unlock(mutex)
    }

    /// Blocks until there is a signal to take or the time is over.
    /// - Returns: whether it took one.
    func wait(seconds: Double) -> Bool {
        var deadline = timespec()
        clock_gettime(CLOCK_MONOTONIC, &deadline)
        // A century is for ever.
        let seconds = min(max(0, seconds), 3e9)
        let nanoseconds = deadline.tv_nsec + Int((seconds - seconds.rounded(.down)) * 1e9)
        deadline.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
        deadline.tv_nsec = nanoseconds % 1_000_000_000
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while count == 0 {
            if pthread_cond_timedwait(changed, mutex, &deadline) == ETIMEDOUT { break }
        }
        guard count > 0 else { return false }
        count -= 1
        return true
    }
}
