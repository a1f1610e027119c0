// SPDX-License-Identifier: MIT
import Synchronization

/// A three-slot mailbox from one writer thread to one reader thread: the newest value wins, no value is torn, and neither side waits.
///
/// The writer owns one slot, the reader one, and the third lies in the middle. The only shared word holds the number of the middle slot and
/// whether its value is unread. Publishing exchanges the writer's slot with the middle one, reading exchanges the reader's. So each
/// operation is wait-free, with at most one atomic exchange: no lock, no allocation, no system call, no retry. (A seqlock would put the
/// retry on the reader, which is the real-time thread. Precedent: the `triple_buffer` crate that kira uses for the same purpose. On an Arm
/// core older than v8.1 an exchange is itself a loop of exclusive load and store, which is lock-free only.)
///
/// Memory order. Both exchanges *acquire and release*. Publishing releases the value just written and acquires the slot
/// that comes back, which the reader may have been reading; refreshing acquires the value and releases the slot given
/// back, so that the writer overwrites it only after the last read. In an exhaustive model check of all nine pairs of
/// orderings, only this pair passes; `Scripts/check-races` shows the weaker ones failing.
public final class LatestValue<Value: BitwiseCopyable & Sendable>: @unchecked Sendable {
    // Sendable is sound: a slot belongs to one side at a time, handed over by the exchanges, and each end can be taken only once.
    @usableFromInline let slots: MailboxSlots<Value>
    @usableFromInline let middle: UnsafeMutablePointer<Atomic<UInt8>>
    private let writerEnd = SingleUse()
    private let readerEnd = SingleUse()

    /// Makes a mailbox whose reader sees `initial` until a `refresh` finds a published value. Allocates.
    public init(_ initial: Value) {
        slots = MailboxSlots(initial)
        middle = CacheLine.allocate(for: Atomic(1))
    }

    deinit {
        middle.deinitialize(count: 1)
        middle.deallocate()
        slots.deallocate()
    }

    /// The writer's end. Take it once; a second call stops the program. Any thread.
    public func takeWriter() -> LatestValueWriter<Value> {
        writerEnd.take("the writer's end of a LatestValue")
        return LatestValueWriter(mailbox: self)
    }

    /// The reader's end. Take it once; a second call stops the program. Any thread.
    public func takeReader() -> LatestValueReader<Value> {
        readerEnd.take("the reader's end of a LatestValue")
        return LatestValueReader(mailbox: self)
    }
}

/// The writing end of a `LatestValue`. One thread at a time; it may move to another thread while idle.
public struct LatestValueWriter<Value: BitwiseCopyable & Sendable>: ~Copyable, @unchecked Sendable {
    // Sendable is sound: there is one writer, it cannot be copied, and all shared state is atomic.
    @usableFromInline let mailbox: LatestValue<Value>
    @usableFromInline let slots: MailboxSlots<Value>
    @usableFromInline let middle: UnsafeMutablePointer<Atomic<UInt8>>
    @usableFromInline var own: UInt8 = 0

    init(mailbox: LatestValue<Value>) {
        self.mailbox = mailbox
        slots = mailbox.slots
        middle = mailbox.middle
    }

    /// Publishes `value`, which replaces one that is still unread. Writer thread only; real-time safe.
    @inlinable
    public mutating func publish(_ value: Value) {
        slots[own].initialize(to: value)
        let before = middle.pointee.exchange(own | MailboxWord.fresh, ordering: .acquiringAndReleasing)
        own = before & MailboxWord.slot
    }
}

/// The reading end of a `LatestValue`. One thread at a time; it may move to another thread while idle.
public struct LatestValueReader<Value: BitwiseCopyable & Sendable>: ~Copyable, @unchecked Sendable {
    // Sendable is sound: there is one reader, it cannot be copied, and all shared state is atomic.
    @usableFromInline let mailbox: LatestValue<Value>
    @usableFromInline let slots: MailboxSlots<Value>
    @usableFromInline let middle: UnsafeMutablePointer<Atomic<UInt8>>
    @usableFromInline var own: UInt8 = 2

    init(mailbox: LatestValue<Value>) {
        self.mailbox = mailbox
        slots = mailbox.slots
        middle = mailbox.middle
    }

    /// Takes the newest value if it is unread; returns whether it was. Reader thread only; real-time safe.
    @inlinable
    public mutating func refresh() -> Bool {
        // Relaxed: the load only decides whether to look; the exchange hands over the slot.
        guard middle.pointee.load(ordering: .relaxed) & MailboxWord.fresh != 0 else { return false }
        let before = middle.pointee.exchange(own, ordering: .acquiringAndReleasing)
        own = before & MailboxWord.slot
        return true
    }

    /// The value last taken by `refresh` (the initial one before that). Reader thread only; real-time safe.
    @inlinable
    public var value: Value { slots[own].pointee }
}

/// The three slots of a `LatestValue`, no two on the same cache line.
@usableFromInline struct MailboxSlots<Value: BitwiseCopyable> {
    @usableFromInline let base: UnsafeMutableRawPointer
    /// Bytes from one slot to the next.
    @usableFromInline let stride: Int

    init(_ initial: Value) {
        stride = CacheLine.padded(MemoryLayout<Value>.stride)
        base = CacheLine.allocate(3 * stride)
        for slot in 0..<3 {
            (base + slot * stride).bindMemory(to: Value.self, capacity: 1).initialize(to: initial)
        }
    }

    func deallocate() { base.deallocate() }

    /// Slot 0, 1 or 2.
    @inlinable
    subscript(slot: UInt8) -> UnsafeMutablePointer<Value> {
        (base + Int(slot) &* stride).assumingMemoryBound(to: Value.self)
    }
}

/// The shared word: a slot number in the low bits, and a flag.
@usableFromInline enum MailboxWord {
    /// Set beside the slot number when that slot holds an unread value.
    @inlinable static var fresh: UInt8 { 4 }
    /// The bits of the slot number.
    @inlinable static var slot: UInt8 { 3 }
}
