// SPDX-License-Identifier: MIT
import GRDB

/// The tables of a session file (docs/sessions.md), and its identification.
enum SessionSchema {
    /// `Amao`, in the file's header.
    private static let applicationID: Int32 = 0x416D_616F
    /// Increases when older programs can no longer read the file.
    private static let version: Int32 = 2

    /// Columns that files of earlier programs lack, of the tables `fix` and `recording`. They are added when such a file is written
    /// to; earlier programs ignore them.
    static let laterColumns = [
        (name: "track", type: "TEXT"), (name: "x", type: "REAL"), (name: "y", type: "REAL"), (name: "noFix", type: "INTEGER"),
        (name: "exactPlane", type: "BLOB"),
    ]
    private static let laterRecordingColumns = [(name: "live", type: "INTEGER")]

    private static let tables = """
        CREATE TABLE recording (
            id INTEGER PRIMARY KEY, source TEXT NOT NULL, created INTEGER NOT NULL, extraNames TEXT NOT NULL, ended INTEGER NOT NULL);
        CREATE TABLE fix (
            recording INTEGER NOT NULL REFERENCES recording (id), number INTEGER NOT NULL,
            time INTEGER, latitude REAL, longitude REAL, altitude REAL, speed REAL, course REAL, accuracy REAL,
            startsSegment INTEGER NOT NULL, extras BLOB, exact BLOB,
            distance REAL, activity TEXT, activityConfidence REAL, offTrain INTEGER, estimated INTEGER,
            railway TEXT, direction TEXT, station TEXT, phase TEXT, confidence REAL, trackLine TEXT NOT NULL,
            PRIMARY KEY (recording, number));
        CREATE TABLE event (
            recording INTEGER NOT NULL, number INTEGER NOT NULL, place INTEGER NOT NULL, name TEXT NOT NULL, subject TEXT,
            PRIMARY KEY (recording, number, place)) WITHOUT ROWID;
        CREATE TABLE session (
            id INTEGER PRIMARY KEY, recording INTEGER NOT NULL REFERENCES recording (id), firstFix INTEGER NOT NULL, lastFix INTEGER,
            ended TEXT, railways TEXT NOT NULL);
        CREATE INDEX sessionByRecording ON session (recording);
        CREATE TABLE activity (
            recording INTEGER NOT NULL, firstFix INTEGER NOT NULL, lastFix INTEGER NOT NULL, activity TEXT NOT NULL,
            start INTEGER NOT NULL, "end" INTEGER NOT NULL, confidence REAL,
            PRIMARY KEY (recording, firstFix)) WITHOUT ROWID;
        """

    /// Creates the tables in a new file. Call it inside a transaction.
    /// - Throws: `foreign` or `newer` for a file that this program must not write.
    static func prepare(_ database: Database, path: String) throws {
        let isNew = try !hasTables(database) && applicationID(database) == 0
        guard isNew else {
            try check(database, path: path)
            try addLaterColumns(to: database)
            return try database.execute(sql: "PRAGMA user_version = \(version)")
        }
        try database.execute(sql: tables)
        try addLaterColumns(to: database)
        try database.execute(sql: "PRAGMA application_id = \(applicationID)")
        try database.execute(sql: "PRAGMA user_version = \(version)")
    }

    private static func addLaterColumns(to database: Database) throws {
        for (table, columns) in [("fix", laterColumns), ("recording", laterRecordingColumns)] {
            let known = try self.columns(of: table, database)
            for column in columns where !known.contains(column.name) {
                try database.execute(sql: "ALTER TABLE \(table) ADD COLUMN \(column.name) \(column.type)")
            }
        }
    }

    /// The names of the columns of one of the tables.
    static func columns(of table: String, _ database: Database) throws -> [String] { try database.columns(in: table).map(\.name) }

    /// - Throws: `foreign`, `newer` or `damaged` for a file that this program cannot read.
    static func check(_ database: Database, path: String) throws {
        guard try applicationID(database) == applicationID else {
            if try database.tableExists("railway"), try database.tableExists("station") {
                throw SessionError(
                    kind: .foreign, path: path, message: "it is a railway database without sessions",
                    remedy: "pass it to --railways, and give a file made with --session here")
            }
            let what = try hasTables(database) ? "it is another program's database" : "the database is empty"
            throw SessionError(kind: .foreign, path: path, message: what, remedy: "name a file made with --session")
        }
        let found = try Int32.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        guard found <= version else {
            throw SessionError(
                kind: .newer, path: path, message: "it has schema version \(found); this program supports version \(version)",
                remedy: "use the newer version of amaoto that wrote it")
        }
        for table in ["recording", "fix", "event", "session", "activity"] where try !database.tableExists(table) {
            throw SessionError(
                kind: .damaged, path: path, message: "the table \(table) is missing",
                remedy: "sqlite3 '\(path)' .recover gives what can still be read")
        }
    }

    private static func applicationID(_ database: Database) throws -> Int32 {
        try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    }

    private static func hasTables(_ database: Database) throws -> Bool {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") ?? 0 > 0
    }
}
