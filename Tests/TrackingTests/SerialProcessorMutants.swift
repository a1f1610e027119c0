// SPDX-License-Identifier: MIT
import Synchronization

@testable import Tracking

/// The interface of a processor of numbers, so that the suite can run over the real one and over mutants.
protocol SerialProcessing: Sendable {
    associatedtype Results: AsyncSequence<Int, Never> & Sendable
    init(capacity: Int, process: @escaping @Sendable (Int) async -> Int)
    func submit(_ input: Int) throws
    func submit(waiting input: Int) async throws
    func finish()
    func subscribe(_ policy: SubscriptionPolicy) -> Results
}

/// The real one.
struct RealProcessor: SerialProcessing {
    let processor: SerialProcessor<Int, Int>
    init(capacity: Int, process: @escaping @Sendable (Int) async -> Int) {
        processor = SerialProcessor(capacity: capacity, process: process)
    }
    func submit(_ input: Int) throws { try processor.submit(input) }
    func submit(waiting input: Int) async throws { try await processor.submit(waiting: input) }
    func finish() { processor.finish() }
    func subscribe(_ policy: SubscriptionPolicy) -> SerialProcessorSubscription<Int> { processor.subscribe(policy) }
}

/// Mutant: a plain actor. While one call of it is suspended, the next one starts.
struct PlainActorProcessor: SerialProcessing {
    private actor Worker {
        let process: @Sendable (Int) async -> Int
        let results: MutantResults
        init(process: @escaping @Sendable (Int) async -> Int, results: MutantResults) {
            self.process = process
            self.results = results
        }
        func handle(_ input: Int) async {
            results.deliver(await process(input))
            results.leave()
        }
    }
    private let worker: Worker
    private let results = MutantResults()

    init(capacity: Int, process: @escaping @Sendable (Int) async -> Int) {
        worker = Worker(process: process, results: results)
    }
    func submit(_ input: Int) throws {
        results.enter()
        Task { [worker] in await worker.handle(input) }
    }
    func submit(waiting input: Int) async throws { try submit(input) }
    func finish() { results.finish() }
    func subscribe(_ policy: SubscriptionPolicy) -> AsyncStream<Int> { results.subscribe(policy) }
}

/// Mutant: one task that processes the inputs in order, but is cancelled on finish.
struct CancelledWorkerProcessor: SerialProcessing {
    private let inputs: AsyncStream<Int>.Continuation
    private let results = MutantResults()
    private let worker: Task<Void, Never>

    init(capacity: Int, process: @escaping @Sendable (Int) async -> Int) {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        inputs = continuation
        worker = Task { [results] in
            for await input in stream {
                if Task.isCancelled { break }
                results.deliver(await process(input))
            }
            results.finish()
        }
    }
    func submit(_ input: Int) throws { inputs.yield(input) }
    func submit(waiting input: Int) async throws { inputs.yield(input) }
    func finish() {
        inputs.finish()
        worker.cancel()
    }
    func subscribe(_ policy: SubscriptionPolicy) -> AsyncStream<Int> { results.subscribe(policy) }
}

/// The mutants' result streams, which end once the mutant is finished and nothing is in flight.
final class MutantResults: Sendable {
    private struct State {
        var streams: [AsyncStream<Int>.Continuation] = []
        var underWay = 0
        var isFinished = false
        var isOver: Bool { isFinished && underWay == 0 }
    }
    private let state = Mutex(State())

    func subscribe(_ policy: SubscriptionPolicy) -> AsyncStream<Int> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Int.self, bufferingPolicy: policy == .newest ? .bufferingNewest(1) : .unbounded)
        state.withLock { $0.streams.append(continuation) }
        return stream
    }
    func deliver(_ output: Int) {
        for stream in state.withLock({ $0.streams }) { stream.yield(output) }
    }
    func enter() { state.withLock { $0.underWay += 1 } }
    func leave() { end { $0.underWay -= 1 } }
    func finish() { end { $0.isFinished = true } }

    private func end(_ change: (inout State) -> Void) {
        let over = state.withLock { state in
            change(&state)
            return state.isOver ? state.streams : []
        }
        for stream in over { stream.finish() }
    }
}
