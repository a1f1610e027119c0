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
    public typealias Source = @Sendable (_ hear: @escaping @Sendable (TrackerUpdate) -> Void) async throws -> Void

    /// The number of changes buffered per subscriber.
    public static let buffer = 64

    private let hub: ActivityHub

    /// - Parameter source: Must return soon after its task is cancelled.
    public init(source: @escaping Source) { hub = ActivityHub(source: source) }

    /// Subscribes.
    public func makeAsyncIterator() -> AsyncThrowingStream<ActivityChange, any Error>.Iterator {
        hub.listen().makeAsyncIterator()
    }
}

/// The subscribers of a source, and its run.
private final class ActivityHub: Sendable {
    private typealias Listener = AsyncThrowingStream<ActivityChange, any Error>.Continuation
    private struct State {
        var listeners: [(ticket: Int, listener: Listener)] = []
        var nextTicket = 0
        /// The current activity; nil before the first update of this run.
        var current: ActivityChange?
        var run: Task<Void, Never>?
        var runNumber = 0
    }

    private let state = Mutex(State())
    private let source: ActivityStream.Source

    init(source: @escaping ActivityStream.Source) { self.source = source }

    func listen() -> AsyncThrowingStream<ActivityChange, any Error> {
        AsyncThrowingStream(bufferingPolicy: .bufferingNewest(ActivityStream.buffer)) { listener in
            let ticket = state.withLock { state in
                state.nextTicket += 1
                state.listeners.append((state.nextTicket, listener))
                if let current = state.current { listener.yield(current) }
                if state.listeners.count == 1 { start(&state) }
                return state.nextTicket
            }
            // The stream retains the hub, so that the source is stopped even when nothing else retains it.
            listener.onTermination = { _ in self.leave(ticket) }
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
                try await source { [weak self] in self?.hear($0, run: number) }
                self?.end(run: number, nil)
            } catch { self?.end(run: number, error) }
        }
    }

    private func hear(_ update: TrackerUpdate, run: Int) {
        guard let activity = update.channels[.activity]?.category else { return }
        let change = ActivityChange(
            activity: activity, confidence: update.channels[.activityConfidence]?.number, time: update.time)
        state.withLock { state in
            guard state.runNumber == run, !state.listeners.isEmpty, state.current?.activity != activity else { return }
            state.current = change
            // Yielding does not wait and calls no client code.
            for (_, listener) in state.listeners { listener.yield(change) }
        }
    }

    private func leave(_ ticket: Int) {
        let run: Task<Void, Never>? = state.withLock { state in
            let count = state.listeners.count
            state.listeners.removeAll { $0.ticket == ticket }
            guard count > 0, state.listeners.isEmpty else { return nil }
            state.current = nil
            return state.run
        }
        run?.cancel()
    }

    private func end(run: Int, _ error: (any Error)?) {
        let listeners: [Listener] = state.withLock { state in
            guard state.runNumber == run else { return [] }
            state.current = nil
            defer { state.listeners = [] }
            return state.listeners.map(\.listener)
        }
        for listener in listeners { listener.finish(throwing: error) }
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
