import Tracking

/// What others send, in its order, until it is read: the queue in front of a live track. Any number of writers, which never
/// wait; one reader, which does.
///
/// What finds it full is refused and counted, so that memory stays bounded whatever comes in.
public final class LineFeed: @unchecked Sendable {
    // Sendable is sound: the condition's lock guards all that changes.
    private let condition = MonotonicCondition()
    private var waiting: [UInt8] = []
    private var place = 0
    /// Bytes read since the start, and what came when: the byte after the last of a piece, and its arrival.
    private var bytesRead = 0
    private var arrivals: [(end: Int, instant: ContinuousClock.Instant)] = []
    private var firstArrival = 0
    private var isClosed = false
    private var failure: InputFault?
    private var counts = Depth()
    private let capacity: Int

    /// How much waits.
    public struct Depth: Sendable, Equatable {
        /// Lines that wait to be read.
        public var lines = 0
        /// Seconds that the oldest of them has waited.
        public var seconds = 0.0
        /// Pieces that found no room.
        public var refused = 0
    }

    /// - Parameter capacity: bytes that may wait.
    public init(capacity: Int = 4 << 20) { self.capacity = capacity }

    public var depth: Depth {
        condition.withLock {
            var depth = counts
            if place < waiting.count, firstArrival < arrivals.count {
                depth.seconds = (ContinuousClock.now - arrivals[firstArrival].instant).seconds
            }
            return depth
        }
    }

    /// Appends a message as a line of its own: line breaks within become blanks. False when it is full or closed.
    @discardableResult
    public func push(line: some Collection<UInt8>) -> Bool {
        push(line.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 } + [0x0A])
    }

    /// Appends bytes as they are. False when it is full or closed.
    @discardableResult
    public func push(_ bytes: [UInt8]) -> Bool {
        condition.withLock {
            guard !isClosed else { return false }
            guard waiting.count - place + bytes.count <= capacity else {
                counts.refused += 1
                return false
            }
            waiting.append(contentsOf: bytes)
            counts.lines += bytes.count { $0 == 0x0A }
            arrivals.append((bytesRead + waiting.count - place, .now))
            condition.signal()
            return true
        }
    }

    /// No more will come; the reader gets what waits, then the end, or `failure`.
    public func close(_ failure: InputFault? = nil) {
        condition.withLock {
            if !isClosed { self.failure = failure }
            isClosed = true
            condition.broadcast()
        }
    }

    /// Waits at most so many seconds until there is something to pull, or the end; false where there is neither.
    public func isThere(within seconds: Double) -> Bool {
        let end = MonotonicCondition.Deadline(in: seconds)
        return condition.withLock {
            while place == waiting.count, !isClosed { guard condition.wait(until: end) else { return place < waiting.count || isClosed } }
            return true
        }
    }

    /// Fills at most `space`; waits until there is something. 0 at the end. Throws what closed it.
    public func pull(into space: UnsafeMutableRawBufferPointer) throws(InputFault) -> Int {
        let (count, failure): (Int, InputFault?) = condition.withLock {
            while place == waiting.count, !isClosed { condition.wait() }
            let count = min(space.count, waiting.count - place)
            guard count > 0 else { return (0, self.failure) }
            let bytes = waiting[place..<place + count]
            counts.lines -= bytes.count { $0 == 0x0A }
            space.copyBytes(from: bytes)
            place += count
            bytesRead += count
            forget()
            return (count, nil)
        }
        if let failure { throw failure }
        return count
    }

    /// Gives back the memory of what was read, now and then.
    private func forget() {
        while firstArrival < arrivals.count, arrivals[firstArrival].end <= bytesRead { firstArrival += 1 }
        if firstArrival > 1024 || firstArrival == arrivals.count {
            arrivals.removeFirst(firstArrival)
            firstArrival = 0
        }
        if place > 1 << 16 || place == waiting.count {
            waiting.removeFirst(place)
            place = 0
        }
    }
}
