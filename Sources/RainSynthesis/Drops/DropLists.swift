// SPDX-License-Identifier: MIT
/// First-in-first-out lists over a fixed set of items, each item in at most one list. Appending an item and removing it
/// from any position take constant time. Audio thread; allocates only in `init`.
struct DropLists: ~Copyable {
    private let previous: FixedBuffer<Int32>
    private let next: FixedBuffer<Int32>
    private let heads: FixedBuffer<Int32>
    private let tails: FixedBuffer<Int32>

    init(lists: Int, items: Int) {
        previous = FixedBuffer(repeating: -1, count: items)
        next = FixedBuffer(repeating: -1, count: items)
        heads = FixedBuffer(repeating: -1, count: lists)
        tails = FixedBuffer(repeating: -1, count: lists)
    }

    /// Removes and returns the item that has been in a list longest; -1 if the list is empty.
    @_noLocks mutating func takeFirst(_ list: Int) -> Int32 {
        let item = heads.first[list]
        if item >= 0 { remove(item, from: list) }
        return item
    }

    @_noLocks mutating func append(_ item: Int32, to list: Int) {
        let tail = tails.first[list]
        previous.first[Int(item)] = tail
        next.first[Int(item)] = -1
        if tail < 0 { heads.first[list] = item } else { next.first[Int(tail)] = item }
        tails.first[list] = item
    }

    /// Empties every list; takes as many steps as there are lists.
    @_noLocks mutating func removeAll() {
        for list in 0..<heads.count {
            heads.first[list] = -1
            tails.first[list] = -1
        }
    }

    /// Removes `item` from `list`, which must contain it.
    @_noLocks mutating func remove(_ item: Int32, from list: Int) {
        let before = previous.first[Int(item)], after = next.first[Int(item)]
        if before < 0 { heads.first[list] = after } else { next.first[Int(before)] = after }
        if after < 0 { tails.first[list] = before } else { previous.first[Int(after)] = before }
    }
}
