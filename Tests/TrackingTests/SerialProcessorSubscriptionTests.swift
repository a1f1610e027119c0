// SPDX-License-Identifier: MIT
import Testing

@testable import Tracking

extension SerialProcessorTests {
    /// Subscribers: which ones exert backpressure, and which ones no longer do.
    @Suite(.timeLimit(.minutes(2))) struct Subscriptions {
        /// Each way in which a subscriber with backpressure can leave.
        enum Departure: CaseIterable {
            case neverIterated, loopLeft, taskCancelledInNext, taskCancelledBefore
        }

        @Test(arguments: Departure.allCases)
        func `a subscriber that goes away holds nobody back`(departure: Departure) async throws {
            let processor = SerialProcessor<Int, Int>(capacity: 100) { $0 }
            let other = processor.subscribe(.every(buffer: 200))
            var held: SerialProcessorSubscription<Int>? = processor.subscribe(.every(buffer: 1))
            switch departure {
            case .neverIterated:
                for input in 0..<100 { try processor.submit(input) }
                held = nil
            case .loopLeft:
                // The subscription itself lives on: the iterator decides.
                for input in 0..<100 { try processor.submit(input) }
                if let held { for await _ in held { break } }
            case .taskCancelledInNext:
                let subscription = held
                held = nil
                let reader = Task { if let subscription { return await all(subscription) } else { return [] } }
                try await Task.sleep(for: .milliseconds(5))
                reader.cancel()
                #expect(await reader.value == [])
                for input in 0..<100 { try processor.submit(input) }
            case .taskCancelledBefore:
                for input in 0..<100 { try processor.submit(input) }
                let subscription = held
                held = nil
                let gate = SerialProcessorGate()
                let reader = Task {
                    await gate.wait()
                    if let subscription { return await all(subscription) } else { return [] }
                }
                reader.cancel()
                gate.open()
                #expect(await reader.value == [])
            }
            processor.finish()
            await processor.waitUntilDrained()
            #expect(await all(other) == Array(0..<100))
            withExtendedLifetime(held) {}
        }

        @Test func `each subscriber has its own policy and pace`() async throws {
            let processor = SerialProcessor<Int, Int>(capacity: 4) { $0 }
            let subscriptions = (1...5).map { processor.subscribe(.every(buffer: $0)) }
            let newest = processor.subscribe(.newest)
            let readers = subscriptions.map { subscription in
                Task {
                    var outputs: [Int] = []
                    for await output in subscription {
                        await suspendAtRandom()
                        outputs.append(output)
                    }
                    return outputs
                }
            }
            let newestReader = Task { await all(newest) }
            for input in 0..<2_000 { try await processor.submit(waiting: input) }
            processor.finish()
            for reader in readers { #expect(await reader.value == Array(0..<2_000)) }
            let seen = await newestReader.value
            #expect(seen.last == 1_999)
            #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 < $1 }, "newer and newer, nothing twice")
        }

        @Test func `a subscriber gets the results from its subscription on`() async throws {
            let processor = SerialProcessor<Int, Int>(capacity: 4) { $0 }
            let early = processor.subscribe(.every(buffer: 4))
            try processor.submit(1)
            var iterator = early.makeAsyncIterator()
            #expect(await iterator.next() == 1)
            let late = processor.subscribe(.every(buffer: 4))
            try processor.submit(2)
            processor.finish()
            #expect(await iterator.next() == 2)
            #expect(await iterator.next() == nil)
            #expect(await iterator.next() == nil, "the end stays the end")
            #expect(await all(late) == [2])
        }

        @Test func `a subscription is iterated once`() async throws {
            let processor = SerialProcessor<Int, Int>(capacity: 4) { $0 }
            let results = processor.subscribe(.every(buffer: 4))
            try processor.submit(1)
            processor.finish()
            #expect(await all(results) == [1])
            #expect(await all(results) == [])
        }

        @Test func `with no subscriber every input is still processed`() async throws {
            let log = SerialProcessorLog()
            let processor = SerialProcessor<Int, Int>(capacity: 100) { input in
                log.begin(input)
                await suspendAtRandom()
                log.end()
                return input
            }
            for input in 0..<100 { try processor.submit(input) }
            processor.finish()
            await processor.waitUntilDrained()
            #expect(log.inputs == Array(0..<100))
        }
    }
}
