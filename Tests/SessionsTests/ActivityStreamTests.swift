// SPDX-License-Identifier: MIT
import Foundation
import Sessions
import Synchronization
import TestTraits
import Testing
import Tracking

/// A source that counts its starts and stops.
private final class CountingSource: Sendable {
    struct Counts {
        var started = 0, cancelled = 0, running = 0, most = 0
        var hears: [Int: @Sendable (TrackerUpdate) -> Void] = [:]
    }
    let counts = Mutex(Counts())
    var started: Int { counts.withLock { $0.started } }
    var cancelled: Int { counts.withLock { $0.cancelled } }
    var running: Int { counts.withLock { $0.running } }
    var most: Int { counts.withLock { $0.most } }

    func run(_ hear: @escaping @Sendable (TrackerUpdate) -> Void) async throws {
        let ticket = counts.withLock { counts in
            counts.started += 1
            counts.running += 1
            counts.most = max(counts.most, counts.running)
            counts.hears[counts.started] = hear
            return counts.started
        }
        defer {
            counts.withLock { counts in
                counts.running -= 1
                counts.hears[ticket] = nil
            }
        }
        try await withTaskCancellationHandler {
            while !Task.isCancelled { try await Task.sleep(for: .milliseconds(5)) }
        } onCancel: {
            counts.withLock { $0.cancelled += 1 }
        }
    }

    /// Sends an activity to the subscribers.
    func tell(_ activity: String, at seconds: Double) {
        let hears = counts.withLock { Array($0.hears.values) }
        for hear in hears { hear(Made.update(Made.fix(seconds), activity: activity)) }
    }

    func wait(until condition: (CountingSource) -> Bool) async throws {
        try await eventually("\(counts.withLock { $0 })", within: 30) { condition(self) }
    }
}

@Suite(.tags(.alone)) struct ActivityStreamTests {
    @Test func theSourceRunsWhileSomebodyListens() async throws {
        let source = CountingSource()
        let stream = ActivityStream { try await source.run($0) }
        #expect(source.started == 0)
        let listening = Task {
            var heard: [String] = []
            for try await change in stream {
                heard.append(change.activity)
                if heard.count == 3 { break }
            }
            return heard
        }
        try await source.wait { $0.running == 1 }
        for (second, activity) in ["stationary", "stationary", "walking", "walking", "train", "train"].enumerated() {
            source.tell(activity, at: Double(second))
        }
        #expect(try await listening.value == ["stationary", "walking", "train"])
        // Whoever leaves the loop has stopped the source by then.
        #expect(source.cancelled == 1)
        try await source.wait { $0.running == 0 }
    }

    @Test func aCancelledListenerStopsIt() async throws {
        let source = CountingSource()
        let stream = ActivityStream { try await source.run($0) }
        let listening = Task { for try await _ in stream {} }
        try await source.wait { $0.running == 1 }
        #expect(source.cancelled == 0)
        listening.cancel()
        _ = await listening.result
        #expect(source.cancelled == 1)
        try await source.wait { $0.running == 0 }
    }

    @Test func aDroppedIteratorStopsIt() async throws {
        let source = CountingSource()
        do {
            let iterator = ActivityStream { try await source.run($0) }.makeAsyncIterator()
            try await source.wait { $0.running == 1 }
            withExtendedLifetime(iterator) {}
        }
        try await source.wait { $0.running == 0 }
    }

    @Test func listenersShareOneSource() async throws {
        let source = CountingSource()
        let stream = ActivityStream { try await source.run($0) }
        var first = stream.makeAsyncIterator()
        try await source.wait { $0.running == 1 }
        source.tell("train", at: 1)
        #expect(try await first.next()?.activity == "train")
        do {
            // The second subscriber receives the current value at once.
            var second = stream.makeAsyncIterator()
            #expect(try await second.next() == ActivityChange(activity: "train", confidence: 0.75, time: Made.time(1)))
            source.tell("walking", at: 2)
            #expect(try await second.next()?.activity == "walking")
        }
        try await Task.sleep(for: .milliseconds(100))
        #expect(source.running == 1)
        #expect(try await first.next()?.activity == "walking")
        #expect(source.started == 1)
    }

    @Test func theNextListenerStartsItAnew() async throws {
        let source = CountingSource()
        let stream = ActivityStream { try await source.run($0) }
        for round in 1...20 {
            let listening = Task { for try await _ in stream {} }
            try await source.wait { $0.started == round }
            listening.cancel()
        }
        try await source.wait { $0.running == 0 }
        // Never two runs at once.
        #expect(source.most == 1)
    }

    @Test func theSourcesEndAndFailureAreTheListeners() async throws {
        let ended = ActivityStream { hear in hear(Made.update(Made.fix(0), activity: "train")) }
        var heard = 0
        for try await _ in ended { heard += 1 }
        #expect(heard == 1)
        struct Unplugged: Error {}
        let failed = ActivityStream { _ in throw Unplugged() }
        await #expect(throws: Unplugged.self) { for try await _ in failed {} }
    }
}
