import Synchronization
import Tracking

/// The rider's activities, live, for any number of listeners who share one source.
///
/// The source is started by the first listener and stopped (its task is cancelled) when the last one has gone: its task was
/// cancelled, its loop left, or its iterator dropped. The next listener starts it anew, after the stopped run has ended.
/// A listener hears the activity that holds now, then each change; of more than `buffer` that it has not taken, the
/// oldest are dropped. When the source ends or fails, so does the stream of all who listen. Any task may listen.
public struct ActivityStream: AsyncSequence, Sendable {
    public typealias Element = ActivityChange
    public typealias Failure = any Error

    /// Runs until its task is cancelled, telling every update of a tracker as it comes.
    public typealias Source = @Sendable (_ hear: @escaping @Sendable (TrackerUpdate) -> Void) async throws -> Void

    /// Changes that wait for a listener.
    public static let buffer = 64

    private let hub: ActivityHub

    /// - Parameter source: to return soon when its task is cancelled.
    public init(source: @escaping Source) { hub = ActivityHub(source: source) }

    /// The same over a sequence of updates that is made for each run.
    public init<Updates: AsyncSequence & Sendable>(_ updates: @escaping @Sendable () async throws -> Updates)
    where Updates.Element == TrackerUpdate {
        self.init { hear in
            for try await update in try await updates() { hear(update) }
        }
    }

    /// Begins to listen.
    public func makeAsyncIterator() -> AsyncThrowingStream<ActivityChange, any Error>.Iterator {
        hub.listen().makeAsyncIterator()
    }
}

/// The listeners of a source, and its run.
private final class ActivityHub: Sendable {
    private typealias Listener = AsyncThrowingStream<ActivityChange, any Error>.Continuation
    private struct State {
        var listeners: [(ticket: Int, listener: Listener)] = []
        var nextTicket = 0
        /// What holds now; nil before the first update of this run.
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
            // The stream keeps the hub, so that its source is stopped even when nobody else holds it.
            listener.onTermination = { _ in self.leave(ticket) }
        }
    }

    private func start(_ state: inout State) {
        state.runNumber += 1
        let number = state.runNumber, previous = state.run
        state.run = Task { [weak self, source] in
            // A receiver or port is never opened twice.
            await previous?.value
            guard !Task.isCancelled else { return }
            do {
                try await source { [weak self] in self?.hear($0, run: number) }
                self?.end(run: number, nil)
            } catch { self?.end(run: number, error) }
        }
    }

    private func hear(_ update: TrackerUpdate, run: Int) {
        guard let activity = update.channels["activity"]?.category else { return }
        let change = ActivityChange(
            activity: activity, confidence: update.channels["activityConfidence"]?.number, time: update.time)
        state.withLock { state in
            guard state.runNumber == run, !state.listeners.isEmpty, state.current?.activity != activity else { return }
            state.current = change
            // Yielding never waits, and calls nobody back.
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
