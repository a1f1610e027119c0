// SPDX-License-Identifier: MIT
import DequeModule
import Synchronization

/// The results of a `SerialProcessor` for one subscriber, to be iterated once.
///
/// It ends after `finish` once everything has been processed, and when the iterating task is cancelled. Once the iterator is
/// released (a `for await` left early), or the subscription without an iterator, it no longer applies backpressure; results not
/// taken are dropped.
public struct SerialProcessorSubscription<Output: Sendable>: AsyncSequence, Sendable {
    private let owner: Owner

    init(_ registration: SerialProcessorRegistration<Output>) { owner = Owner(registration) }

    /// The iterator. There is only one: a second gets no results.
    public func makeAsyncIterator() -> Iterator { Iterator(registration: owner.takeRegistration()) }

    /// Not sendable: a single task iterates.
    public struct Iterator: AsyncIteratorProtocol {
        let registration: SerialProcessorRegistration<Output>?

        /// The next result, or nil at the end.
        public mutating func next() async -> Output? { await registration?.next() }
        /// The next result, or nil at the end, on any actor.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Output? { await registration?.next() }
    }

    /// Holds the registration until an iterator takes it, so that the registration is released with its last owner.
    private final class Owner: Sendable {
        private let registration: Mutex<SerialProcessorRegistration<Output>?>

        init(_ registration: SerialProcessorRegistration<Output>) { self.registration = Mutex(registration) }

        func takeRegistration() -> SerialProcessorRegistration<Output>? { registration.withLock { $0.take() } }
    }
}

@available(*, unavailable)
extension SerialProcessorSubscription.Iterator: Sendable {}

/// A subscriber's registration: it ends when its last owner releases it.
final class SerialProcessorRegistration<Output: Sendable>: Sendable {
    let next: @Sendable () async -> Output?
    private let leave: @Sendable () -> Void

    init(next: @escaping @Sendable () async -> Output?, leave: @escaping @Sendable () -> Void) {
        self.next = next
        self.leave = leave
    }

    deinit { leave() }
}

/// One subscriber in the processor's shared state.
struct SerialProcessorSubscriber<Output: Sendable> {
    typealias Reader = CheckedContinuation<Output?, Never>

    let ticket: Int
    private let policy: SubscriptionPolicy
    private var results = Deque<Output>()
    private var reader: Reader?

    init(ticket: Int, policy: SubscriptionPolicy) {
        self.ticket = ticket
        self.policy = policy
    }

    /// Whether the processor must wait for it.
    var isFull: Bool { if case .every(let buffer) = policy { results.count == buffer } else { false } }

    /// Accepts one result: returns the reader waiting for it, or stores it.
    mutating func accept(_ output: Output) -> Reader? {
        if let reader = takeReader() { return reader }
        if policy == .newest { results.removeAll(keepingCapacity: true) }
        results.append(output)
        return nil
    }

    /// Takes the oldest stored result.
    mutating func take() -> Output? { results.popFirst() }

    mutating func wait(_ reader: Reader) { self.reader = reader }

    mutating func takeReader() -> Reader? { reader.take() }
}
