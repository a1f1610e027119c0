// SPDX-License-Identifier: MIT
import Foundation
import Tracking

/// Writes a track's updates to a session file as they arrive, on its own thread. Any thread.
///
/// Every update is on the disk within about half a second of `record`, even if the program is killed right after. At most
/// `capacity` updates wait for a slow or locked disk; then `record` waits too, or drops and counts them.
public final class SessionRecorder: UpdateRecorder {
    /// The result of a recording.
    public struct Report: Equatable, Sendable {
        public var fixes: Int64
        public var sessions: Int
        /// Updates dropped because the queue was full.
        public var missing: Int64
    }

    /// The maximum number of waiting updates.
    public static let capacity = 16_384
    /// Seconds between two checks for new updates.
    private static let turn = 0.1
    /// Seconds to wait for another program's lock per attempt, and the number of attempts after the end.
    private static let lockPatience = 1.0
    private static let lastTries = 5

    private let queue: SessionQueue
    private let path: String

    /// Opens the file, creating it if needed, and starts the writer. When the recorder is deinitialised, the writer still writes
    /// what it has; only `finish` waits for it.
    /// - Parameters:
    ///   - source: The name of the track.
    ///   - dropsWhenFull: While the disk is too slow, updates are dropped and counted, so that live playing is not delayed;
    ///     otherwise `record` waits for room.
    ///   - onTrouble: Called on the writer's thread when a lock delays it, and when nothing more can be written before `finish`,
    ///     which throws this.
    /// - Throws: `foreign`, `newer`, `damaged`, `unwritable`, `timeout`. A file that is not a session file stays unchanged.
    public init(
        _ path: String, source: String, dropsWhenFull: Bool = false, capacity: Int = SessionRecorder.capacity,
        onTrouble: @escaping @Sendable (SessionError) -> Void = { _ in }
    ) throws(SessionError) {
        self.path = path
        let file = try SessionFile.openForWriting(path, patience: Self.lockPatience)
        let queue = SessionQueue(capacity: max(1, capacity), dropsWhenFull: dropsWhenFull)
        self.queue = queue
        let thread = TaskThread()
        // The task retains the queue but not the recorder, whose deinit ends the task.
        Task(executorPreference: thread) {
            Self.write(from: queue, onTrouble: onTrouble) { SessionWriter(file, source: source, $0) }
            thread.retire()
        }
    }

    deinit { queue.finish() }

    public func begin(extraNames: [String], restartsOnClockReset: Bool) {
        queue.begin(SessionQueue.Beginning(extraNames: extraNames, restartsOnClockReset: restartsOnClockReset))
    }

    public func record(_ update: TrackerUpdate) async { await queue.put(update) }

    /// Writes all accepted updates, ends the recording, and blocks until this is done. Later updates are ignored.
    /// - Parameter seconds: The longest wait.
    /// - Throws: What prevented the writing; `timeout` if the disk does not respond.
    @discardableResult
    public func finish(within seconds: Double = 10) throws(SessionError) -> Report {
        queue.finish()
        guard let outcome = queue.outcome(within: seconds) else {
            throw SessionError(
                kind: .timeout, path: path, message: "it could not be written within \(seconds) s; the last fixes may be missing",
                remedy: "check whether another program has locked it")
        }
        return try outcome.get()
    }

    /// Writes until the end, or until nothing more can be written. Blocks.
    private static func write(
        from queue: SessionQueue, onTrouble: (SessionError) -> Void, opening open: (SessionQueue.Beginning) -> SessionWriter
    ) {
        var writer: SessionWriter?
        var updates: [TrackerUpdate] = []
        var isLocked = false
        var lastLocks = 0
        while true {
            let isLast = queue.takeAll(into: &updates)
            queue.makeRoom()
            do throws(SessionError) {
                if !updates.isEmpty, writer == nil { writer = open(queue.beginning) }
                try writer?.write(updates)
                updates.removeAll(keepingCapacity: true)
                if isLast {
                    try writer?.finish()
                    return queue.end(
                        .success(
                            Report(fixes: writer?.fixCount ?? 0, sessions: writer?.sessionCount ?? 0, missing: queue.missing)))
                }
                isLocked = false
            } catch {
                // A lock is temporary: the waiting updates are written later. However long it lasted before the end, it is
                // waited for after it.
                if isLast { lastLocks += 1 }
                guard error.kind == .timeout, lastLocks < Self.lastTries else {
                    queue.end(.failure(error))
                    if !isLast { onTrouble(error) }
                    return
                }
                if !isLocked { onTrouble(error) }
                isLocked = true
                if isLast { continue }
            }
            queue.pause(Self.turn)
        }
    }
}
