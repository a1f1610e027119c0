// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import Platform

/// Railway databases: SQLite files in the schema of the RailwayTracker talk (`railway`, `station`, `segment`, `coordinate`,
/// `segmentCoordinate`), extended by optional tables of this project (`railwayCode`, `railwayMode`, `railwayMark`, `stationCode`,
/// `stopPattern`, `departures`, `timeZone`, `credit`, `note`).
///
/// A database is read in full once: no fix costs a query.
public enum RailwayStore {
    /// Reads a database in either schema, with the notes of its import.
    ///
    /// A railway's stations are in the order of its own list; a row of `station` that no railway lists is ignored.
    /// - Throws: `unreadable`, `malformed` (not a database, a corrupt one, invalid JSON), `missing` (a table, a column or a
    ///   listed station), `badValue`, `empty` (no railway in it).
    public static func read(_ path: String) throws(RailwayError) -> RailwayImport {
        try check(path)
        do {
            var configuration = Configuration()
            configuration.readonly = true
            return try read(try DatabaseQueue(path: path, configuration: configuration), source: path)
        } catch {
            throw explained(error, source: path)
        }
    }

    static func read(_ database: DatabaseQueue, source: String) throws -> RailwayImport {
        try database.read { try RailwayReader(database: $0, source: source).read() }
    }

    /// Checks a file through the system before SQLite does, whose messages are vague.
    private static func check(_ path: String) throws(RailwayError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw RailwayError(
                kind: .unreadable, source: path,
                message: errno == ENOENT ? "no such file" : errnoText(errno),
                remedy: "check the name and the folder")
        }
        guard FileKind(status) == .file else {
            throw RailwayError(
                kind: .unreadable, source: path, message: "it is not a file",
                remedy: "name the railway database itself")
        }
        guard access(path, R_OK) == 0 else {
            throw RailwayError(
                kind: .unreadable, source: path, message: "permission denied",
                remedy: "make it readable (chmod u+r)")
        }
    }

    /// Translates an error of SQLite into a `RailwayError`.
    static func explained(_ error: any Error, source: String) -> RailwayError {
        if let error = error as? RailwayError { return error }
        guard let error = error as? DatabaseError else {
            return RailwayError(
                kind: .unreadable, source: source, message: "it cannot be read: \(error)", remedy: "check the file and its disk")
        }
        let message = error.message ?? "SQLite error \(error.resultCode.rawValue)"
        switch error.resultCode {
        case .SQLITE_NOTADB:
            return RailwayError(
                kind: .malformed, source: source, message: "not an SQLite database",
                remedy: "make a railway database with 'amaoto railways import'")
        case .SQLITE_CORRUPT:
            return RailwayError(
                kind: .malformed, source: source, message: "the database is corrupt (\(message))",
                remedy: "copy it again or rebuild it with 'amaoto railways import'")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            return RailwayError(
                kind: .unreadable, source: source, message: "another program has locked the database",
                remedy: "close that program or read a copy")
        default:
            return RailwayError(
                kind: .unreadable, source: source, message: "the database cannot be read (\(message))",
                remedy: "check the file and its disk, or rebuild it with 'amaoto railways import'")
        }
    }
}
