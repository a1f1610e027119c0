// SPDX-License-Identifier: MIT
import DequeModule
import Synchronization

/// The queue of a processor, shared with its worker and its subscribers: the inputs, those who wait for room, and the subscribers.
///
/// One lock guards all of it. Continuations are removed from the state under the lock and resumed after it is released, so each
/// is resumed exactly once.
final class SerialProcessorQueue<Input: Sendable, Output: Sendable>: Sendable {
    typealias Source = CheckedContinuation<Void, any Error>

    /// A source that waits for room.
    struct WaitingSource {
        let ticket: Int
        let input: Input
        let continuation: Source
    }

    struct State {
        var inputs = Deque<Input>()
        /// Non-empty only while the queue is full, so no source can overtake another.
        var sources = Deque<WaitingSource>()
        /// The worker, while it cannot continue.
        var worker: CheckedContinuation<Input?, Never>?
        /// In order of arrival, so that they are served in a fixed order.
        var subscribers: [SerialProcessorSubscriber<Output>] = []
        var isFinished = false
        /// True once the worker has ended.
        var isClosed = false
        var lastTicket = 0

        mutating func nextTicket() -> Int {
            lastTicket += 1
            return lastTicket
        }
    }

    let capacity: Int
    private let state = Mutex(State())

    init(capacity: Int) { self.capacity = capacity }

    var depth: Int { state.withLock { $0.inputs.count } }
    var waitingSources: Int { state.withLock { $0.sources.count } }

    // MARK: Sources

    func submit(_ input: Input) throws(SubmitError) {
        let (refusal, wakeups) = state.withLock { state -> (SubmitError?, Wakeups) in
            if state.isFinished { return (.finished, Wakeups()) }
            if state.inputs.count == capacity { return (.full(capacity: capacity), Wakeups()) }
            state.inputs.append(input)
            return (nil, state.wakeWorker())
        }
        wakeups.resume()
        if let refusal { throw refusal }
    }

    func submit(waiting input: Input) async throws {
        let ticket = state.withLock { $0.nextTicket() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: Source) in
                admit(WaitingSource(ticket: ticket, input: input, continuation: continuation))
            }
        } onCancel: {
            withdraw(ticket)
        }
    }

    private func admit(_ source: WaitingSource) {
        let (answer, wakeups) = state.withLock { state -> (Result<Void, any Error>?, Wakeups) in
            // Checked with the lock held: a later cancellation finds the source in the list.
            if Task.isCancelled { return (.failure(CancellationError()), Wakeups()) }
            if state.isFinished { return (.failure(SubmitError.finished), Wakeups()) }
            if state.inputs.count == capacity {
                state.sources.append(source)
                return (nil, Wakeups())
            }
            state.inputs.append(source.input)
            return (.success(()), state.wakeWorker())
        }
        wakeups.resume()
        if let answer { source.continuation.resume(with: answer) }
    }

    private func withdraw(_ ticket: Int) {
        let source = state.withLock { state -> WaitingSource? in
            guard let index = state.sources.firstIndex(where: { $0.ticket == ticket }) else { return nil }
            return state.sources.remove(at: index)
        }
        source?.continuation.resume(throwing: CancellationError())
    }

    func finish() {
        state.withLock { state -> Wakeups in
            state.isFinished = true
            return state.wakeWorker()
        }.resume()
    }

    // MARK: The worker

    /// The next input, once there is one and no subscriber's buffer is full; nil when everything is done.
    func next() async -> Input? {
        await withCheckedContinuation { continuation in
            state.withLock { state -> Wakeups in
                state.worker = continuation
                return state.wakeWorker()
            }.resume()
        }
    }

    /// Passes a result to every subscriber. There is room: the worker gets an input only when every subscriber has some.
    func deliver(_ output: Output) {
        let readers = state.withLock { state in
            state.subscribers.indices.compactMap { state.subscribers[$0].accept(output) }
        }
        for reader in readers { reader.resume(returning: output) }
    }

    /// Ends the subscriptions, each after the results that it still holds.
    func close() {
        let readers = state.withLock { state -> [SerialProcessorSubscriber<Output>.Reader] in
            state.isClosed = true
            return state.subscribers.indices.compactMap { state.subscribers[$0].takeReader() }
        }
        for reader in readers { reader.resume(returning: nil) }
    }

    // MARK: Subscribers

    func subscribe(_ policy: SubscriptionPolicy) -> SerialProcessorRegistration<Output> {
        if case .every(let buffer) = policy { precondition(buffer >= 1, "a subscriber buffers at least one result") }
        let ticket = state.withLock { state in
            let ticket = state.nextTicket()
            state.subscribers.append(SerialProcessorSubscriber(ticket: ticket, policy: policy))
            return ticket
        }
        return SerialProcessorRegistration(next: { await self.nextResult(ticket) }, leave: { self.leave(ticket) })
    }

    private func nextResult(_ ticket: Int) async -> Output? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (answer, wakeups) = state.withLock { state -> (Output??, Wakeups) in
                    guard let index = state.subscribers.firstIndex(where: { $0.ticket == ticket }),
                        !Task.isCancelled
                    else { return (.some(nil), Wakeups()) }
                    if let output = state.subscribers[index].take() { return (output, state.wakeWorker()) }
                    if state.isClosed { return (.some(nil), Wakeups()) }
                    state.subscribers[index].wait(continuation)
                    return (nil, Wakeups())
                }
                wakeups.resume()
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            leave(ticket)
        }
    }

    /// Removes a subscriber that has ended; it no longer applies backpressure.
    private func leave(_ ticket: Int) {
        let (reader, wakeups) = state.withLock { state -> (SerialProcessorSubscriber<Output>.Reader?, Wakeups) in
            guard let index = state.subscribers.firstIndex(where: { $0.ticket == ticket }) else { return (nil, Wakeups()) }
            var subscriber = state.subscribers.remove(at: index)
            return (subscriber.takeReader(), state.wakeWorker())
        }
        wakeups.resume()
        reader?.resume(returning: nil)
    }
}

/// The continuations to resume after the lock is released.
extension SerialProcessorQueue {
    struct Wakeups: Sendable {
        /// The worker and its next input; nil ends the worker.
        var worker: (continuation: CheckedContinuation<Input?, Never>, input: Input?)?
        /// The source whose input has just been taken into the queue.
        var source: Source?

        func resume() {
            worker?.continuation.resume(returning: worker?.input)
            source?.resume()
        }
    }
}

extension SerialProcessorQueue.State {
    /// The worker's next input, if it is waiting and may continue. A taken input makes room for one waiting source.
    mutating func wakeWorker() -> SerialProcessorQueue.Wakeups {
        var wakeups = SerialProcessorQueue.Wakeups()
        guard let waiting = worker else { return wakeups }
        if let input = inputs.first {
            // The worker waits before the input is taken, so that every subscriber has room for its result.
            if subscribers.contains(where: \.isFull) { return wakeups }
            inputs.removeFirst()
            worker = nil
            wakeups.worker = (waiting, input)
            if let source = sources.popFirst() {
                inputs.append(source.input)
                wakeups.source = source.continuation
            }
        } else if isFinished {
            worker = nil
            wakeups.worker = (waiting, nil)
        }
        return wakeups
    }
}
