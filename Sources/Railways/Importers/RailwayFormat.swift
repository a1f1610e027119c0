// SPDX-License-Identifier: MIT
import Foundation
import Tracking

/// The formats from which a railway database can be made.
public enum RailwayFormat: String, CaseIterable, Sendable {
    /// A GTFS Schedule feed, zipped or unpacked.
    case gtfs
    /// An OpenStreetMap extract with route relations.
    case osm
    /// MLIT's N02 in GeoJSON.
    case n02
    /// An existing railway database.
    case database

    /// The importer for this format.
    public func importer(_ path: String) -> any RailwayImporter {
        switch self {
        case .gtfs: GTFSImporter(path: path)
        case .osm: OSMImporter(path: path)
        case .n02: N02Importer(path: path)
        case .database: DatabaseImporter(path: path)
        }
    }

    /// Whether a path looks like this format; reads at most a few bytes.
    private func fits(_ path: String, head: [UInt8]) -> Bool {
        switch self {
        case .gtfs: GTFSImporter.reads(path, head: head)
        case .osm: OSMImporter.reads(path, head: head)
        case .n02: N02Importer.reads(path, head: head)
        case .database: DatabaseImporter.reads(head)
        }
    }

    /// Rejects a source that can be read only once: sources are examined before they are read, and some are read twice.
    /// - Throws: `unreadable` for a pipe or device, without opening it.
    public static func refusePipe(_ path: String) throws(RailwayError) {
        guard ByteSource.isReadOnce(path) else { return }
        throw RailwayError(
            kind: .unreadable, source: path, message: "a pipe or a device, not a file", remedy: "save it as a file and give its name")
    }

    /// Detects the format of a path by its first bytes or, for a folder, by its contents.
    /// - Throws: `unreadable` if it does not exist, is a pipe or a device; `unknownFormat` if it is none of the formats.
    public static func sniff(_ path: String) throws(RailwayError) -> RailwayFormat {
        guard FileManager.default.fileExists(atPath: path) else { throw .nothing(at: path) }
        try refusePipe(path)
        let head = head(of: path)
        guard let format = allCases.first(where: { $0.fits(path, head: head) }) else {
            throw RailwayError(
                kind: .unknownFormat, source: path, message: "not a known railway source format",
                remedy: OSMImporter.isJSON(head)
                    ? "this is OpenStreetMap in JSON; ask Overpass for XML, with [out:xml]"
                    : "give a source in one of the formats \(allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return format
    }

    /// The first bytes of a file; empty for a folder, or if it cannot be read.
    static func head(of path: String) -> [UInt8] {
        guard let file = FileHandle(forReadingAtPath: path) else { return [] }
        defer { try? file.close() }
        return Array((try? file.read(upToCount: 4096)) ?? Data())
    }
}

/// Reads an existing railway database in either schema, so that it can be rewritten with indexes and R-trees.
public struct DatabaseImporter: RailwayImporter {
    private let path: String

    public init(path: String) { self.path = path }

    /// Whether a file begins like an SQLite database.
    static func reads(_ head: [UInt8]) -> Bool { head.starts(with: Array("SQLite format 3\0".utf8)) }

    public var sources: [String] { [path] }

    public func read(progress: (ImportProgress) -> Void) throws(RailwayError) -> RailwayImport {
        progress(ImportProgress(stage: "reading \(path)"))
        return try RailwayStore.read(path)
    }
}
