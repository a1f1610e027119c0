// SPDX-License-Identifier: MIT
import Synchronization
import Tracking

/// The rider's activities, live, for any number of subscribers that share one source.
///
/// The first subscriber starts the source. It stops (its task is cancelled) when the last subscriber has gone: cancelled, out of
/// its loop, or its iterator dropped. The next subscriber starts it again, after the stopped run has ended. A subscriber receives
/// the current activity, then each change. If it falls more than `buffer` behind, the oldest are dropped. When the source ends or
/// fails, so does the stream of every subscriber. Any task may subscribe.
public struct ActivityStream: AsyncSequence, Sendable {
    public typealias Element = ActivityChange
    public typealias Failure = any Error

    /// Runs until its task is cancelled, and passes on every update of a tracker as it arrives.
    public typealias Source = @Sendable (_ receive: @escaping @Sendable (TrackerUpdate) -> Void) async throws -> Void

    /// The number of changes buffered per subscriber.
    public static let buffer = 64

    private let hub: ActivityHub

    /// - Parameter source: Must return soon after its task is cancelled.
    public init(source: @escaping Source) { hub = ActivityHub(source: source) }

    /// Subscribes.
    public func makeAsyncIterator() -> AsyncThrowingStream<ActivityChange, any Error>.Iterator {
        hub.subscribe().makeAsyncIterator()
    }
}

/// The subscribers of a source, and its run.
private final class ActivityHub: Sendable {
    private typealias Subscriber = AsyncThrowingStream<ActivityChange, any Error>.Continuation
    private struct State {
        var subscribers: [(id: Int, subscriber: Subscriber)] = []
        var lastID = 0
        /// The current activity; nil before the first update of this run.
        var current: ActivityChange?
        var run: Task<Void, Never>?
        var runNumber = 0
    }

    private let state = Mutex(State())
    private let source: ActivityStream.Source

    init(source: @escaping ActivityStream.Source) { self.source = source }

    func subscribe() -> AsyncThrowingStream<ActivityChange, any Error> {
        AsyncThrowingStream(bufferingPolicy: .bufferingNewest(ActivityStream.buffer)) { subscriber in
            let id = state.withLock { state in
                state.lastID += 1
                state.subscribers.append((state.lastID, subscriber))
                if let current = state.current { subscriber.yield(current) }
                if state.subscribers.count == 1 { start(&state) }
                return state.lastID
            }
            // The stream retains the hub, so that the source is stopped even when nothing else retains it.
            subscriber.onTermination = { _ in self.unsubscribe(id) }
        }
    }

    private func start(_ state: inout State) {
        state.runNumber += 1
        let number = state.runNumber, previous = state.run
        state.run = Task { [weak self, source] in
            // Wait for the previous run: a receiver or port is never opened twice.
            await previous?.value
            guard !Task.isCancelled else { return }
            do {
                try await source { [weak self] in self?.receive($0, run: number) }
                self?.end(run: number, nil)
            } catch { self?.end(run: number, error) }
        }
    }

    private func receive(_ update: TrackerUpdate, run: Int) {
        guard let activity = update.channels[.activity]?.category else { return }
        let change = ActivityChange(
            activity: activity, confidence: update.channels[.activityConfidence]?.number, time: update.time)
        state.withLock { state in
            guard state.runNumber == run, !state.subscribers.isEmpty, state.current?.activity != activity else { return }
            state.current = change
            // Yielding does not wait and calls no client code.
            for (_, subscriber) in state.subscribers { subscriber.yield(change) }
        }
    }

    private func unsubscribe(_ id: Int) {
        let run: Task<Void, Never>? = state.withLock { state in
            let count = state.subscribers.count
            state.subscribers.removeAll { $0.id == id }
            guard count > 0, state.subscribers.isEmpty else { return nil }
            state.current = nil
            return state.run
        }
        run?.cancel()
    }

    private func end(run: Int, _ error: (any Error)?) {
        let subscribers: [Subscriber] = state.withLock { state in
            guard state.runNumber == run else { return [] }
            state.current = nil
            defer { state.subscribers = [] }
            return state.subscribers.map(\.subscriber)
        }
        for subscriber in subscribers { subscriber.finish(throwing: error) }
    }
}

/// A change of the rider's activity.
public struct ActivityChange: Equatable, Sendable {
    /// `stationary`, `walking`, `cycling`, `automotive`, `train` or `unknown`.
    public var activity: String
    /// The tracker's confidence at that time, 0 to 1.
    public var confidence: Double?
    /// The track time of the fix that showed it.
    public var time: TrackTime

    public init(activity: String, confidence: Double?, time: TrackTime) {
        self.activity = activity
        self.confidence = confidence
        self.time = time
    }
}
