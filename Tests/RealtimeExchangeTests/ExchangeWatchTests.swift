// SPDX-License-Identifier: MIT
import CRenderWatch
import RealtimeExchange
import Testing

extension ExchangeTests {
    /// The operations of both exchanges under the watch that counts violations of real-time rules.
    @Suite struct WatchTests {}
}

extension ExchangeTests.WatchTests {
    @Test func `no operation allocates, locks, counts references or calls the system`() {
        let queue = EventQueue<StressPayload>(capacity: 64)
        var producer = queue.takeProducer()
        var consumer = queue.takeConsumer()
        let mailbox = LatestValue(StressPayload(stamp: 0))
        var writer = mailbox.takeWriter()
        var reader = mailbox.takeReader()
        var faults = 0
        var counts = watch_counts()
        watch_begin()
        for stamp in 1...100_000 as ClosedRange<UInt64> {
            // Occasionally more pushes than pops: the ring buffer fills, refuses and empties.
            if !producer.push(StressPayload(stamp: stamp)) { while consumer.pop() != nil {} }
            if producer.room == 0, let front = consumer.front(), front.pointee.stamp == nil { faults += 1 }
            writer.publish(StressPayload(stamp: stamp))
            if !reader.refresh() || reader.value.stamp != stamp { faults += 1 }
        }
        watch_end(&counts)
        #expect(faults == 0)
        #expect(queue.overflowCount > 0)
        #expect(counts.allocations == 0 && counts.frees == 0)
        #expect(counts.locks == 0)
        #expect(counts.retains == 0 && counts.releases == 0)
        #expect(counts.system_calls == 0)
    }
}
