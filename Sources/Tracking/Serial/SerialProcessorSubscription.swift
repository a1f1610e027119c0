import Synchronization

/// The results of a `SerialProcessor` for one subscriber, to be iterated once.
///
/// It ends after `finish` when everything was processed, and when the task that iterates is cancelled. Once the
/// iterator is gone (a `for await` left early), or the subscription without an iterator, it holds the processor back
/// no longer; what it had not taken is dropped.
public struct SerialProcessorSubscription<Output: Sendable>: AsyncSequence, Sendable {
    private let chair: Chair

    init(_ seat: SerialProcessorSeat<Output>) { chair = Chair(seat) }

    /// The iterator. There is one: a second has no results.
    public func makeAsyncIterator() -> Iterator { Iterator(seat: chair.takeSeat()) }

    /// Not sendable: one task iterates.
    public struct Iterator: AsyncIteratorProtocol {
        let seat: SerialProcessorSeat<Output>?

        /// The next result, or nil at the end.
        public mutating func next() async -> Output? { await seat?.next() }
        /// The next result, or nil at the end, for any actor.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Output? { await seat?.next() }
    }

    /// Holds the seat until an iterator takes it, so that the seat goes when its last owner goes.
    private final class Chair: Sendable {
        private let seat: Mutex<SerialProcessorSeat<Output>?>

        init(_ seat: SerialProcessorSeat<Output>) { self.seat = Mutex(seat) }

        func takeSeat() -> SerialProcessorSeat<Output>? {
            seat.withLock { seat in
                let taken = seat
                seat = nil
                return taken
            }
        }
    }
}

@available(*, unavailable)
extension SerialProcessorSubscription.Iterator: Sendable {}

/// One subscriber's place: when its last owner lets go of it, the subscriber has gone.
final class SerialProcessorSeat<Output: Sendable>: Sendable {
    let next: @Sendable () async -> Output?
    private let leave: @Sendable () -> Void

    init(next: @escaping @Sendable () async -> Output?, leave: @escaping @Sendable () -> Void) {
        self.next = next
        self.leave = leave
    }

    deinit { leave() }
}
