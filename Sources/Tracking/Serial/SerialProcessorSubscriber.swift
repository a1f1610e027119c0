/// One subscriber as the processor's shared state keeps it.
struct SerialProcessorSubscriber<Output: Sendable> {
    typealias Reader = CheckedContinuation<Output?, Never>

    let ticket: Int
    private let isEvery: Bool
    private var results: BoundedQueue<Output>
    private var reader: Reader?

    init(ticket: Int, policy: SubscriptionPolicy) {
        self.ticket = ticket
        switch policy {
        case .every(let buffer):
            isEvery = true
            results = BoundedQueue(capacity: buffer)
        case .newest:
            isEvery = false
            results = BoundedQueue(capacity: 1)
        }
    }

    /// True when it holds the processor back.
    var isFull: Bool { isEvery && results.isFull }

    /// Takes one result in: gives the reader that waits for it, or keeps it.
    mutating func accept(_ output: Output) -> Reader? {
        if let reader = takeReader() { return reader }
        if results.isFull { results.removeFirst() }
        results.append(output)
        return nil
    }

    /// The oldest result kept.
    mutating func take() -> Output? {
        guard let output = results.first else { return nil }
        results.removeFirst()
        return output
    }

    mutating func wait(_ reader: Reader) { self.reader = reader }

    mutating func takeReader() -> Reader? {
        let taken = reader
        reader = nil
        return taken
    }
}
