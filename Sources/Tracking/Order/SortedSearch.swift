// SPDX-License-Identifier: MIT
extension RandomAccessCollection {
    /// The first index whose element fulfils a condition that all after it fulfil too, by binary search; the end if none does.
    @inlinable public func partitioningIndex(where isSecond: (Element) -> Bool) -> Index {
        var low = startIndex
        var count = count
        while count > 0 {
            let half = count / 2
            let middle = index(low, offsetBy: half)
            if isSecond(self[middle]) {
                count = half
            } else {
                low = index(after: middle)
                count -= half + 1
            }
        }
        return low
    }
}
