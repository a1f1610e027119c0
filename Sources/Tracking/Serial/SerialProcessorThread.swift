import Glibc
import Synchronization

/// A thread of one's own that runs the jobs of one task and of nothing else.
///
/// Swift's shared pool has as many threads as the machine has cores: when each is held by somebody's blocking call,
/// no other task runs. A task that prefers this executor is not in the pool and goes on. (A dispatch queue would not
/// do: it borrows its thread from a pool too.)
package final class SerialProcessorThread: TaskExecutor, @unchecked Sendable {
    // Sendable is sound: jobs and isRetired are touched only with the mutex held; the two words of C are made in init
    // and freed in deinit, when nobody can hold them.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let wake = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var jobs: [UnownedJob] = []
    private var isRetired = false

    /// Starts the thread. When the system has none to give, the jobs run in the shared pool instead: slower to be
    /// served, but none is lost.
    package init() {
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
        wake.initialize(to: pthread_cond_t())
        pthread_cond_init(wake, nil)

        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        // The thread itself keeps this object until it is retired.
        let kept = Unmanaged.passRetained(self)
        var handle = pthread_t()
        let status = pthread_create(
            &handle, &attributes,
            { argument in
                guard let argument else { return nil }
                Unmanaged<SerialProcessorThread>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, kept.toOpaque())
        pthread_attr_destroy(&attributes)
        if status != 0 {
            kept.release()
            isRetired = true
        }
    }

    deinit {
        pthread_cond_destroy(wake)
        pthread_mutex_destroy(mutex)
        wake.deallocate()
        mutex.deallocate()
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        pthread_mutex_lock(mutex)
        let isTaken = !isRetired
        if isTaken {
            jobs.append(job)
            pthread_cond_signal(wake)
        }
        pthread_mutex_unlock(mutex)
        if !isTaken { globalConcurrentExecutor.enqueue(job) }
    }

    /// Lets the thread end once it has run what it holds. A job that comes later runs in the shared pool.
    package func retire() {
        pthread_mutex_lock(mutex)
        isRetired = true
        pthread_cond_signal(wake)
        pthread_mutex_unlock(mutex)
    }

    private func run() {
        var batch: [UnownedJob] = []
        while true {
            pthread_mutex_lock(mutex)
            while jobs.isEmpty && !isRetired { pthread_cond_wait(wake, mutex) }
            swap(&batch, &jobs)
            pthread_mutex_unlock(mutex)
            if batch.isEmpty { return }
            for job in batch { job.runSynchronously(on: asUnownedTaskExecutor()) }
            batch.removeAll(keepingCapacity: true)
        }
    }
}
