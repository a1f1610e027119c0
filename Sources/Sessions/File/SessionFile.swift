// SPDX-License-Identifier: MIT
import GRDB
import Glibc
import Platform

/// Checks a session file before SQLite sees it, and opens it.
enum SessionFile {
    private static let header = Array("SQLite format 3\0".utf8)

    /// Opens a file for reading. Blocks while its disk hangs.
    /// - Parameter patience: Seconds to wait for another program's lock.
    /// - Throws: What is wrong with the file.
    static func openForReading(_ path: String, patience: Double) throws(SessionError) -> DatabaseQueue {
        switch kind(of: path) {
        case .database: break
        case .absent: throw SessionError(kind: .unreadable, path: path, message: "no such file", remedy: "check the name and the folder")
        case .denied(let cause):
            throw SessionError(
                kind: .unreadable, path: path, message: "it cannot be read: \(errnoText(cause))",
                remedy: "make it readable (chmod u+r)")
        case .notAFile:
            throw SessionError(kind: .unreadable, path: path, message: "not a regular file", remedy: "name a file made with --session")
        case .empty: throw SessionError(kind: .foreign, path: path, message: "it is empty", remedy: "name a file made with --session")
        case .other:
            throw SessionError(kind: .foreign, path: path, message: "not an SQLite database", remedy: "name a file made with --session")
        }
        do {
            var configuration = Configuration()
            configuration.readonly = true
            configuration.busyMode = .timeout(patience)
            let queue = try DatabaseQueue(path: plain(path), configuration: configuration)
            try queue.read { try SessionSchema.check($0, path: path) }
            return queue
        } catch { throw SessionError(error, path: path, isWriting: false) }
    }

    /// Opens a file for appending, and creates it if it does not exist. A file that is not a session file stays unchanged.
    static func openForWriting(_ path: String, patience: Double) throws(SessionError) -> WritableSessionFile {
        switch kind(of: path) {
        case .database, .absent, .empty: break
        case .denied(let cause):
            throw SessionError(
                kind: .unwritable, path: path, message: "it cannot be opened: \(errnoText(cause))",
                remedy: "choose another place")
        case .notAFile: throw SessionError(kind: .unwritable, path: path, message: "not a regular file", remedy: "choose another name")
        case .other:
            throw SessionError(
                kind: .foreign, path: path, message: "not a session file; left unchanged", remedy: "choose another name")
        }
        do {
            var configuration = Configuration()
            configuration.busyMode = .timeout(patience)
            let queue = try DatabaseQueue(path: plain(path), configuration: configuration)
            // Check the file first: one that does not belong to this program is not modified.
            try queue.writeWithoutTransaction { database in
                try database.inTransaction(.immediate) {
                    try SessionSchema.prepare(database, path: path)
                    return .commit
                }
                // Readers continue while it is written; each commit is on the disk before the next begins.
                try database.execute(sql: "PRAGMA journal_mode = WAL")
                try database.execute(sql: "PRAGMA synchronous = FULL")
            }
            return WritableSessionFile(queue: queue, path: path, identity: FileIdentity(path))
        } catch { throw SessionError(error, path: path, isWriting: true) }
    }

    private enum Kind { case absent, denied(Int32), notAFile, empty, database, other }

    /// Whether the path is a regular file with the header of SQLite. A pipe or device is never opened.
    static func isDatabase(_ path: String) -> Bool {
        if case .database = kind(of: path) { true } else { false }
    }

    private static func kind(of path: String) -> Kind {
        var status = stat()
        guard stat(path, &status) == 0 else { return errno == ENOENT ? .absent : .denied(errno) }
        guard FileKind(status) == .file else { return .notAFile }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return .denied(errno) }
        defer { close(descriptor) }
        var head = [UInt8](repeating: 0, count: header.count)
        let count = read(descriptor, &head, head.count)
        if count == 0 { return .empty }
        return count == head.count && head == header ? .database : .other
    }

    /// SQLite gives names with these prefixes a special meaning.
    private static func plain(_ path: String) -> String { path.hasPrefix(":") || path.hasPrefix("file:") ? "./\(path)" : path }
}

/// A session file that is open for appending.
struct WritableSessionFile {
    let queue: DatabaseQueue
    let path: String
    /// The file's identity when it was opened.
    fileprivate let identity: FileIdentity?

    /// False once the file was moved, replaced or deleted.
    var isInPlace: Bool { FileIdentity(path) == identity }
}
