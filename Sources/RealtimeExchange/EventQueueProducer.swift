// SPDX-License-Identifier: MIT
import Synchronization

/// The producing end of an `EventQueue`. One thread at a time; it may move to another thread while idle.
public struct EventQueueProducer<Element: BitwiseCopyable & Sendable>: ~Copyable, @unchecked Sendable {
    // Sendable is sound: there is one producer, it cannot be copied, and all shared state is atomic.
    @usableFromInline let queue: EventQueue<Element>
    @usableFromInline let slots: UnsafeMutablePointer<Element>
    @usableFromInline let own: UnsafeMutablePointer<ProducerWords>
    @usableFromInline let other: UnsafeMutablePointer<ConsumerWords>
    @usableFromInline let mask: Int

    init(queue: EventQueue<Element>) {
        self.queue = queue
        slots = queue.slots
        own = queue.producer
        other = queue.consumer
        mask = queue.mask
    }

    /// Appends one element; when the ring is full, counts an overflow and returns false. Producer thread only; real-time safe.
    ///
    /// A producer that can wait checks `room` first, because a refused push counts as an overflow.
    @inlinable
    public mutating func push(_ element: Element) -> Bool {
        let tail = own.pointee.tail.load(ordering: .relaxed)
        if tail &- own.pointee.seenHead > mask {
            own.pointee.seenHead = other.pointee.head.load(ordering: .acquiring)
            guard tail &- own.pointee.seenHead <= mask else {
                own.pointee.overflow.add(1, ordering: .relaxed)
                return false
            }
        }
        (slots + (tail & mask)).initialize(to: element)
        own.pointee.tail.store(tail &+ 1, ordering: .releasing)
        return true
    }

    /// Counts `count` refusals without a push, for a producer that checks `room` because some elements belong together. Producer
    /// thread only; real-time safe.
    @inlinable
    public mutating func refuse(_ count: Int) { own.pointee.overflow.add(count, ordering: .relaxed) }

    /// The number of pushes that are certain to succeed now. Producer thread only; real-time safe.
    @inlinable
    public var room: Int {
        mutating get {
            own.pointee.seenHead = other.pointee.head.load(ordering: .acquiring)
            return mask &+ 1 &- (own.pointee.tail.load(ordering: .relaxed) &- own.pointee.seenHead)
        }
    }
}
