// SPDX-License-Identifier: MIT
import Foundation
import Synchronization
import TestTraits
import Testing
import Tracking

@testable import Sessions

/// A query of the past always returns.
@Suite(.tags(.alone), .serialized) struct HistoryTests {
    private static func recorded(_ folder: Folder) async throws -> String {
        let path = folder.path("s.sqlite")
        _ = try await Made.record(
            Made.journey([("stationary", 0, 60), ("walking", 1.4, 120), ("train", 15, 600), ("walking", 1.4, 200)]), to: path)
        return path
    }

    /// The duration and result of a query; run where other tests' work does not delay the answer.
    private static func timed(_ question: @escaping @Sendable () async throws -> Void) async -> (Duration, (any Error)?) {
        let thread = TaskThread()
        defer { thread.retire() }
        return await Task(executorPreference: thread) {
            let began = ContinuousClock.now
            do {
                try await question()
                return (ContinuousClock.now - began, nil)
            } catch { return (ContinuousClock.now - began, error as (any Error)?) }
        }.value
    }

    @Test func activitiesOfTwoSessions() async throws {
        let folder = try Folder()
        let history = SessionHistory(try await Self.recorded(folder))
        let sessions = try await history.sessions(timeout: .seconds(5))
        #expect(sessions.map(\.activity) == ["train", "walking"])
        let spans = try await history.query(timeout: .seconds(5)) { store throws(SessionError) in
            var spans: [ActivitySpan] = []
            for session in sessions { spans += try store.activities(of: session.range) }
            return spans
        }
        // The first minute's standing belongs to no session, and an activity is clipped to its session's fixes.
        #expect(spans.map(\.activity) == ["walking", "train", "walking"])
        #expect(spans.map(\.start) == [60, 180, 780].map(Made.time))
        #expect(spans.dropLast().map(\.end) == [180, 779].map(Made.time))
        #expect(spans.map(\.confidence) == [0.75, 0.75, 0.75])
    }

    @Test(arguments: [0.3, 1.2]) func aLockedFileTimesOut(seconds: Double) async throws {
        let folder = try Folder()
        let path = try await Self.recorded(folder)
        let lock = try OtherProgram.locking(path)
        let (took, error) = await Self.timed { _ = try await SessionHistory(path).sessions(timeout: .seconds(seconds)) }
        #expect((error as? SessionError)?.kind == .timeout)
        #expect(took >= .seconds(seconds) && took < .seconds(seconds) + .milliseconds(100), "\(took)")
        try lock.letGo()
        #expect(try await SessionHistory(path).sessions(timeout: .seconds(5)).count == 2)
    }

    @Test func aQuestionThatHangsTimesOut() async throws {
        let folder = try Folder()
        let path = try await Self.recorded(folder)
        // More concurrent queries than the machine has cores: none delays another.
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<12 {
                group.addTask {
                    let (took, error) = await Self.timed {
                        try await SessionHistory(path).query(timeout: .milliseconds(400)) { _ in _ = sleep(2) }
                    }
                    #expect((error as? SessionError)?.kind == .timeout)
                    #expect(took >= .milliseconds(400) && took < .milliseconds(500), "\(took)")
                }
            }
        }
    }

    @Test func whoIsCancelledGoesAtOnce() async throws {
        let folder = try Folder()
        let path = try await Self.recorded(folder)
        let (took, error) = await Self.timed {
            let asking = Task { try await SessionHistory(path).query(timeout: .seconds(20)) { _ in _ = sleep(3) } }
            try await Task.sleep(for: .milliseconds(100))
            asking.cancel()
            try await asking.value
        }
        #expect((error as? SessionError)?.kind == .cancelled)
        #expect(took < .seconds(2))
    }

    @Test func aPipeIsNoFileAndIsNotWaitedFor() async throws {
        let folder = try Folder()
        let path = try folder.makePipe("pipe").path
        let (took, error) = await Self.timed { _ = try await SessionHistory(path).sessions(timeout: .seconds(5)) }
        #expect((error as? SessionError)?.kind == .unreadable)
        #expect(took < .seconds(1))
    }

    @Test(arguments: [Duration.zero, .seconds(-1), .nanoseconds(1)]) func noTimeIsATimeout(timeout: Duration) async throws {
        let (took, error) = await Self.timed { try await SessionHistory("/dev/null").query(timeout: timeout) { _ in _ = sleep(1) } }
        #expect(error is SessionError)
        #expect(took < .milliseconds(500))
    }
}

extension SessionHistory {
    fileprivate func sessions(timeout: Duration) async throws(SessionError) -> [Session] {
        try await query(timeout: timeout) { store throws(SessionError) in try store.sessions() }
    }
}
