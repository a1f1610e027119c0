/// A first-in first-out queue of at most `capacity` elements, each operation in constant time.
struct SerialProcessorQueue<Element> {
    private var slots: [Element?] = []
    private var head = 0
    private(set) var count = 0
    let capacity: Int

    /// `capacity` is 1 or more; memory grows with what is used of it.
    init(capacity: Int) { self.capacity = capacity }

    var isFull: Bool { count == capacity }
    var first: Element? { count == 0 ? nil : slots[head] }

    /// Appends one element. There must be room.
    mutating func append(_ element: Element) {
        precondition(!isFull, "appended to a full queue")
        if count == slots.count { grow() }
        slots[(head + count) % slots.count] = element
        count += 1
    }

    /// Removes the oldest element, if there is one.
    mutating func removeFirst() {
        guard count > 0 else { return }
        slots[head] = nil
        head = (head + 1) % slots.count
        count -= 1
    }

    private mutating func grow() {
        var larger: [Element?] = []
        larger.reserveCapacity(min(capacity, max(8, slots.count * 2)))
        for place in 0..<count { larger.append(slots[(head + place) % slots.count]) }
        larger += Array(repeating: nil, count: min(capacity, max(8, slots.count * 2)) - count)
        slots = larger
        head = 0
    }
}
