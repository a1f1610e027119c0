// SPDX-License-Identifier: MIT
import Glibc
import Synchronization

/// A dedicated thread that runs only the jobs of one task.
///
/// Swift's shared pool has as many threads as the machine has cores: when each of them is blocked by some call, no other task
/// runs. A task that prefers this executor is not in the pool and keeps running. (A dispatch queue is not an alternative: it also
/// takes its thread from a pool.)
package final class SerialProcessorThread: TaskExecutor, @unchecked Sendable {
    // Sendable is sound: jobs and isRetired are accessed only with the mutex held; the two C objects are created in init and
    // freed in deinit, when there are no other references.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let wake = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var jobs: [UnownedJob] = []
    private var isRetired = false

    /// Starts the thread. If the system cannot create one, the jobs run in the shared pool instead: slower, but none is lost.
    package init() {
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
        wake.initialize(to: pthread_cond_t())
        pthread_cond_init(wake, nil)

        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        // The thread itself retains this object until it is retired.
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

    /// Lets the thread end once it has run its queued jobs. Later jobs run in the shared pool.
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
