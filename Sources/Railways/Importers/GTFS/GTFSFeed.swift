// SPDX-License-Identifier: MIT
import Foundation
import PlainText
import Tracking

/// The tables of a GTFS feed, in a zip archive or a folder.
final class GTFSFeed {
    let path: String
    /// Which tables were left out, and why.
    private(set) var notes: [String] = []
    private let archive: ZipArchive?
    /// The folder of the tables inside the archive; many publishers zip a folder.
    private let folder: String

    private static let required = ["stops.txt", "routes.txt", "trips.txt", "stop_times.txt"]

    /// - Throws: `unreadable`, `malformed` if it is not a zip archive, `unknownFormat` for an archive of something else, `missing`
    ///   without stops.txt or another required table.
    init(_ path: String) throws(RailwayError) {
        self.path = path
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { throw .nothing(at: path) }
        if isFolder.boolValue {
            archive = nil
            folder = path
        } else {
            let archive: ZipArchive
            do throws(InputFault) { archive = try ZipArchive(path) } catch { throw RailwayError(error, source: path) }
            self.archive = archive
            // The one at the lowest depth; there is no better way to choose between several feeds in one archive.
            let tables = archive.members.map(\.name).filter { $0 == "stops.txt" || $0.hasSuffix("/stops.txt") }
            let stops = tables.min { ($0.split(separator: "/").count, $0) < ($1.split(separator: "/").count, $1) }
            folder = stops.map { String($0.dropLast("stops.txt".count)) } ?? ""
        }
        if let archive { try Self.refuseOthers(archive, path) }
        for name in Self.required where !has(name) {
            throw RailwayError(
                kind: .missing, source: path, place: name, message: "a GTFS feed without \(name)",
                remedy: "GTFS Schedule needs stops.txt, routes.txt, trips.txt and stop_times.txt; use the complete feed")
        }
    }

    /// Rejects an archive that has none of the tables.
    private static func refuseOthers(_ archive: ZipArchive, _ path: String) throws(RailwayError) {
        let names = archive.members.map { ($0.name as NSString).lastPathComponent }
        guard !names.contains(where: required.contains) else { return }
        let isN02 = names.contains { $0.lowercased().hasSuffix(".geojson") }
        throw RailwayError(
            kind: .unknownFormat, source: path, message: "a zip archive without a GTFS feed in it",
            remedy: isN02 ? N02Importer.unpacked : "give the archive of a GTFS feed, or unpack this one and name a file in it")
    }

    func has(_ table: String) -> Bool {
        archive == nil ? FileManager.default.fileExists(atPath: file(table)) : member(table) != nil
    }

    private func member(_ table: String) -> ZipArchive.Member? { archive?.members.first { $0.name == folder + table } }

    /// Opens a table; nil if the feed does not have it, or has only part of one that it may do without.
    /// - Parameter needs: The required columns.
    /// - Throws: `missing` for a column of a required table, or why the table cannot be read.
    func table(_ name: String, needs: [String]) throws(RailwayError) -> GTFSTable? {
        guard has(name) else { return nil }
        let source: ByteSource
        let size: UInt64
        do throws(InputFault) {
            if let archive, let member = member(name) {
                source = try archive.source(member)
                size = member.size
            } else {
                source = try ByteSource(path: file(name))
                size = UInt64(source.fileSize ?? 0)
            }
        } catch {
            throw RailwayError(error, source: path, place: name)
        }
        do throws(RailwayError) {
            return try GTFSTable(source, size: size, feed: path, name: name, needs: needs)
        } catch {
            guard error.kind == .missing, !Self.required.contains(name) else { throw error }
            // The message may quote the header, whatever bytes that has.
            let note = "\(name): left out: \(error.message.visible)"
            // Some tables are read more than once.
            if !notes.contains(note) { notes.append(note) }
            return nil
        }
    }

    private func file(_ name: String) -> String { (folder as NSString).appendingPathComponent(name) }
}
