// SPDX-License-Identifier: MIT
import Synchronization

/// Lays out shared memory so that the two threads do not slow each other down.
enum CacheLine {
    /// Bytes between words that different threads write: two lines of 64, because x86-64 fetches lines in
    /// adjacent pairs (and Apple's and some Arm cores have lines of 128).
    private static var stride: Int { 128 }

    /// `bytes` rounded up to whole strides.
    static func padded(_ bytes: Int) -> Int { (bytes + stride - 1) / stride * stride }

    /// Allocates `bytes` of memory that shares no cache line with anything else and whose pages are all present. The caller deallocates it.
    static func allocate(_ bytes: Int) -> UnsafeMutableRawPointer {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: padded(bytes), alignment: stride)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: padded(bytes))
        return memory
    }

    /// Allocates such memory for one value, which the caller deinitializes.
    static func allocate<Value: ~Copyable>(for value: consuming Value) -> UnsafeMutablePointer<Value> {
        let place = allocate(MemoryLayout<Value>.stride).bindMemory(to: Value.self, capacity: 1)
        place.initialize(to: value)
        return place
    }
}

/// A token that can be taken once; a second attempt is a programming error and stops the program.
struct SingleUse: ~Copyable {
    private let taken = Atomic(false)

    func take(_ what: StaticString) {
        // Relaxed: the flag guards nothing but itself; handing the end to its thread is the caller's responsibility.
        let before = taken.exchange(true, ordering: .relaxed)
        precondition(!before, "\(what) can be taken once only: a second one would break the exchange")
    }
}
