// SPDX-License-Identifier: MIT
/// An array as a binary heap: no element comes before its parent, so that the first is the least.
extension Array {
    /// Adds an element to the heap.
    @inlinable package mutating func push(_ element: Element, by isBefore: (Element, Element) -> Bool) {
        append(element)
        var at = count - 1
        while at > 0 {
            let parent = (at - 1) / 2
            guard isBefore(self[at], self[parent]) else { return }
            swapAt(at, parent)
            at = parent
        }
    }

    /// Removes and returns the least element; nil if the heap is empty.
    @inlinable package mutating func popFirst(by isBefore: (Element, Element) -> Bool) -> Element? {
        guard !isEmpty else { return nil }
        swapAt(0, count - 1)
        let first = removeLast()
        sinkFirst(by: isBefore)
        return first
    }

    /// Restores the heap after a change of its first element.
    @inlinable package mutating func sinkFirst(by isBefore: (Element, Element) -> Bool) {
        var at = 0
        while true {
            var least = at
            for child in at * 2 + 1...at * 2 + 2 where child < count && isBefore(self[child], self[least]) { least = child }
            if least == at { return }
            swapAt(at, least)
            at = least
        }
    }
}
