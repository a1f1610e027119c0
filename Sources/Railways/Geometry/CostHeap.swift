// SPDX-License-Identifier: MIT
/// A binary heap for shortest-path searches: lowest cost first; ties by lowest item number.
struct CostHeap {
    private var items: [(cost: Double, item: Int)] = []

    mutating func push(_ cost: Double, _ item: Int) {
        items.append((cost, item))
        var at = items.count - 1
        while at > 0 {
            let parent = (at - 1) / 2
            guard isBefore(at, parent) else { break }
            items.swapAt(at, parent)
            at = parent
        }
    }

    mutating func pop() -> (cost: Double, item: Int)? {
        guard let first = items.first else { return nil }
        let last = items.removeLast()
        if items.isEmpty { return first }
        items[0] = last
        var at = 0
        while true {
            var least = at
            if at * 2 + 1 < items.count, isBefore(at * 2 + 1, least) { least = at * 2 + 1 }
            if at * 2 + 2 < items.count, isBefore(at * 2 + 2, least) { least = at * 2 + 2 }
            if least == at { return first }
            items.swapAt(at, least)
            at = least
        }
    }

    private func isBefore(_ a: Int, _ b: Int) -> Bool {
        items[a].cost < items[b].cost || (items[a].cost == items[b].cost && items[a].item < items[b].item)
    }
}
