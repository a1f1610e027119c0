import Synchronization

/// A bounded ring from one producer thread to one consumer thread: in order, nothing lost silently.
public final class EventQueue<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
    // Sendable is sound: slots are handed over by the acquire-release pair on `head` and `tail`,
    // and each end can be taken once only.
    @usableFromInline let slots: UnsafeMutablePointer<Element>
    @usableFromInline let words: UnsafeMutablePointer<RingWords>
    @usableFromInline let mask: Int

    /// Makes a ring that holds `capacity` elements, rounded up to a power of two.
    public init(capacity: Int) {
        var size = 1
        while size < capacity { size *= 2 }
        mask = size - 1
        slots = .allocate(capacity: size)
        words = .allocate(capacity: 1)
        words.initialize(to: RingWords())
    }

    deinit {
        words.deinitialize(count: 1)
        words.deallocate()
        slots.deallocate()
    }

    /// The producer's end. Take it once.
    public func takeProducer() -> EventQueueProducer<Element> { EventQueueProducer(queue: self) }
    /// The consumer's end. Take it once.
    public func takeConsumer() -> EventQueueConsumer<Element> { EventQueueConsumer(queue: self) }

    /// How many elements were refused because the ring was full. Any thread.
    public var overflowCount: Int { words.pointee.overflow.load(ordering: .relaxed) }
    /// How many elements wait now (a snapshot). Any thread.
    public var count: Int {
        let head = words.pointee.head.load(ordering: .acquiring)
        return words.pointee.tail.load(ordering: .acquiring) &- head
    }
    /// How many elements fit.
    public var capacity: Int { mask + 1 }
}

@usableFromInline struct RingWords: ~Copyable {
    @usableFromInline let head = Atomic<Int>(0)
    @usableFromInline let tail = Atomic<Int>(0)
    @usableFromInline let overflow = Atomic<Int>(0)
    @usableFromInline init() {}
}

/// Producer thread only.
public struct EventQueueProducer<Element: BitwiseCopyable & Sendable>: ~Copyable, @unchecked Sendable {
    @usableFromInline let queue: EventQueue<Element>
    @usableFromInline let slots: UnsafeMutablePointer<Element>
    @usableFromInline let words: UnsafeMutablePointer<RingWords>
    @usableFromInline let mask: Int

    init(queue: EventQueue<Element>) {
        self.queue = queue
        slots = queue.slots
        words = queue.words
        mask = queue.mask
    }

    /// Appends one element; false (and counted) when the ring is full. Never waits.
    @inlinable
    public mutating func push(_ element: Element) -> Bool {
        let tail = words.pointee.tail.load(ordering: .relaxed)
        let head = words.pointee.head.load(ordering: .acquiring)
        guard tail &- head <= mask else {
            words.pointee.overflow.add(1, ordering: .relaxed)
            return false
        }
        slots[tail & mask] = element
        words.pointee.tail.store(tail &+ 1, ordering: .releasing)
        return true
    }

    /// How many elements can be pushed before the ring is full, at least.
    @inlinable
    public var room: Int {
        get {
            mask &+ 1
                &- (words.pointee.tail.load(ordering: .relaxed) &- words.pointee.head.load(ordering: .acquiring))
        }
    }

    /// How many elements were refused because the ring was full.
    @inlinable
    public var overflowCount: Int { words.pointee.overflow.load(ordering: .relaxed) }
}

/// Consumer thread only.
public struct EventQueueConsumer<Element: BitwiseCopyable & Sendable>: ~Copyable, @unchecked Sendable {
    @usableFromInline let queue: EventQueue<Element>
    @usableFromInline let slots: UnsafeMutablePointer<Element>
    @usableFromInline let words: UnsafeMutablePointer<RingWords>
    @usableFromInline let mask: Int

    init(queue: EventQueue<Element>) {
        self.queue = queue
        slots = queue.slots
        words = queue.words
        mask = queue.mask
    }

    /// The oldest element, left in place, or nil when the ring is empty. The pointer holds until `drop`.
    @inlinable
    public func front() -> UnsafePointer<Element>? {
        let head = words.pointee.head.load(ordering: .relaxed)
        guard words.pointee.tail.load(ordering: .acquiring) != head else { return nil }
        return UnsafePointer(slots + (head & mask))
    }

    /// Removes the oldest element. Only after `front` returned one.
    @inlinable
    public mutating func drop() {
        let head = words.pointee.head.load(ordering: .relaxed)
        words.pointee.head.store(head &+ 1, ordering: .releasing)
    }

    /// Removes and returns the oldest element, or nil when the ring is empty.
    @inlinable
    public mutating func pop() -> Element? {
        guard let element = front() else { return nil }
        let value = element.pointee
        drop()
        return value
    }
}
