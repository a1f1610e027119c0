import Synchronization

/// A three-slot mailbox from one writer thread to one reader thread: the newest value wins, never torn, nobody waits.
public final class LatestValue<Value: BitwiseCopyable & Sendable>: @unchecked Sendable {
    // Sendable is sound: each slot belongs to one side at a time, and both exchanges acquire and release.
    @usableFromInline let slots: UnsafeMutablePointer<Value>
    @usableFromInline let shared: UnsafeMutablePointer<Atomic<UInt8>>

    public init(_ initial: Value) {
        slots = .allocate(capacity: 3)
        slots.initialize(repeating: initial, count: 3)
        shared = .allocate(capacity: 1)
        shared.initialize(to: Atomic(1))
    }

    deinit {
        shared.deinitialize(count: 1)
        shared.deallocate()
        slots.deallocate()
    }

    /// The writer's end. Take it once.
    public func takeWriter() -> LatestValueWriter<Value> { LatestValueWriter(mailbox: self) }
    /// The reader's end. Take it once.
    public func takeReader() -> LatestValueReader<Value> { LatestValueReader(mailbox: self) }
}

/// Writer thread only.
public struct LatestValueWriter<Value: BitwiseCopyable & Sendable>: ~Copyable, @unchecked Sendable {
    @usableFromInline let mailbox: LatestValue<Value>
    @usableFromInline let slots: UnsafeMutablePointer<Value>
    @usableFromInline let shared: UnsafeMutablePointer<Atomic<UInt8>>
    @usableFromInline var own: UInt8 = 0

    init(mailbox: LatestValue<Value>) {
        self.mailbox = mailbox
        slots = mailbox.slots
        shared = mailbox.shared
    }

    /// Makes `value` the newest. One atomic exchange; never waits.
    @inlinable
    public mutating func publish(_ value: Value) {
        slots[Int(own)] = value
        let before = shared.pointee.exchange(own | MailboxWord.fresh, ordering: .acquiringAndReleasing)
        own = before & 3
    }
}

/// Reader thread only.
public struct LatestValueReader<Value: BitwiseCopyable & Sendable>: ~Copyable, @unchecked Sendable {
    @usableFromInline let mailbox: LatestValue<Value>
    @usableFromInline let slots: UnsafeMutablePointer<Value>
    @usableFromInline let shared: UnsafeMutablePointer<Atomic<UInt8>>
    @usableFromInline var own: UInt8 = 2

    init(mailbox: LatestValue<Value>) {
        self.mailbox = mailbox
        slots = mailbox.slots
        shared = mailbox.shared
    }

    /// Takes the newest value if there is one not yet read; true when there was. At most one atomic exchange.
    @inlinable
    public mutating func refresh() -> Bool {
        guard shared.pointee.load(ordering: .relaxed) & MailboxWord.fresh != 0 else { return false }
        let before = shared.pointee.exchange(own, ordering: .acquiringAndReleasing)
        own = before & 3
        return true
    }

    /// The value last taken by `refresh` (the initial one before that).
    @inlinable
    public var value: Value { slots[Int(own)] }
}

/// The shared word: a slot number in the low bits, and a flag.
@usableFromInline enum MailboxWord {
    /// Set beside the slot number when that slot holds an unread value.
    @inlinable static var fresh: UInt8 { 4 }
}
