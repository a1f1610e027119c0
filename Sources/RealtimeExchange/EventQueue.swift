// SPDX-License-Identifier: MIT
import Synchronization

/// A bounded single-producer, single-consumer ring buffer: elements stay in order and none is lost silently.
///
/// Each operation is wait-free: it takes a bounded number of steps whatever the other thread does, with no lock,
/// allocation, system call or retry. An element that does not fit is refused and counted; the producer keeps it.
///
/// The scheme is Lamport's ring (L. Lamport, "Proving the Correctness of Multiprocess Programs", IEEE Trans. Software
/// Eng. SE-3(2), 1977), in which each side keeps a copy of the other's index, as in rigtorp's SPSCQueue and rtrb: an
/// end reads the other's cache line only when its copy indicates full or empty.
///
/// Memory order. The producer writes a slot, then *releases* the new tail; the consumer *acquires* the tail, then reads the slot: so the
/// element is complete. The consumer reads a slot, then *releases* the new head; the producer *acquires* the head, then overwrites the
/// slot: so no element is overwritten while it is read. Each side reads its own index relaxed, because no other thread writes it.
/// `Scripts/check-races` shows that each of these orderings is necessary.
public final class EventQueue<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
    // Sendable is sound: slots are handed over by the acquire-release pairs on head and tail, the other words are
    // atomic or belong to one end, and each end can be taken only once.
    @usableFromInline let slots: UnsafeMutablePointer<Element>
    @usableFromInline let producer: UnsafeMutablePointer<ProducerWords>
    @usableFromInline let consumer: UnsafeMutablePointer<ConsumerWords>
    @usableFromInline let mask: Int
    private let producerEnd = SingleUse()
    private let consumerEnd = SingleUse()

    /// Makes a ring that holds `capacity` elements (at least 1), rounded up to a power of two. Allocates.
    public init(capacity: Int) {
        precondition(capacity >= 1 && capacity <= 1 << 30, "a queue holds 1 to 2^30 elements")
        var size = 1
        while size < capacity { size *= 2 }
        mask = size - 1
        slots = CacheLine.allocate(size * MemoryLayout<Element>.stride).bindMemory(to: Element.self, capacity: size)
        producer = CacheLine.allocate(for: ProducerWords())
        consumer = CacheLine.allocate(for: ConsumerWords())
    }

    deinit {
        producer.deinitialize(count: 1)
        producer.deallocate()
        consumer.deinitialize(count: 1)
        consumer.deallocate()
        slots.deallocate()
    }

    /// The producer's end. Take it once; a second call stops the program. Any thread.
    public func takeProducer() -> EventQueueProducer<Element> {
        producerEnd.take("the producer's end of an EventQueue")
        return EventQueueProducer(queue: self)
    }

    /// The consumer's end. Take it once; a second call stops the program. Any thread.
    public func takeConsumer() -> EventQueueConsumer<Element> {
        consumerEnd.take("the consumer's end of an EventQueue")
        return EventQueueConsumer(queue: self)
    }

    /// The number of elements refused because the ring was full. Any thread.
    public var overflowCount: Int { producer.pointee.overflow.load(ordering: .relaxed) }
}

/// The words that the producer writes, on their own cache line.
@usableFromInline struct ProducerWords: ~Copyable {
    /// Elements pushed since the start; only grows (and wraps).
    @usableFromInline let tail = Atomic<Int>(0)
    @usableFromInline let overflow = Atomic<Int>(0)
    /// The head as the producer last saw it. Producer thread only.
    @usableFromInline var seenHead = 0
    @usableFromInline init() {}
}

/// The words that the consumer writes, on their own cache line.
@usableFromInline struct ConsumerWords: ~Copyable {
    /// Elements dropped since the start; only grows (and wraps).
    @usableFromInline let head = Atomic<Int>(0)
    /// The tail as the consumer last saw it. Consumer thread only.
    @usableFromInline var seenTail = 0
    @usableFromInline init() {}
}
