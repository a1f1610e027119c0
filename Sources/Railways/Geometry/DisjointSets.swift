// SPDX-License-Identifier: MIT
/// Disjoint sets (union-find with path halving) for finding connected components.
struct DisjointSets {
    private var parents: [Int]

    init(count: Int) { parents = Array(0..<count) }

    mutating func root(_ member: Int) -> Int {
        var at = member
        while parents[at] != at {
            parents[at] = parents[parents[at]]
            at = parents[at]
        }
        return at
    }

    /// - Returns: False if both were already in one set.
    @discardableResult mutating func unite(_ a: Int, _ b: Int) -> Bool {
        let first = root(a)
        let second = root(b)
        if first == second { return false }
        // The smaller number becomes the root, so that the result does not depend on the order of the calls.
        parents[max(first, second)] = min(first, second)
        return true
    }
}
