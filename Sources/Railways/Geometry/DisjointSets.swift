/// Which of a number of things hang together (union-find with path halving).
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

    /// - Returns: false when both hung together before.
    @discardableResult mutating func unite(_ a: Int, _ b: Int) -> Bool {
        let first = root(a)
        let second = root(b)
        if first == second { return false }
        // The smaller number leads, so that the outcome does not depend on the order of the calls.
        parents[max(first, second)] = min(first, second)
        return true
    }
}
