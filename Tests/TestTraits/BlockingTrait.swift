// SPDX-License-Identifier: MIT
import Testing

/// A test that blocks its thread while a program runs or a sound is computed. It runs on separate threads: the shared pool has as
/// many threads as the machine has cores, and a few such tests would block every task in the process.
public struct BlockingTrait: TestTrait, SuiteTrait, TestScoping {
    public let isRecursive = true
    let threads: TestThreads

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(threads) { try await function() }
    }
}

extension Trait where Self == BlockingTrait {
    /// Runs a program and waits for it: mostly asleep, so several run at once on each core.
    public static var waiting: Self { Self(threads: .waiting) }
    /// Computes for long: one at a time on each core.
    public static var computing: Self { Self(threads: .computing) }
}
