// SPDX-License-Identifier: MIT
/// Reads an existing railway database in either schema, so that it can be rewritten with indexes and R-trees.
public struct DatabaseImporter: RailwayImporter {
    private let path: String

    public init(path: String) { self.path = path }

    /// Whether a file begins like an SQLite database.
    static func reads(_ head: [UInt8]) -> Bool { head.starts(with: Array("SQLite format 3\0".utf8)) }

    public var sources: [String] { [path] }

    public func read(progress: (ImportProgress) -> Void) throws(RailwayError) -> RailwayImport {
        progress(ImportProgress(stage: "reading \(path)"))
        return try RailwayStore.readImport(path)
    }
}
