// SPDX-License-Identifier: MIT
/// Memory of a fixed length that is freed with its owner, aligned for the kernels' widest vectors.
///
/// `init` belongs to the control side; its pages are then present, and any one thread may read and write.
struct FixedBuffer<Element: ~Copyable>: ~Copyable {
    let count: Int
    /// The first element.
    let first: UnsafeMutablePointer<Element>
    private let memory: UnsafeMutableRawPointer

    /// Memory whose every byte is 0, with `margin` further elements before the first and behind the last.
    private init(zeros count: Int, margin: Int) {
        self.count = count
        let all = count + 2 * margin
        let bytes = max(1, all * MemoryLayout<Element>.stride)
        memory = .allocate(byteCount: bytes, alignment: 64)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
        first = memory.bindMemory(to: Element.self, capacity: all) + margin
    }

    /// Makes the elements one after another.
    init(count: Int, _ make: (_ index: Int) -> Element) {
        self.init(zeros: count, margin: 0)
        for index in 0..<count { (first + index).initialize(to: make(index)) }
    }

    deinit {
        first.deinitialize(count: count)
        memory.deallocate()
    }
}

extension FixedBuffer where Element: BitwiseCopyable {
    /// `margin`: further elements before the first and behind the last.
    init(repeating value: Element, count: Int, margin: Int = 0) {
        self.init(zeros: count, margin: margin)
        (first - margin).initialize(repeating: value, count: count + 2 * margin)
    }

    /// Every element must be written before it is first read.
    init(unset count: Int) { self.init(zeros: count, margin: 0) }
}

extension FixedBuffer<Float> {
    /// Sets every element to 0, but not the margin.
    @_noLocks func clear() {
        for index in 0..<count { first[index] = 0 }
    }
}
