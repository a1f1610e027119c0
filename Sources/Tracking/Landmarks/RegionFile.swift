// SPDX-License-Identifier: MIT
import Glibc

/// The polygons of a file, with the names that it gives them.
struct RegionFile {
    /// One polygon, or several that form one entry.
    struct Entry {
        var name: String?
        var outlines: [RegionOutline] = []
        var line = 0
    }

    /// Whether a word denotes a file: it has a known extension, or the file exists.
    static func canBeRead(_ path: String) -> Bool {
        let name = path.lowercased()
        return [".geojson", ".json", ".kml", ".kmz"].contains { name.hasSuffix($0) } || access(path, F_OK) == 0
    }

    /// Reads a GeoJSON, KML or KMZ file.
    /// - Parameter name: the name of all its polygons together; nil: each entry has its name in the file, and those without one
    ///   the name of the file.
    /// - Throws: the fault, with its line; a file of regions is accepted completely or not at all.
    static func read(_ path: String, name: String?) throws(InputFault) -> [Region] {
        let source = try ByteSource(path: path).unpacked()
        let head = try source.peek(atMost: 64) { !$0.isEmpty }
        let isXML = head.first { $0 > 0x20 && $0 < 0x80 } == UInt8(ascii: "<")
        let entries =
            if KMZ.isArchive(head) { try KMLRegions.read(KMZ.kml(source)) } else if isXML { try KMLRegions.read(source) } else {
                try GeoJSONRegions.read(source)
            }
        guard !entries.isEmpty else {
            throw InputFault(
                kind: .noFix, source: path, line: 0, message: "there is no polygon in it",
                remedy: "draw a closed area, not a line or a point")
        }
        guard name == nil else { return [try region(name ?? "", entries, source.name)] }
        var names: [String] = []
        var groups: [[Entry]] = []
        for entry in entries {
            let own = entry.name.flatMap { Landmarks.name($0) } ?? stem(path)
            // Entries with the same name form one region.
            if let place = names.firstIndex(of: own) {
                groups[place].append(entry)
            } else {
                guard names.count < Landmarks.mostRegions else {
                    throw InputFault(
                        source: path, line: entry.line, message: "more than \(Landmarks.mostRegions) regions",
                        remedy: "remove those that the preset does not use")
                }
                names.append(own)
                groups.append([entry])
            }
        }
        var regions: [Region] = []
        for (name, group) in zip(names, groups) { regions.append(try region(name, group, source.name)) }
        return regions
    }

    private static func region(_ name: String, _ entries: [Entry], _ source: String) throws(InputFault) -> Region {
        // Each is checked separately first, so that a fault has its line.
        for entry in entries { _ = try one(name, entry.outlines, source, entry.line) }
        return try one(name, entries.flatMap(\.outlines), source, entries.first?.line ?? 0)
    }

    private static func one(_ name: String, _ outlines: [RegionOutline], _ source: String, _ line: Int) throws(InputFault) -> Region {
        do throws(RegionOutline.Fault) {
            return try Region(name: name, outlines: outlines)
        } catch {
            throw InputFault(source: source, line: line, message: "\(name): \(error.message)", remedy: error.remedy)
        }
    }

    private static func stem(_ path: String) -> String {
        let file = path.split(separator: "/").last ?? "region"
        let stem = file.lastIndex(of: ".").map { file[..<$0] } ?? file
        return Landmarks.name(stem) ?? "region"
    }
}
