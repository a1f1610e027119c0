// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import Platform

extension RailwayStore {
    /// The contents of a database besides the tables themselves.
    public enum Layout: Sendable {
        /// R-trees and indexes, for programs that query the database.
        case indexed
        /// The tables alone: small, for reading the database in full.
        case compact
    }

    /// Writes a map to a database as an atomic write: to a temporary file, in one transaction, renamed once it is complete and
    /// synced. An error leaves an existing file unchanged.
    /// - Parameter notes: The oddities of the import, shown by `railways info`.
    /// - Throws: `unwritable`; `empty` for a map without railways; `badValue` for a map that a database cannot hold (two stations
    ///   with one id).
    public static func write(
        _ map: RailwayMap, notes: [String] = [], to path: String, layout: Layout = .indexed
    ) throws(RailwayError) {
        try write(map, notes: notes, to: path, layout: layout, OutputClaims(overwrites: true))
    }

    /// Writes a map, with claims on the other files that a command reads and writes.
    /// - Parameters:
    ///   - progress: Called from time to time on the same thread while the lines are marked anew, which may take many seconds where
    ///     thousands of them meet.
    ///   - begins: Called after that, when the file is to be begun.
    /// - Throws: The same as the public `write`.
    package static func write(
        _ map: RailwayMap, notes: [String], to path: String, layout: Layout, _ claims: OutputClaims,
        progress: (ImportProgress) -> Void = { _ in }, begins: () -> Void = {}
    ) throws(RailwayError) {
        try checkTarget(path)
        try RailwayWriter.check(map, source: path)
        let map = map.marked(progress: progress)
        begins()
        do {
            let file = try AtomicFile(path, claims)
            var configuration = Configuration()
            configuration.prepareDatabase { database in
                // No other program sees the file before it is complete, and it is synced once, at the end.
                try database.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
            }
            let queue = try DatabaseQueue(path: URL(fileURLWithPath: file.partial).path, configuration: configuration)
            try queue.write { try RailwayWriter(database: $0, source: path).write(map, notes: notes, layout: layout) }
            try queue.close()
            try file.finish()
        } catch {
            throw unwritable(error, path)
        }
    }

    /// Rejects a target that cannot be replaced before any work is done.
    private static func checkTarget(_ path: String) throws(RailwayError) {
        var status = stat()
        if stat(path, &status) == 0 {
            guard FileKind(status) == .file else {
                throw RailwayError(
                    kind: .unwritable, source: path, message: "not a regular file", remedy: "choose another name")
            }
            // A leftover journal would be applied to the new file.
            for ending in ["-wal", "-journal"] where stat(path + ending, &status) == 0 && status.st_size > 0 {
                throw RailwayError(
                    kind: .unwritable, source: path, message: "another program is writing to it (\(path)\(ending) is there)",
                    remedy: "close that program or choose another name")
            }
        }
    }

    private static func failed(_ path: String, _ fault: SystemFault) -> RailwayError {
        RailwayError(kind: .unwritable, source: path, message: "it cannot be written (\(fault.cause))", remedy: fault.remedy)
    }

    private static func unwritable(_ error: any Error, _ path: String) -> RailwayError {
        if let error = error as? RailwayError { return error }
        switch error {
        case let fault as SystemFault: return failed(path, fault)
        case AtomicFile.Failure.system(let fault): return failed(path, fault)
        case AtomicFile.Failure.refused(let refusal):
            return RailwayError(kind: .unwritable, source: path, message: refusal.message, remedy: refusal.remedy)
        default: break
        }
        guard let error = error as? DatabaseError else { return failed(path, SystemFault(code: EIO)) }
        switch error.resultCode {
        case .SQLITE_FULL: return failed(path, SystemFault(code: ENOSPC))
        case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM:
            return RailwayError(
                kind: .unwritable, source: path, message: "it cannot be written",
                remedy: "check that the folder exists and is writable, or choose another folder")
        default:
            return RailwayError(
                kind: .unwritable, source: path,
                message: "it cannot be written (\(error.message ?? "SQLite error \(error.resultCode.rawValue)"))",
                remedy: "choose another place")
        }
    }
}
