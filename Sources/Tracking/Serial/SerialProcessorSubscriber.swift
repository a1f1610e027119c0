// SPDX-License-Identifier: MIT
/// One subscriber in the processor's shared state.
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

    /// Whether the processor must wait for it.
    var isFull: Bool { isEvery && results.isFull }

    /// Accepts one result: returns the reader waiting for it, or stores it.
    mutating func accept(_ output: Output) -> Reader? {
        if let reader = takeReader() { return reader }
        if results.isFull { results.removeFirst() }
        results.append(output)
        return nil
    }

    /// Takes the oldest stored result.
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
