// SPDX-License-Identifier: MIT
/// First-in-first-out lists over a fixed set of items, each item in at most one list. Appending an item and removing it
/// from any position take constant time. Audio thread; allocates only in `init`.
struct DropLists: ~Copyable {
    private let previous: UnsafeMutablePointer<Int32>
    private let next: UnsafeMutablePointer<Int32>
    private let heads: UnsafeMutablePointer<Int32>
    private let tails: UnsafeMutablePointer<Int32>
    private let lists: Int

    init(lists: Int, items: Int) {
        self.lists = lists
        previous = .allocate(capacity: items)
        next = .allocate(capacity: items)
        heads = .allocate(capacity: lists)
        tails = .allocate(capacity: lists)
        previous.initialize(repeating: -1, count: items)
        next.initialize(repeating: -1, count: items)
        heads.initialize(repeating: -1, count: lists)
        tails.initialize(repeating: -1, count: lists)
    }

    deinit {
        previous.deallocate()
        next.deallocate()
        heads.deallocate()
        tails.deallocate()
    }

    /// The item that has been in a list longest, or -1 if the list is empty.
    @_noLocks func first(_ list: Int) -> Int32 { heads[list] }

    @_noLocks mutating func append(_ item: Int32, to list: Int) {
        let tail = tails[list]
        previous[Int(item)] = tail
        next[Int(item)] = -1
        if tail < 0 { heads[list] = item } else { next[Int(tail)] = item }
        tails[list] = item
    }

    /// Empties every list; takes as many steps as there are lists.
    @_noLocks mutating func removeAll() {
        for list in 0..<lists {
            heads[list] = -1
            tails[list] = -1
        }
    }

    /// Removes `item` from `list`, which must contain it.
    @_noLocks mutating func remove(_ item: Int32, from list: Int) {
        let before = previous[Int(item)], after = next[Int(item)]
        if before < 0 { heads[list] = after } else { next[Int(before)] = after }
        if after < 0 { tails[list] = before } else { previous[Int(after)] = before }
    }
}
