// SPDX-License-Identifier: MIT
import Platform

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
        // The thread retains this object until it is retired.
        switch NativeThread.start(name: "amaoto-task", { self.run() }) {
        case .success(let thread): thread.detach()
        case .failure: isRetired = true
        }
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isQueued = changed.withLock {
            guard !isRetired else { return false }
            jobs.append(job)
            changed.signal()
            return true
        }
        if !isQueued { globalConcurrentExecutor.enqueue(job) }
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
