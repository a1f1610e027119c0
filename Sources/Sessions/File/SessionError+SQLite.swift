// SPDX-License-Identifier: MIT
import GRDB

extension SessionError {
    /// Translates an error of SQLite into terms of the session file.
    /// - Parameter isWriting: Whether the file could not be written or not be read.
    init(_ error: any Error, path: String, isWriting: Bool) {
        if let error = error as? SessionError {
            self = error
            return
        }
        if error is RowReading.Unreadable || error is RowDecodingError {
            self.init(
                kind: .damaged, path: path, message: "\(error)", remedy: "run: sqlite3 '\(path)' .recover, to save what is still readable")
            return
        }
        guard let error = error as? DatabaseError else {
            self.init(
                kind: isWriting ? .unwritable : .unreadable, path: path, message: "\(error)", remedy: "check the file and its disk")
            return
        }
        let cause = error.message ?? "SQLite's error \(error.resultCode.rawValue)"
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_INTERRUPT:
            self.init(
                kind: .timeout, path: path, message: "another program has locked the file",
                remedy: "wait for that program to end")
        case .SQLITE_NOTADB:
            self.init(
                kind: .foreign, path: path, message: "not an SQLite database", remedy: "name a file made with --session")
        case .SQLITE_CORRUPT:
            self.init(
                kind: .damaged, path: path, message: "the database is damaged: \(cause)",
                remedy: "run: sqlite3 '\(path)' .recover, to save what is still readable")
        case .SQLITE_FULL:
            self.init(kind: .unwritable, path: path, message: "the disk is full", remedy: "make room on the disk")
        case .SQLITE_CANTOPEN where !isWriting:
            self.init(
                kind: .unreadable, path: path, message: "it cannot be opened: \(cause)",
                remedy: "after a crash, copy it and its -wal file to a writable folder and open the copy")
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
            self.init(
                kind: isWriting ? .unwritable : .unreadable, path: path,
                message: "it cannot be \(isWriting ? "written" : "read"): \(cause)",
                remedy: "choose another folder, or change the permissions of the file and its folder")
        default:
            self.init(
                kind: isWriting ? .unwritable : .unreadable, path: path, message: cause, remedy: "check the file and its disk")
        }
    }
}
