import Synchronization

/// Processes inputs strictly one by one, in the order in which they were submitted, and loses none.
///
/// An actor cannot promise this: while one call of it is suspended, the next one starts. Here one task takes the
/// inputs from a bounded queue and calls `process` for each, and `process` has returned before it is called again,
/// however long it suspends. The task has a thread of its own, so that no blocked task elsewhere can starve it.
///
/// - A source that can wait (a file, a pipe) uses `submit(waiting:)`, which suspends until there is room; one that
///   cannot (a live receiver) uses `submit(_:)`, which throws when the queue is full, and shows `depth`.
/// - Each subscriber picks its policy: every result, which holds the processor back while its buffer is full, and
///   through the queue the source that waits; or the newest result, which never does.
/// - `finish` lets everything submitted be processed, then ends the subscriptions.
/// - Dropping the processor is the same as `finish`: what was submitted is processed still, live subscribers get all
///   of it, and then the task and its thread end. Nothing is cancelled.
///
/// Any thread may call any of it.
public final class SerialProcessor<Input: Sendable, Output: Sendable>: Sendable {
    private let line: SerialProcessorLine<Input, Output>
    private let worker: Task<Void, Never>

    /// Starts the worker. `state` is its own: nobody else sees it, and `process` alone changes it.
    ///
    /// - Parameters:
    ///   - capacity: how many inputs may wait, 1 or more.
    ///   - process: called for each input in turn; it may suspend. It is never cancelled.
    public init<State>(
        capacity: Int, state: sending State,
        process: sending @escaping (inout State, Input) async -> Output
    ) {
        precondition(capacity >= 1, "a processor's queue holds at least one input")
        let line = SerialProcessorLine<Input, Output>(capacity: capacity)
        let thread = SerialProcessorThread()
        self.line = line
        // The task holds the line and not the processor, whose deinit ends it.
        worker = Task(executorPreference: thread) {
            var state = state
            while let input = await line.next() {
                line.deliver(await process(&state, input))
            }
            line.close()
            thread.retire()
        }
    }

    /// The same for a `process` without a state.
    public convenience init(capacity: Int, process: sending @escaping (Input) async -> Output) {
        self.init(capacity: capacity, state: ()) { _, input in await process(input) }
    }

    deinit { line.finish() }

    /// How many inputs may wait.
    public var capacity: Int { line.capacity }

    /// How many inputs wait now, 0 to `capacity`, without the one that is being processed.
    public var depth: Int { line.depth }

    /// How many sources are suspended in `submit(waiting:)` now.
    public var waitingSources: Int { line.waitingSources }

    /// Appends an input; never waits. Throws `full` when there is no room, `finished` after `finish`; the input is not
    /// taken then.
    public func submit(_ input: Input) throws(SubmitError) { try line.submit(input) }

    /// Appends an input, suspending until there is room; sources are served in the order in which they came.
    ///
    /// Throws `SubmitError.finished` after `finish` (an input that already waited then is still taken), and
    /// `CancellationError` when the calling task is cancelled before there was room; the input is not taken then.
    public func submit(waiting input: Input) async throws { try await line.submit(waiting: input) }

    /// Ends the input: what was submitted is processed, then the subscriptions end. Does not wait. Again: no effect.
    public func finish() { line.finish() }

    /// Waits until the worker has ended: after `finish`, when everything was processed.
    ///
    /// A subscriber to every result that neither reads nor goes away keeps it waiting.
    public func waitUntilDrained() async { await worker.value }

    /// Subscribes to the results from now on: none is missed between this call and the first `next`.
    public func subscribe(_ policy: SubscriptionPolicy) -> SerialProcessorSubscription<Output> {
        SerialProcessorSubscription(line.subscribe(policy))
    }
}

/// Why an input was not taken.
public enum SubmitError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The queue holds `capacity` inputs already.
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

/// What a subscriber wants of the results.
public enum SubscriptionPolicy: Equatable, Sendable {
    /// Every result in order; at most `buffer` (1 or more) wait, then the processor is held back until one is taken.
    case every(buffer: Int)
    /// The newest result; one that was not taken before the next came is replaced. Holds nobody back.
    case newest
}
