import CGreaterTokyo
import Foundation
import GRDB
import GRDBSQLite

/// The maps that ship with the program.
public enum RailwayLibrary {
    /// What messages call the shipped map.
    public static let greaterTokyoTitle = "Greater Tokyo (shipped)"

    /// The railways of Greater Tokyo; loaded once, when first asked for. From any thread.
    /// - Throws: only when the program file itself is damaged.
    public static func greaterTokyo() throws(RailwayError) -> RailwayMap { try greaterTokyoImport().map }

    /// The same with the notes of its making.
    public static func greaterTokyoImport() throws(RailwayError) -> RailwayImport { try loaded.get() }

    private static let loaded: Result<RailwayImport, RailwayError> = Result { () throws(RailwayError) in try load() }

    private static func load() throws(RailwayError) -> RailwayImport {
        do {
            let queue = try DatabaseQueue()
            try queue.inDatabase { database in
                // The bytes stand in the program's read-only data as long as it runs, and SQLite is told never to write.
                let bytes = UnsafeMutablePointer(mutating: amaoto_greater_tokyo_begin())
                let size = Int64(amaoto_greater_tokyo_size())
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
