// SPDX-License-Identifier: MIT
import Dispatch
import Foundation
import Synchronization
import TestTraits
import Testing

@testable import Tracking

extension SerialProcessorTests {
    /// The worker's own thread: it cannot be starved, and it ends with the worker.
    @Suite(.timeLimit(.minutes(2))) struct Worker {
        @Test func `blocked tasks cannot starve it`() {
            let processed = DispatchSemaphore(value: 0)
            let processor = SerialProcessor<Int, Int>(capacity: 100) { input in
                // Suspends in every way that could need the shared pool.
                await Task.yield()
                try? await Task.sleep(for: .microseconds(10))
                if input == 99 { processed.signal() }
                return input
            }
            // Occupy every thread of the shared pool; this test itself occupies one.
            let release = DispatchSemaphore(value: 0)
            let cores = max(1, ProcessInfo.processInfo.activeProcessorCount)
            let blockers = cores * 4 + 16
            let blocked = DispatchSemaphore(value: 0)
            for _ in 0..<blockers {
                Task.detached {
                    blocked.signal()
                    blockWithoutSuspending(on: release)
                }
            }
            for _ in 1..<cores { #expect(blocked.wait(timeout: .now() + .seconds(30)) == .success) }
            // After them, a task that can only run if the pool still has a thread.
            let canary = SerialProcessorFlag()
            Task.detached { canary.raise() }
            for input in 0..<100 {
                do { try processor.submit(input) } catch { Issue.record("\(error)") }
            }
            #expect(processed.wait(timeout: .now() + .seconds(30)) == .success)
            #expect(!canary.isRaised, "the pool was not taken: this test shows nothing")
            for _ in 0..<blockers { release.signal() }
            processor.finish()
        }

        @Test func `the thread ends with the worker, finished or dropped`() async throws {
            let before = threadCount()
            for round in 0..<300 {
                let processor = SerialProcessor<Int, Int>(capacity: 2) { $0 }
                try processor.submit(round)
                if round.isMultiple(of: 2) { processor.finish() }
            }
            try await eventually("the threads end") { threadCount() < before + 100 }
        }
    }
}

private func blockWithoutSuspending(on semaphore: DispatchSemaphore) { semaphore.wait() }

/// The number of threads in this process.
private func threadCount() -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? .max
}

/// Set once, by any thread.
private final class SerialProcessorFlag: Sendable {
    private let raised = Atomic(false)
    var isRaised: Bool { raised.load(ordering: .acquiring) }
    func raise() { raised.store(true, ordering: .releasing) }
}
