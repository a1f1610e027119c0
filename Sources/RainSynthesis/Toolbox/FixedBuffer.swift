// SPDX-License-Identifier: MIT
/// Memory of a fixed length that is freed with its owner, aligned for the kernels' widest vectors.
///
/// `init` belongs to the control side; its pages are then present, and any one thread may read and write.
struct FixedBuffer<Element: BitwiseCopyable>: ~Copyable {
    let count: Int
    /// The first element.
    let first: UnsafeMutablePointer<Element>
    private let memory: UnsafeMutableRawPointer

    /// `margin`: further elements before the first and behind the last.
    init(repeating value: Element, count: Int, margin: Int = 0) {
        self.count = count
        let all = count + 2 * margin
        memory = .allocate(byteCount: max(1, all * MemoryLayout<Element>.stride), alignment: 64)
        let elements = memory.bindMemory(to: Element.self, capacity: all)
        elements.initialize(repeating: value, count: all)
        first = elements + margin
    }

    deinit { memory.deallocate() }
}

extension FixedBuffer<Float> {
    /// Sets every element to 0, but not the margin.
    @_noLocks func clear() {
        for index in 0..<count { first[index] = 0 }
    }
}
