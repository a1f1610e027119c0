import Foundation
import Tracking

/// The kinds of source that a railway database can be made from.
public enum RailwayFormat: String, CaseIterable, Sendable {
    /// A folder of OpenStreetMap ways tagged with railway ids, and tables beside it.
    case taggedOSM = "tagged-osm"
    /// A GTFS Schedule feed, zipped or unpacked.
    case gtfs
    /// An OpenStreetMap extract with route relations.
    case osm
    /// MLIT's N02 in GeoJSON.
    case n02
    /// An existing railway database.
    case database

    /// What reads this kind.
    public func importer(_ path: String) -> any RailwayImporter {
        switch self {
        case .taggedOSM: TaggedOSMImporter(path: path)
        case .gtfs: GTFSImporter(path: path)
        case .osm: OSMImporter(path: path)
        case .n02: N02Importer(path: path)
        case .database: DatabaseImporter(path: path)
        }
    }

    /// Whether a path looks like this kind of source; cheap, reads a few bytes at most.
    private func fits(_ path: String, head: [UInt8]) -> Bool {
        switch self {
        case .taggedOSM: TaggedOSMImporter.reads(path)
        case .gtfs: GTFSImporter.reads(path, head: head)
        case .osm: OSMImporter.reads(path, head: head)
        case .n02: N02Importer.reads(path, head: head)
        case .database: DatabaseImporter.reads(head)
        }
    }

    /// Refuses what can be read but once: sources are looked at before they are read, and some are read twice.
    /// - Throws: `unreadable` for a pipe, without opening it.
    public static func refusePipe(_ path: String) throws(RailwayError) {
        guard ByteSource.isReadOnce(path) else { return }
        throw RailwayError(
            kind: .unreadable, source: path, message: "it is a pipe or a device, not a file", remedy: "save it as a file, and name that")
    }

    /// What a path is, by its first bytes and, for a folder, by what lies in it.
    /// - Throws: `unreadable` when there is nothing there, `unknownFormat` when it is none of the kinds.
    public static func sniff(_ path: String) throws(RailwayError) -> RailwayFormat {
        guard FileManager.default.fileExists(atPath: path) else {
            throw RailwayError(
                kind: .unreadable, source: path, message: "no such file or folder", remedy: "check the name and the folder")
        }
        try refusePipe(path)
        var head: [UInt8] = []
        if let file = FileHandle(forReadingAtPath: path) {
            head = Array((try? file.read(upToCount: 4096)) ?? Data())
            try? file.close()
        }
        guard let format = allCases.first(where: { $0.fits(path, head: head) }) else {
            throw RailwayError(
                kind: .unknownFormat, source: path, message: "not a known railway source format",
                remedy: "give one of: \(allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return format
    }
}
