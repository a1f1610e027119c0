// SPDX-License-Identifier: MIT
import DequeModule
import Foundation
import Platform

/// Writes lines to a reader that must not block the producer: a dedicated thread writes them in order, and complete lines are
/// dropped while the queue is full.
final class LineWriter: @unchecked Sendable {
    // Sendable is sound: the condition's lock guards all mutable state.
    private enum Phase { case running, finishing, abandoned, done }

    private let descriptor: Int32
    private let condition = MonotonicCondition()
    private var phase = Phase.running
    private var queue = Deque<UInt8>()
    private var droppedLines = 0
    private var cause: Int32 = 0

    /// The bytes that a pipe takes atomically and without waiting once it is writable (PIPE_BUF).
    static let atomicSize = 4096
    /// The size of the queue in bytes.
    private static let capacity = 8 << 20

    /// - Parameter descriptor: closed at the end, unless it is standard output.
    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        Thread.detachNewThread { self.run() }
    }

    /// Queues complete lines; never waits for their reader.
    func put(_ lines: [UInt8]) {
        condition.withLock {
            guard phase == .running else { return }
            guard queue.count + lines.count <= Self.capacity else {
                droppedLines += lines.count(where: { $0 == 10 })
                return
            }
            queue.append(contentsOf: lines)
            condition.broadcast()
        }
    }

    /// The errno of a failed write, after which nothing is written; 0 without a failure.
    var failure: Int32 { condition.withLock { cause } }

    /// Lines dropped because the reader was too slow.
    var dropped: Int { condition.withLock { droppedLines } }

    /// Waits until the reader has the rest, and abandons it after the given number of seconds; no effect when repeated.
    func finish(within seconds: Double) {
        let end = MonotonicCondition.Deadline(in: seconds)
        condition.withLock {
            if phase == .running { phase = .finishing }
            condition.broadcast()
            while phase == .finishing, condition.wait(until: end) {}
            guard phase == .finishing else { return }
            phase = .abandoned
            droppedLines += queue.count(where: { $0 == 10 })
        }
    }

    // MARK: The thread

    private func run() {
        Interrupts.blockSignals()
        while let lines = next() { deliver(lines) }
        if descriptor != STDOUT_FILENO { close(descriptor) }
        condition.withLock {
            phase = .done
            condition.broadcast()
        }
    }

    /// Waits for lines: as many complete ones as a pipe takes at once, or the start of a longer one. Nil at the end.
    private func next() -> [UInt8]? {
        condition.withLock { () -> [UInt8]? in
            while queue.isEmpty, phase == .running { condition.wait() }
            guard !queue.isEmpty, phase != .abandoned else { return nil }
            let part = queue.prefix(Self.atomicSize)
            let end = part.lastIndex(of: 10).map { $0 + 1 } ?? part.endIndex
            return Array(part[..<end])
        }
    }

    /// Writes the lines, waiting for the reader until it is abandoned.
    private func deliver(_ lines: [UInt8]) {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        while poll(&request, 1, 100) == 0 {
            if condition.withLock({ phase == .abandoned }) { return }
        }
        let count = write(descriptor, lines, lines.count)
        let error = count < 0 ? errno : EIO
        condition.withLock {
            if count > 0 {
                queue.removeFirst(count)
            } else if error != EINTR, error != EAGAIN {
                cause = error
                phase = .abandoned
            }
        }
    }
}
