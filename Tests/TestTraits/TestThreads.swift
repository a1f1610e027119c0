// SPDX-License-Identifier: MIT
import Foundation

/// A fixed number of threads that run tests, first come, first served.
final class TestThreads: TaskExecutor {
    static let waiting = TestThreads(count: 4 * ProcessInfo.processInfo.activeProcessorCount)
    static let computing = TestThreads(count: ProcessInfo.processInfo.activeProcessorCount)

    private let queue = JobQueue()

    init(count: Int) {
        for _ in 0..<count {
            let thread = Thread { [self] in
                while true { queue.next().runSynchronously(on: asUnownedTaskExecutor()) }
            }
            // Deep recursion and large frames work here as on the main thread.
            thread.stackSize = 8 << 20
            thread.start()
        }
    }

    func enqueue(_ job: consuming ExecutorJob) { queue.append(UnownedJob(job)) }
}

/// Jobs that wait for a thread. `@unchecked Sendable`: `jobs` is accessed only under the condition's lock.
private final class JobQueue: @unchecked Sendable {
    private let filled = NSCondition()
    private var jobs: [UnownedJob] = []
    private var first = 0

    func append(_ job: UnownedJob) {
        filled.withLock { jobs.append(job) }
        filled.signal()
    }

    /// Waits for the next job.
    func next() -> UnownedJob {
        filled.withLock {
            while first == jobs.count { filled.wait() }
            defer {
                first += 1
                if first > 256 { jobs.removeFirst(first); first = 0 }
            }
            return jobs[first]
        }
    }
}
