import Foundation
import Tracking

/// Writes a track's updates to a file of sessions while they come, on a thread of its own.
///
/// Every update is on the disk within about half a second of `keep`, also when the program is killed right after. At most
/// `capacity` updates wait for a slow or locked disk; then `keep` waits too, or drops and counts them. Updates are known
/// by their numbers, so that none is kept twice. Any thread may call any of it.
public final class SessionRecorder: UpdateKeeper {
    /// What `keep` does when the disk cannot follow.
    public enum Patience: Sendable {
        /// It waits for room: for tracks that can wait.
        case waits
        /// It drops the update, which is counted: live playing is not held up.
        case drops
    }

    /// What a recorder did.
    public struct Report: Equatable, Sendable {
        public var fixes: Int64
        public var sessions: Int
        /// Updates for which there was no room.
        public var missing: Int64
        public init(fixes: Int64, sessions: Int, missing: Int64) {
            self.fixes = fixes
            self.sessions = sessions
            self.missing = missing
        }
    }

    /// Updates that may wait.
    public static let capacity = 16_384
    /// Seconds between two looks for what has come.
    private static let turn = 0.1
    /// Seconds for which a lock of another program is waited out at a time, and how often after the end.
    private static let lockPatience = 1.0
    private static let lastTries = 5

    private let queue: SessionQueue
    private let path: String
    private let waits: Bool

    /// Opens the file, which is made where there is none, and starts the writer. Dropping the recorder lets the writer
    /// end with what it has; only `finish` waits for it.
    /// - Parameters:
    ///   - source: what the track is called.
    ///   - onTrouble: told on the writer's thread, once when a lock holds it up and once when nothing more can be written.
    /// - Throws: `foreign`, `newer`, `damaged`, `unwritable`, `timeout`; what is no file of sessions is left as it is.
    public init(
        _ path: String, source: String, whenFull patience: Patience = .waits, capacity: Int = SessionRecorder.capacity,
        onTrouble: @escaping @Sendable (SessionError) -> Void = { _ in }
    ) throws(SessionError) {
        self.path = path
        waits = if case .waits = patience { true } else { false }
        let database = try SessionFile.openForWriting(path, patience: Self.lockPatience)
        let queue = SessionQueue(capacity: max(1, capacity))
        self.queue = queue
        let thread = SerialProcessorThread()
        // The task holds the queue and not the recorder, whose deinit ends it.
        Task(executorPreference: thread) {
            Self.write(from: queue, onTrouble: onTrouble) {
                SessionWriter(database, path: path, source: source, extraNames: $0)
            }
            thread.retire()
        }
    }

    deinit { queue.finish() }

    public func begin(extraNames: [String]) { queue.begin(extraNames: extraNames) }

    public func keep(_ update: TrackerUpdate, number: Int64) async {
        await queue.put(update, number: number, waits: waits)
    }

    /// Writes what has been taken, ends the recording and blocks until it is done. What comes later is not kept.
    /// - Parameter seconds: the longest wait.
    /// - Throws: what kept the updates from being written; `timeout` when the disk does not answer.
    @discardableResult
    public func finish(within seconds: Double = 10) throws(SessionError) -> Report {
        queue.finish()
        guard let outcome = queue.outcome(within: seconds) else {
            throw SessionError(
                kind: .timeout, path: path, message: "it could not be written within \(seconds) s; its last fixes may be missing",
                remedy: "see whether another program keeps it locked")
        }
        return try outcome.get()
    }

    /// Writes until the end, or until nothing more can be written. Blocks.
    private static func write(
        from queue: SessionQueue, onTrouble: (SessionError) -> Void, opening open: ([String]) -> SessionWriter
    ) {
        var writer: SessionWriter?
        var updates: [TrackerUpdate] = []
        var locks = 0
        while true {
            let isLast = queue.takeAll(into: &updates)
            queue.makeRoom()
            do throws(SessionError) {
                if !updates.isEmpty, writer == nil { writer = open(queue.extraNames) }
                try writer?.write(updates)
                updates.removeAll(keepingCapacity: true)
                if isLast {
                    try writer?.finish()
                    return queue.end(
                        .success(
                            Report(fixes: writer?.fixCount ?? 0, sessions: writer?.sessionCount ?? 0, missing: queue.missing)))
                }
                locks = 0
            } catch {
                // A lock goes away: what waits is written then.
                guard error.kind == .timeout, !isLast || locks < Self.lastTries else {
                    queue.end(.failure(error))
                    return onTrouble(error)
                }
                if locks == 0 { onTrouble(error) }
                locks += 1
                if isLast { continue }
            }
            queue.pause(Self.turn)
        }
    }
}
