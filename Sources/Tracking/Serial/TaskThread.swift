// SPDX-License-Identifier: MIT
import Glibc

/// A dedicated thread that runs only the jobs of one task.
///
/// Swift's shared pool has as many threads as the machine has cores: when each of them is blocked by some call, no other task
/// runs. A task that prefers this executor is not in the pool and keeps running. (A dispatch queue is not an alternative: it also
/// takes its thread from a pool.)
package final class TaskThread: TaskExecutor, @unchecked Sendable {
    // Sendable is sound: jobs and isRetired are accessed only with the lock of `changed` held.
    private let changed = MonotonicCondition()
    private var jobs: [UnownedJob] = []
    private var isRetired = false

    /// Starts the thread. If the system cannot create one, the jobs run in the shared pool instead: slower, but none is lost.
    package init() {
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
                Unmanaged<TaskThread>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, kept.toOpaque())
        pthread_attr_destroy(&attributes)
        if status != 0 {
            kept.release()
            isRetired = true
        }
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isTaken = changed.withLock {
            guard !isRetired else { return false }
            jobs.append(job)
            changed.signal()
            return true
        }
        if !isTaken { globalConcurrentExecutor.enqueue(job) }
    }

    /// Lets the thread end once it has run its queued jobs. Later jobs run in the shared pool.
    package func retire() {
        changed.withLock {
            isRetired = true
            changed.signal()
        }
    }

    private func run() {
        var batch: [UnownedJob] = []
        while true {
            changed.withLock {
                while jobs.isEmpty && !isRetired { changed.wait() }
                swap(&batch, &jobs)
            }
            if batch.isEmpty { return }
            for job in batch { job.runSynchronously(on: asUnownedTaskExecutor()) }
            batch.removeAll(keepingCapacity: true)
        }
    }
}
