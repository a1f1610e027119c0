// SPDX-License-Identifier: MIT
import Synchronization

/// Processes inputs strictly one at a time, in the order of submission, without loss.
///
/// An actor cannot guarantee this: while one of its calls is suspended, the next one starts. Here one task takes the inputs from
/// a bounded queue and calls `process` for each; it does not call `process` again until the previous call has returned, however
/// long that is suspended. The task has a dedicated thread, so that blocked tasks elsewhere cannot starve it.
///
/// - A source that can wait (a file, a pipe) uses `submit(waiting:)`, which suspends until there is room; one that cannot (a live
///   receiver) uses `submit(_:)`, which throws when the queue is full, and reports `depth`.
/// - Each subscriber chooses its policy. Every result: the processor waits while the subscriber's buffer is full, and so does a
///   waiting source through the queue. Or the newest result, which never applies backpressure.
/// - `finish` lets everything submitted be processed, then ends the subscriptions.
/// - Dropping the processor has the same effect as `finish`: submitted inputs are still processed, live subscribers get all
///   results, and then the task and its thread end. Nothing is cancelled.
///
/// Any thread may call all of its methods.
public final class SerialProcessor<Input: Sendable, Output: Sendable>: Sendable {
    private let queue: SerialProcessorQueue<Input, Output>
    private let worker: Task<Void, Never>

    /// Starts the worker. `state` belongs to it: only `process` can see and change it.
    ///
    /// - Parameters:
    ///   - capacity: the maximum number of waiting inputs, 1 or more.
    ///   - process: called for each input in turn; it may suspend. It is never cancelled.
    public init<State>(
        capacity: Int, state: sending State,
        process: sending @escaping (inout State, Input) async -> Output
    ) {
        precondition(capacity >= 1, "a processor's queue holds at least one input")
        let queue = SerialProcessorQueue<Input, Output>(capacity: capacity)
        let thread = TaskThread()
        self.queue = queue
        // The task references the queue and not the processor, whose deinit ends it.
        worker = Task(executorPreference: thread) {
            var state = state
            while let input = await queue.next() {
                queue.deliver(await process(&state, input))
            }
            queue.close()
            thread.retire()
        }
    }

    deinit { queue.finish() }

    /// The number of inputs waiting now, 0 to `capacity`, without the one being processed.
    var depth: Int { queue.depth }

    /// The number of sources now suspended in `submit(waiting:)`.
    var waitingSources: Int { queue.waitingSources }

    /// Appends an input; never waits.
    /// - Throws: `full` if there is no room, `finished` after `finish`; the input is not taken then.
    func submit(_ input: Input) throws(SubmitError) { try queue.submit(input) }

    /// Appends an input, suspending until there is room; sources are served in order of arrival.
    ///
    /// - Throws: `SubmitError.finished` after `finish` (an input that was already waiting then is still taken), and
    ///   `CancellationError` if the calling task is cancelled before there is room; the input is not taken then.
    public func submit(waiting input: Input) async throws { try await queue.submit(waiting: input) }

    /// Ends the input: submitted inputs are processed, then the subscriptions end. Does not wait. Further calls have no effect.
    public func finish() { queue.finish() }

    /// Waits until the worker has ended: after `finish`, once everything has been processed.
    ///
    /// A subscriber to every result that neither reads nor ends its subscription delays the return.
    public func waitUntilDrained() async { await worker.value }

    /// Subscribes to the results from now on: none is missed between this call and the first `next`.
    public func subscribe(_ policy: SubscriptionPolicy) -> SerialProcessorSubscription<Output> {
        SerialProcessorSubscription(queue.subscribe(policy))
    }
}

/// The reason an input was not taken.
public enum SubmitError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The queue already holds `capacity` inputs.
    case full(capacity: Int)
    /// `finish` was called.
    case finished

    public var description: String {
        switch self {
        case .full(let capacity):
            "The processor's queue is full (\(capacity) inputs wait): wait for room, or give it a larger capacity."
        case .finished:
            "The processor takes no more input, as it was finished: submit before finish."
        }
    }
}

/// The results that a subscriber receives.
public enum SubscriptionPolicy: Equatable, Sendable {
    /// Every result in order; at most `buffer` (1 or more) wait, then the processor waits until one is taken.
    case every(buffer: Int)
    /// The newest result, which replaces one not yet taken. Never applies backpressure.
    case newest
}
