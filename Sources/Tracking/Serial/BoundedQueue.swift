// SPDX-License-Identifier: MIT
/// A first-in first-out queue of at most `capacity` elements, each operation in constant time.
package struct BoundedQueue<Element> {
    private var slots: [Element?] = []
    private var head = 0
    package private(set) var count = 0
    package let capacity: Int

    /// - Parameter capacity: 1 or more; memory grows with the used part.
    package init(capacity: Int) { self.capacity = capacity }

    package var isEmpty: Bool { count == 0 }
    package var isFull: Bool { count == capacity }
    package var first: Element? { count == 0 ? nil : slots[head] }

    /// Appends one element. The queue must not be full.
    package mutating func append(_ element: Element) {
        precondition(!isFull, "appended to a full queue")
        if count == slots.count { grow() }
        slots[(head + count) % slots.count] = element
        count += 1
    }

    /// Removes and returns the oldest element; nil if there is none.
    @discardableResult
    package mutating func popFirst() -> Element? {
        guard count > 0 else { return nil }
        let element = slots[head].take()
        head = (head + 1) % slots.count
        count -= 1
        return element
    }

    private mutating func grow() {
        var larger: [Element?] = []
        larger.reserveCapacity(min(capacity, max(8, slots.count * 2)))
        for index in 0..<count { larger.append(slots[(head + index) % slots.count]) }
        larger += Array(repeating: nil, count: min(capacity, max(8, slots.count * 2)) - count)
        slots = larger
        head = 0
    }
}
