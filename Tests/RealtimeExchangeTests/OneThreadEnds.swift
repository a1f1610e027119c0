// SPDX-License-Identifier: MIT
import RealtimeExchange

/// Both ends of a queue on one thread. (`#expect` cannot hold the ends themselves, which are not copyable.)
final class OneThreadQueue {
    let queue: EventQueue<Int>
    private var producer: EventQueueProducer<Int>
    private var consumer: EventQueueConsumer<Int>

    init(capacity: Int) {
        queue = EventQueue(capacity: capacity)
        producer = queue.takeProducer()
        consumer = queue.takeConsumer()
    }

    var room: Int { producer.room }
    var front: Int? { consumer.front()?.pointee }
    func push(_ value: Int) -> Bool { producer.push(value) }
    func drop() { consumer.drop() }
    func pop() -> Int? { consumer.pop() }
}

/// Both ends of a mailbox on one thread.
final class OneThreadMailbox<Value: BitwiseCopyable & Sendable> {
    private var writer: LatestValueWriter<Value>
    private var reader: LatestValueReader<Value>

    init(_ initial: Value) {
        let mailbox = LatestValue(initial)
        writer = mailbox.takeWriter()
        reader = mailbox.takeReader()
    }

    var value: Value { reader.value }
    func publish(_ value: Value) { writer.publish(value) }
    func refresh() -> Bool { reader.refresh() }
}
