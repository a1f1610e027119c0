import Foundation
import Tracking

/// Updates on their way into a file of lines. One owner, one thread.
///
/// Ahead, what comes next is read and tracked while a thread of its own makes lines of what came before, many at once: for an
/// input that is there already. Otherwise each is a line before `put` returns.
final class UpdateLines {
    /// Updates that go to the thread together.
    private static let together = 128

    private let file: LineFile
    private let queue: UpdateLineQueue?
    private var lines = TrackLines()
    private var gathered: [TrackerUpdate] = []
    /// True once a write has failed: more lines are of no use.
    private(set) var hasFailed = false

    init(_ file: LineFile, ahead: Bool) {
        self.file = file
        queue = ahead ? UpdateLineQueue(file) : nil
        if ahead { gathered.reserveCapacity(Self.together) }
    }

    deinit { finish() }

    func put(_ update: TrackerUpdate) {
        guard let queue else {
            lines.removeAll()
            lines.write(update)
            file.write(UnsafeRawBufferPointer(lines.bytes))
            hasFailed = file.hasFailed
            return
        }
        gathered.append(update)
        guard gathered.count >= Self.together else { return }
        handOver(to: queue)
    }

    /// Waits until all that was put is written; again: no effect.
    func finish() {
        guard let queue else { return }
        if !gathered.isEmpty { handOver(to: queue) }
        queue.finish()
    }

    private func handOver(to queue: UpdateLineQueue) {
        queue.put(gathered)
        gathered = []
        gathered.reserveCapacity(Self.together)
        hasFailed = file.hasFailed
    }
}

/// Updates between the thread that makes them and the one that writes them.
private final class UpdateLineQueue: @unchecked Sendable {
    // Sendable is sound: the condition's lock guards all that changes.
    private let file: LineFile
    private let condition = MonotonicCondition()
    private var waiting: [[TrackerUpdate]] = []
    private var isEnding = false
    private var isDone = false

    /// Pieces that wait at most; then whoever has more waits.
    private static let most = 8

    init(_ file: LineFile) {
        self.file = file
        Thread.detachNewThread { self.run() }
    }

    func put(_ updates: [TrackerUpdate]) {
        condition.withLock {
            while waiting.count >= Self.most { condition.wait() }
            waiting.append(updates)
            condition.broadcast()
        }
    }

    func finish() {
        condition.withLock {
            isEnding = true
            condition.broadcast()
            while !isDone { condition.wait() }
        }
    }

    private func run() {
        // Signals are for the threads that handle them.
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
        var lines = TrackLines()
        while let updates = next() {
            lines.removeAll()
            for update in updates { lines.write(update) }
            file.write(UnsafeRawBufferPointer(lines.bytes))
        }
        condition.withLock {
            isDone = true
            condition.broadcast()
        }
    }

    /// The updates whose turn it is, waited for; nil at the end.
    private func next() -> [TrackerUpdate]? {
        condition.withLock { () -> [TrackerUpdate]? in
            while waiting.isEmpty, !isEnding { condition.wait() }
            if waiting.isEmpty { return nil }
            condition.broadcast()
            return waiting.removeFirst()
        }
    }
}
