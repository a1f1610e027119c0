// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import GRDBSQLite
import Platform

/// The maps that ship with the program.
public enum RailwayLibrary {
    /// The name of the shipped map in messages.
    public static let greaterTokyoTitle = "Greater Tokyo (shipped)"

    /// The railways of Greater Tokyo with the notes of their import, loaded once at the first call. Any thread.
    /// - Throws: Only if the program file itself is damaged.
    public static func greaterTokyo() throws(RailwayError) -> RailwayImport { try loaded.get() }

    private static let loaded: Result<RailwayImport, RailwayError> = Result { () throws(RailwayError) in try load() }

    private static func load() throws(RailwayError) -> RailwayImport {
        do {
            let queue = try DatabaseQueue()
            try queue.inDatabase { database in
                // The bytes are in the program's read-only data as long as it runs, and SQLite opens them read-only.
                let file = ShippedFiles.all["greater-tokyo.sqlite"]
                let bytes = UnsafeMutableRawPointer(mutating: file?.baseAddress)?.assumingMemoryBound(to: UInt8.self)
                let size = Int64(file?.count ?? 0)
                let code = sqlite3_deserialize(
                    database.sqliteConnection, "main", bytes, size, size, UInt32(SQLITE_DESERIALIZE_READONLY))
                if code != SQLITE_OK { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
            }
            return try RailwayStore.read(queue, source: greaterTokyoTitle)
        } catch {
            throw RailwayStore.explained(error, source: greaterTokyoTitle)
        }
    }
}
