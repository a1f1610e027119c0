// SPDX-License-Identifier: MIT
import Synchronization

/// The consuming end of an `EventQueue`. One thread at a time; it may move to another thread while idle.
public struct EventQueueConsumer<Element: BitwiseCopyable & Sendable>: ~Copyable, @unchecked Sendable {
    // Sendable is sound: there is one consumer, it cannot be copied, and all shared state is atomic.
    @usableFromInline let queue: EventQueue<Element>
    @usableFromInline let slots: UnsafeMutablePointer<Element>
    @usableFromInline let own: UnsafeMutablePointer<ConsumerWords>
    @usableFromInline let other: UnsafeMutablePointer<ProducerWords>
    @usableFromInline let mask: Int

    init(queue: EventQueue<Element>) {
        self.queue = queue
        slots = queue.slots
        own = queue.consumer
        other = queue.producer
        mask = queue.mask
    }

    /// The oldest element, left in place, or nil when the ring is empty. Consumer thread only; real-time safe.
    ///
    /// The pointer is valid until the next `drop` or `pop`.
    @inlinable
    public mutating func front() -> UnsafePointer<Element>? {
        let head = own.pointee.head.load(ordering: .relaxed)
        if own.pointee.seenTail == head {
            own.pointee.seenTail = other.pointee.tail.load(ordering: .acquiring)
            guard own.pointee.seenTail != head else { return nil }
        }
        return UnsafePointer(slots + (head & mask))
    }

    /// Removes the element that `front` returned; does nothing if it returned nil. Consumer thread only; real-time safe.
    @inlinable
    public mutating func drop() {
        let head = own.pointee.head.load(ordering: .relaxed)
        guard own.pointee.seenTail != head else { return }
        own.pointee.head.store(head &+ 1, ordering: .releasing)
    }

    /// Removes and returns the oldest element, or nil when the ring is empty. Consumer thread only; real-time safe.
    @inlinable
    public mutating func pop() -> Element? {
        guard let element = front() else { return nil }
        let value = element.pointee
        drop()
        return value
    }
}
