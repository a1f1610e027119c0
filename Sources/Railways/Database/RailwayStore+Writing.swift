import Foundation
import GRDB
import WholeFiles

extension RailwayStore {
    /// What stands in a database besides the tables themselves.
    public enum Layout: Sendable {
        /// R-trees and indexes, for programs that ask the database itself.
        case indexed
        /// The tables alone: small, for reading as a whole.
        case compact
    }

    /// Writes a map to a database, beside its name and in one transaction; the file gets its name when it is whole and synced,
    /// so that whatever fails leaves an older file as it was.
    /// - Parameter notes: the import's oddities, kept for `railways info`.
    /// - Throws: `unwritable`; `badValue` for a map that no database can hold (two stations of one id).
    public static func write(
        _ map: RailwayMap, notes: [String] = [], to path: String, layout: Layout = .indexed
    ) throws(RailwayError) {
        try write(map, notes: notes, to: path, layout: layout, OutputClaims(overwrites: true))
    }

    /// The same beside what else a command reads and writes.
    package static func write(
        _ map: RailwayMap, notes: [String], to path: String, layout: Layout, _ claims: OutputClaims
    ) throws(RailwayError) {
        try checkTarget(path)
        do {
            let file = try WholeFile(path, claims)
            var configuration = Configuration()
            configuration.prepareDatabase { database in
                // Nobody sees the file before it is whole, and it is synced once, at the end.
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

    /// Refuses what cannot be replaced before any work is done.
    private static func checkTarget(_ path: String) throws(RailwayError) {
        var status = stat()
        if stat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw RailwayError(
                    kind: .unwritable, source: path, message: "it is not a file", remedy: "choose the name of a file")
            }
            // A journal left behind would be played into the new file.
            for ending in ["-wal", "-journal"] where stat(path + ending, &status) == 0 && status.st_size > 0 {
                throw RailwayError(
                    kind: .unwritable, source: path, message: "another program is writing to it (\(path)\(ending) is there)",
                    remedy: "close that program or choose another name")
            }
        }
    }

    private static func failed(_ path: String, _ fault: SystemFault) -> RailwayError {
        RailwayError(kind: .unwritable, source: path, message: "it cannot be written (\(fault.words))", remedy: fault.remedy)
    }

    private static func unwritable(_ error: any Error, _ path: String) -> RailwayError {
        if let error = error as? RailwayError { return error }
        switch error {
        case let fault as SystemFault: return failed(path, fault)
        case WholeFile.Failure.system(let fault): return failed(path, fault)
        case WholeFile.Failure.refused(let refusal):
            return RailwayError(kind: .unwritable, source: path, message: refusal.message, remedy: refusal.remedy)
        default: break
        }
        guard let error = error as? DatabaseError else { return failed(path, SystemFault(code: EIO)) }
        switch error.resultCode {
        case .SQLITE_FULL: return failed(path, SystemFault(code: ENOSPC))
        case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM:
            return RailwayError(
                kind: .unwritable, source: path, message: "it cannot be written",
                remedy: "check that the folder is there and may be written, or choose another place")
        default:
            return RailwayError(
                kind: .unwritable, source: path, message: "it cannot be written (\(error.message ?? "SQLite error \(error.resultCode.rawValue)"))",
                remedy: "choose another place")
        }
    }
}
