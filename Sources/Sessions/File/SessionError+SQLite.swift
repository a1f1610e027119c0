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
                kind: .damaged, path: path, message: "\(error)", remedy: "sqlite3 '\(path)' .recover gives what can still be read")
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
                kind: .timeout, path: path, message: "another program keeps it locked",
                remedy: "let that program end, or give more time with --timeout")
        case .SQLITE_NOTADB:
            self.init(
                kind: .foreign, path: path, message: "not an SQLite database", remedy: "name a file made with --session")
        case .SQLITE_CORRUPT:
            self.init(
                kind: .damaged, path: path, message: "the database is damaged: \(cause)",
                remedy: "sqlite3 '\(path)' .recover gives what can still be read")
        case .SQLITE_FULL:
            self.init(kind: .unwritable, path: path, message: "the disk is full", remedy: "make room on the disk")
        case .SQLITE_CANTOPEN where !isWriting:
            self.init(
                kind: .unreadable, path: path, message: "it cannot be opened: \(cause)",
                remedy: "it may need to be put in order after a crash: copy it and its -wal file to a folder that can be written")
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
            self.init(
                kind: isWriting ? .unwritable : .unreadable, path: path, message: "it may not be \(isWriting ? "written" : "read"): \(cause)",
                remedy: "choose another place, or give yourself the right to it and its folder")
        default:
            self.init(
                kind: isWriting ? .unwritable : .unreadable, path: path, message: cause, remedy: "check the file and its disk")
        }
    }
}
