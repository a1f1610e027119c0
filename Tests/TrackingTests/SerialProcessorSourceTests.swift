// SPDX-License-Identifier: MIT
import TestTraits
import Testing

@testable import Tracking

extension SerialProcessorTests {
    /// Submitting: capacity, order among sources, finish, cancellation.
    @Suite(.timeLimit(.minutes(2))) struct Sources {
        @Test func `submit never waits: it throws when the queue is full, and depth shows it`() async throws {
            let gate = SerialProcessorGate()
            let (processor, results) = try await full(capacity: 3, behind: gate)
            #expect(processor.depth == 3)
            #expect(throws: SubmitError.full(capacity: 3)) { try processor.submit(4) }
            #expect(processor.depth == 3)
            gate.open()
            processor.finish()
            #expect(await all(results) == [0, 1, 2, 3])
            #expect(processor.depth == 0)
        }

        @Test func `after finish both submits throw, and a second finish does nothing`() async throws {
            let processor = SerialProcessor<Int, Int>(capacity: 3) { $0 }
            let results = processor.subscribe(.every(buffer: 8))
            try processor.submit(1)
            processor.finish()
            processor.finish()
            #expect(throws: SubmitError.finished) { try processor.submit(2) }
            await #expect(throws: SubmitError.finished) { try await processor.submit(waiting: 3) }
            await processor.waitUntilDrained()
            #expect(await all(results) == [1])
            #expect(await all(processor.subscribe(.newest)) == [], "a subscription after the end is empty")
        }

        @Test func `the state is the worker's own and goes from input to input`() async throws {
            let processor = SerialProcessor<Int, Int>(capacity: 8, state: [Int]()) { seen, input in
                seen.append(input)
                await suspendAtRandom()
                return seen.reduce(0, +)
            }
            let results = processor.subscribe(.every(buffer: 8))
            for input in 1...8 { try await processor.submit(waiting: input) }
            processor.finish()
            #expect(await all(results) == [1, 3, 6, 10, 15, 21, 28, 36])
        }

        @Test func `sources that wait are served in the order in which they came, also after finish`() async throws {
            let gate = SerialProcessorGate()
            let (processor, results) = try await full(capacity: 2, behind: gate)
            let sources = try await waiting(3..<40, for: processor)
            processor.finish()
            gate.open()
            for source in sources { try await source.value }
            #expect(await all(results) == Array(0..<40))
        }

        @Test func `a source cancelled while it waits leaves nothing behind`() async throws {
            let gate = SerialProcessorGate()
            let (processor, results) = try await full(capacity: 2, behind: gate)
            let sources = try await waiting(3..<9, for: processor)
            for index in [0, 3, 5] {
                sources[index].cancel()
                await #expect(throws: CancellationError.self) { try await sources[index].value }
            }
            #expect(processor.waitingSources == 3)
            gate.open()
            for index in [1, 2, 4] { try await sources[index].value }
            processor.finish()
            #expect(await all(results) == [0, 1, 2, 4, 5, 7])
        }

        @Test func `a task that is cancelled already submits nothing`() async throws {
            let processor = SerialProcessor<Int, Int>(capacity: 2) { $0 }
            let results = processor.subscribe(.every(buffer: 2))
            let gate = SerialProcessorGate()
            let source = Task {
                await gate.wait()
                try await processor.submit(waiting: 1)
            }
            source.cancel()
            gate.open()
            await #expect(throws: CancellationError.self) { try await source.value }
            processor.finish()
            #expect(await all(results) == [])
        }

        @Test func `of sources cancelled at random, exactly those that returned were taken`() async throws {
            let processor = SerialProcessor<Int, Int>(capacity: 2) { input in
                await Task.yield()
                return input
            }
            let results = processor.subscribe(.every(buffer: 4))
            let reader = Task { await all(results) }
            var taken = Set<Int>()
            await withTaskGroup(of: Int?.self) { group in
                for input in 0..<5_000 {
                    group.addTask {
                        let source = Task { try await processor.submit(waiting: input) }
                        if input.isMultiple(of: 2) {
                            await suspendAtRandom()
                            source.cancel()
                        }
                        switch await source.result {
                        case .success: return input
                        case .failure(let error):
                            #expect(error is CancellationError)
                            return nil
                        }
                    }
                }
                for await input in group { if let input { taken.insert(input) } }
            }
            #expect(processor.waitingSources == 0)
            processor.finish()
            let outputs = await reader.value
            #expect(outputs.count == Set(outputs).count, "nothing twice")
            #expect(Set(outputs) == taken)
            #expect(outputs.count >= 2_500)
        }

        @Test func `many sources at once: each one's inputs stay in order, none lost`() async throws {
            let processor = SerialProcessor<Int, Int>(capacity: 4) { input in
                await suspendAtRandom()
                return input
            }
            let results = processor.subscribe(.every(buffer: 4))
            let reader = Task { await all(results) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for source in 0..<8 {
                    group.addTask {
                        for number in 0..<1_000 { try await processor.submit(waiting: source * 1_000 + number) }
                    }
                }
                try await group.waitForAll()
            }
            processor.finish()
            let outputs = await reader.value
            #expect(outputs.count == 8_000)
            for source in 0..<8 {
                #expect(outputs.filter { $0 / 1_000 == source } == Array(source * 1_000..<source * 1_000 + 1_000))
            }
        }

        /// A processor that holds 0, which waits at the gate, and 1 ... `capacity`, which fill its queue.
        private func full(capacity: Int, behind gate: SerialProcessorGate) async throws -> (
            SerialProcessor<Int, Int>, SerialProcessorSubscription<Int>
        ) {
            let processor = SerialProcessor<Int, Int>(capacity: capacity) { input in
                await gate.wait()
                return input
            }
            let results = processor.subscribe(.every(buffer: 100))
            try processor.submit(0)
            try await eventually("the first is taken") { processor.depth == 0 }
            for input in 1...capacity { try processor.submit(input) }
            return (processor, results)
        }

        /// Sources that wait for a full processor, in this order.
        private func waiting(_ inputs: Range<Int>, for processor: SerialProcessor<Int, Int>) async throws -> [Task<Void, any Error>] {
            var sources: [Task<Void, any Error>] = []
            for input in inputs {
                sources.append(Task { try await processor.submit(waiting: input) })
                try await eventually("\(input) waits") { processor.waitingSources == sources.count }
            }
            return sources
        }
    }
}
