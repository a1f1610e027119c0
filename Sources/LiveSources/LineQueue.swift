// SPDX-License-Identifier: MIT
import Platform
import Tracking

/// The bounded queue of lines in front of a live track. Any number of writers, which never wait; one reader, which does.
///
/// A line that does not fit is dropped completely, counted and reported, so that memory stays bounded.
public final class LineQueue: @unchecked Sendable {
    // Sendable is sound: the condition's lock guards all mutable state.
    private let condition = MonotonicCondition()
    private var waiting: [UInt8] = []
    /// Bytes read since the start, and for each waiting piece the position of its end and its arrival time.
    private var bytesRead = 0
    private var arrivals: [(end: Int, instant: ContinuousClock.Instant)] = []
    private var isClosed = false
    private var counts = Depth()
    /// True while the last byte taken is inside a line.
    private var isWithinALine = false
    /// True while the next bytes of a stream continue a refused line.
    private var isRefusingALine = false
    private let capacity: Int
    private let onLoss: @Sendable (Int) -> Void

    /// The current backlog.
    public struct Depth: Sendable, Equatable {
        /// Lines waiting to be read.
        public var lines = 0
        /// Seconds that the oldest waiting line has waited.
        public var seconds = 0.0
        /// Lines dropped because the queue was full.
        var refused = 0
    }

    /// - Parameters:
    ///   - capacity: The maximum number of waiting bytes.
    ///   - onLoss: Receives the number of lines just dropped, on the writer's thread.
    public init(capacity: Int = 4 << 20, onLoss: @escaping @Sendable (_ lines: Int) -> Void = { _ in }) {
        self.capacity = capacity
        self.onLoss = onLoss
    }

    public var depth: Depth {
        condition.withLock {
            var depth = counts
            if let first = arrivals.first { depth.seconds = (ContinuousClock.now - first.instant).seconds }
            return depth
        }
    }

    /// Appends a message as one line; line breaks inside it become blanks. Returns false when the queue is full or closed.
    @discardableResult
    public func push(line: some Collection<UInt8>) -> Bool { push(lines: CollectionOfOne(line)) }

    /// Appends messages as one line each. Returns false when they do not all fit, and then takes none, or when the queue is closed.
    func push(lines: some Collection<some Collection<UInt8>>) -> Bool {
        var bytes: [UInt8] = []
        for line in lines {
            bytes.append(contentsOf: line.lazy.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 })
            bytes.append(0x0A)
        }
        if bytes.isEmpty { return true }
        let outcome: Outcome = condition.withLock {
            if isClosed { return .closed }
            return append(bytes[...]) ? .taken : refuse(lines.count)
        }
        return report(outcome)
    }

    /// Appends a raw piece of a stream; its last line may continue in the next piece. Returns false when the queue is full or
    /// closed.
    ///
    /// The lines of a piece that does not fit are dropped completely, including what has arrived of them and what is still to
    /// come.
    @discardableResult
    func push(_ bytes: [UInt8]) -> Bool {
        if bytes.isEmpty { return true }
        let outcome: Outcome = condition.withLock { isClosed ? .closed : take(bytes) }
        return report(outcome)
    }

    /// Called outside the lock, because `onLoss` may read `depth`.
    private func report(_ outcome: Outcome) -> Bool {
        switch outcome {
        case .taken: return true
        case .closed: return false
        case .refused(let lines):
            if lines > 0 { onLoss(lines) }
            return false
        }
    }

    /// Closes the queue. The reader receives what is waiting, then the end.
    public func close() {
        condition.withLock {
            isClosed = true
            condition.broadcast()
        }
    }

    /// Waits at most `seconds` for data or the end; returns false if neither has arrived.
    public func waitForData(within seconds: Double) -> Bool {
        let end = MonotonicCondition.Deadline(in: seconds)
        return condition.withLock {
            while waiting.isEmpty, !isClosed { guard condition.wait(until: end) else { return !waiting.isEmpty || isClosed } }
            return true
        }
    }

    /// Fills up to `space`, waiting until there is data; returns 0 at the end.
    public func pull(into space: UnsafeMutableRawBufferPointer) -> Int {
        condition.withLock {
            while waiting.isEmpty, !isClosed { condition.wait() }
            let count = min(space.count, waiting.count)
            guard count > 0 else { return 0 }
            counts.lines -= waiting[..<count].count { $0 == 0x0A }
            // No slice may outlive this: the removal would copy everything that waits.
            space.copyBytes(from: waiting[..<count])
            waiting.removeFirst(count)
            bytesRead += count
            arrivals.removeFirst(arrivals.prefix { $0.end <= bytesRead }.count)
            return count
        }
    }

    // MARK: Under the lock

    private enum Outcome { case taken, closed, refused(lines: Int) }

    private func take(_ piece: [UInt8]) -> Outcome {
        var rest = piece[...]
        let wasRefusing = isRefusingALine
        if wasRefusing {
            // This line was counted when its refusal began.
            guard let end = piece.firstIndex(of: 0x0A) else { return .refused(lines: 0) }
            isRefusingALine = false
            rest = piece[(end + 1)...]
            if rest.isEmpty { return .refused(lines: 0) }
        }
        if append(rest) { return .taken }
        if !wasRefusing { discardUnfinishedLine() }
        isRefusingALine = rest.last != 0x0A
        let ended = rest.count { $0 == 0x0A }
        return refuse(isRefusingALine ? ended + 1 : ended)
    }

    /// False if there is no room.
    private func append(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard waiting.count + bytes.count <= capacity else { return false }
        put(bytes)
        return true
    }

    private func put(_ bytes: ArraySlice<UInt8>) {
        waiting.append(contentsOf: bytes)
        counts.lines += bytes.count { $0 == 0x0A }
        arrivals.append((bytesRead + waiting.count, .now))
        if let last = bytes.last { isWithinALine = last != 0x0A }
        condition.signal()
    }

    private func refuse(_ lines: Int) -> Outcome {
        counts.refused += lines
        return .refused(lines: lines)
    }

    /// Removes what has arrived of the unfinished line. If part of it may have been read already, ends the line instead.
    private func discardUnfinishedLine() {
        guard isWithinALine else { return }
        isWithinALine = false
        guard let end = waiting.lastIndex(of: 0x0A) else { return put([0x0A]) }
        waiting.removeSubrange((end + 1)...)
        let reached = bytesRead + waiting.count
        for index in arrivals.indices.reversed() {
            guard arrivals[index].end > reached else { break }
            arrivals[index].end = reached
        }
    }
}
