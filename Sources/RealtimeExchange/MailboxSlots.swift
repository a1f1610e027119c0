// SPDX-License-Identifier: MIT
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
