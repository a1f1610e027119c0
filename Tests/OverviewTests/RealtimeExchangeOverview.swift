// SPDX-License-Identifier: MIT
import RealtimeExchange
import Testing

/// The example of RealtimeExchange's overview.
struct RealtimeExchangeOverview {
    @Test func example() async throws {
        // example begins
        let queue = EventQueue<Int>(capacity: 8)
        var producer = queue.takeProducer()
        var consumer = queue.takeConsumer()
        for note in [60, 64, 67] {
            if !producer.push(note) { break }
        }
        var notes: [Int] = []
        while let note = consumer.pop() { notes.append(note) }

        let volume = LatestValue<Float>(1)
        var writer = volume.takeWriter()
        var reader = volume.takeReader()
        writer.publish(0.5)
        let isNew = reader.refresh()
        let newest = reader.value
        // example ends
        #expect(notes == [60, 64, 67])
        #expect(queue.overflowCount == 0)
        #expect(isNew && newest == 0.5)
    }
}
