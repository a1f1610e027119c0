// SPDX-License-Identifier: MIT
extension Array where Element: Comparable {
    /// Returns the element that would have an index if they were sorted, in linear time, and puts the elements that are not greater
    /// before it, those that are not less behind it (C. A. R. Hoare, Algorithm 65: Find, 1961).
    @inlinable package mutating func select(_ rank: Int) -> Element {
        var low = startIndex, high = endIndex - 1
        while low < high {
            let pivot = self[rank]
            var left = low, right = high
            while left <= right {
                while self[left] < pivot { left += 1 }
                while pivot < self[right] { right -= 1 }
                guard left <= right else { break }
                swapAt(left, right)
                left += 1
                right -= 1
            }
            if right < rank { low = left }
            if rank < left { high = right }
        }
        return self[rank]
    }
}
