// SPDX-License-Identifier: MIT
import RealtimeExchange
import Testing

/// The tests that keep two threads busy run one at a time.
@Suite(.serialized) struct ExchangeTests {}

extension ExchangeTests {
    @Suite struct EventQueueTests {}
}

extension ExchangeTests.EventQueueTests {
    @Test(arguments: [(1, 20_000), (8, 200_000), (1024, 4_000_000)])
    func `millions of events between two threads are all there, whole and in order`(capacity: Int, pushes: Int) {
        let report = stressQueue(pushes: pushes, capacity: capacity)
        #expect(report.faults == [])
        #expect(report.received == pushes)
        #expect(report.refused == 0)
        #expect(report.fullMeetings > 0 || capacity > 8, "the producer never met a full ring")
    }

    @Test func `what does not fit is refused and counted, and the rest stays in order`() {
        let report = stressOverflow(pushes: 2_000_000, capacity: 8)
        #expect(report.faults == [])
        #expect(report.received + report.refused == 2_000_000)
        #expect(report.refused > 0)
    }

    @Test(arguments: [(1, 1), (2, 2), (3, 4), (64, 64), (65, 128)])
    func `the capacity is the next power of two`(asked: Int, got: Int) {
        #expect(OneThreadQueue(capacity: asked).room == got)
    }

    @Test func `an empty queue gives nothing, and dropping nothing changes nothing`() {
        let ends = OneThreadQueue(capacity: 4)
        #expect(ends.front == nil)
        #expect(ends.pop() == nil)
        ends.drop()
        #expect(ends.room == 4)
        #expect(ends.push(7))
        #expect(ends.pop() == 7)
        ends.drop()
        #expect(ends.room == 4)
    }

    @Test func `a full queue refuses, counts, and keeps what it has`() {
        let ends = OneThreadQueue(capacity: 4)
        for value in 1...4 { #expect(ends.push(value)) }
        #expect(ends.room == 0)
        #expect(!ends.push(5))
        #expect(!ends.push(6))
        #expect(ends.queue.overflowCount == 2)
        #expect(ends.room == 0)
        #expect(ends.pop() == 1)
        #expect(ends.room == 1)
        #expect(ends.push(7))
        #expect(!ends.push(8))
        for value in [2, 3, 4, 7] { #expect(ends.pop() == value) }
        #expect(ends.pop() == nil)
        #expect(ends.queue.overflowCount == 3)
    }

    @Test func `the front stays until it is dropped`() {
        let ends = OneThreadQueue(capacity: 2)
        _ = ends.push(1)
        _ = ends.push(2)
        #expect(ends.front == 1)
        #expect(ends.front == 1)
        ends.drop()
        #expect(ends.front == 2)
    }

    @Test func `a ring behaves as an array does over many turns`() {
        let ends = OneThreadQueue(capacity: 8)
        var model: [Int] = []
        var random = SystemRandomNumberGenerator()
        var next = 0
        for _ in 0..<100_000 {
            if Bool.random(using: &random) {
                let fits = model.count < 8
                #expect(ends.push(next) == fits)
                if fits { model.append(next) }
                next += 1
            } else {
                #expect(ends.pop() == (model.isEmpty ? nil : model.removeFirst()))
            }
            #expect(ends.room == 8 - model.count)
        }
    }

    @Test func `an end is moved to another thread and the queue outlives its maker`() {
        let (sent, received) = endsOfALostQueue()
        #expect(sent.faults == [] && received.received == 3)
    }

    private func endsOfALostQueue() -> (StressReport, StressReport) {
        let queue = EventQueue<Int>(capacity: 4)
        return onTwoThreads(
            {
                var producer = queue.takeProducer()
                var report = StressReport()
                for value in 1...3 where !producer.push(value) { report.fault("refused") }
                return report
            },
            {
                var consumer = queue.takeConsumer()
                var report = StressReport()
                while report.received < 3 { if consumer.pop() == report.received + 1 { report.received += 1 } }
                return report
            })
    }

    @Test func `the producer's end is taken once`() async {
        await #expect(processExitsWith: .failure) {
            let queue = EventQueue<Int>(capacity: 4)
            _ = queue.takeProducer()
            _ = queue.takeProducer()
        }
    }

    @Test func `the consumer's end is taken once`() async {
        await #expect(processExitsWith: .failure) {
            let queue = EventQueue<Int>(capacity: 4)
            _ = queue.takeConsumer()
            _ = queue.takeConsumer()
        }
    }

    @Test func `a queue for nothing is refused`() async {
        await #expect(processExitsWith: .failure) { _ = EventQueue<Int>(capacity: 0) }
    }
}
