// SPDX-License-Identifier: MIT
import Foundation
import Platform
import Tracking

/// Writes updates as lines to a file. One owner, one thread.
///
/// Ahead, for an input that is complete already: the next updates are read and tracked while a separate thread formats the
/// earlier ones in batches. Otherwise each update is a line before `put` returns.
final class UpdateLines {
    /// Updates per batch for the thread.
    private static let batchSize = 128

    private let file: LineFile
    private let queue: UpdateLineQueue?
    private var lines: TrackLines
    private var batch: [TrackerUpdate] = []
    /// True once a write has failed: further lines are pointless.
    private(set) var hasFailed = false

    /// - Parameter stationName: Returns the name of a station by its id, nil for the id of anything else.
    init(_ file: LineFile, ahead: Bool, stationName: @escaping @Sendable (String) -> String?) {
        self.file = file
        lines = TrackLines(stationName: stationName)
        queue = ahead ? UpdateLineQueue(file, stationName) : nil
        if ahead { batch.reserveCapacity(Self.batchSize) }
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
        batch.append(update)
        guard batch.count >= Self.batchSize else { return }
        enqueueBatch(to: queue)
    }

    /// Waits until everything is written; no effect when repeated.
    func finish() {
        guard let queue else { return }
        if !batch.isEmpty { enqueueBatch(to: queue) }
        queue.finish()
    }

    private func enqueueBatch(to queue: UpdateLineQueue) {
        queue.put(batch)
        batch = []
        batch.reserveCapacity(Self.batchSize)
        hasFailed = file.hasFailed
    }
}

/// The queue of updates between the thread that creates them and the one that writes them.
private final class UpdateLineQueue: @unchecked Sendable {
    // Sendable is sound: the condition's lock guards all mutable state.
    /// Nil once everything is written, because the file's owner must hold the last reference, whenever this thread ends.
    private var file: LineFile?
    private let condition = MonotonicCondition()
    private var waiting: [[TrackerUpdate]] = []
    private var isEnding = false
    private var isDone = false

    /// The maximum number of waiting batches; beyond it the producer waits.
    private static let most = 8

    private let stationName: @Sendable (String) -> String?

    init(_ file: LineFile, _ stationName: @escaping @Sendable (String) -> String?) {
        self.file = file
        self.stationName = stationName
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
        Interrupts.blockSignals()
        writeAll()
        condition.withLock {
            file = nil
            isDone = true
            condition.broadcast()
        }
    }

    private func writeAll() {
        guard let file = condition.withLock({ file }) else { return }
        var lines = TrackLines(stationName: stationName)
        while let updates = next() {
            lines.removeAll()
            for update in updates { lines.write(update) }
            file.write(UnsafeRawBufferPointer(lines.bytes))
        }
    }

    /// Waits for the next updates; nil at the end.
    private func next() -> [TrackerUpdate]? {
        condition.withLock { () -> [TrackerUpdate]? in
            while waiting.isEmpty, !isEnding { condition.wait() }
            if waiting.isEmpty { return nil }
            condition.broadcast()
            return waiting.removeFirst()
        }
    }
}
