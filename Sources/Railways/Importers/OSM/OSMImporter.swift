// SPDX-License-Identifier: MIT
import PlainText

/// Reads an extract of OpenStreetMap: plain XML, or through `osmium` the formats that it supports (above all .osm.pbf).
///
/// Lines come from route relations. Both directions are grouped by their route_master, or else by network and ref. Stations come
/// from the stops in their order, and track from the member ways. Anything cut off at the extract's border is noted.
public struct OSMImporter: RailwayImporter {
    private let path: String

    public init(path: String) { self.path = path }

    /// Whether a file looks like an extract.
    /// - Parameter head: The first bytes of the file.
    public static func reads(_ path: String, head: [UInt8]) -> Bool {
        if head.isEmpty { return false }
        if OSMConversion.isBinary(head: head) { return true }
        if head.indices.contains(where: { head[$0...].starts(with: "<osm".utf8) }) { return true }
        return [".osm.gz", ".osm.bz2", ".o5m", ".osm.opl"].contains { path.lowercased().hasSuffix($0) }
    }

    /// Whether a file begins like the JSON that Overpass answers unless it is asked for XML.
    static func isJSON(_ head: [UInt8]) -> Bool { head.first == 0x7B && String(decoding: head, as: UTF8.self).contains("\"elements\"") }

    public var sources: [String] { [path] }

    public func read(progress: (ImportProgress) -> Void) throws(RailwayError) -> RailwayImport {
        let extract = try OSMExtract(path, progress: progress)
        guard !extract.routes.isEmpty else {
            throw RailwayError(
                kind: .empty, source: path,
                message:
                    "the extract has no railway route relation (\(CountText.of(extract.stations.count, "station")), \(CountText.of(extract.ways.count, "way")))",
                remedy: "use an extract with relations: type=route and route=\(OSMExtract.routeKinds.sorted().joined(separator: "|"))")
        }
        var routes = OSMRoutes(extract)
        let lines = routes.lines()
        var builder = LineBuilder(stations: routes.stations.stations)
        builder.add(lines, progress: progress)
        guard !builder.railways.isEmpty else {
            throw RailwayError(
                kind: .empty, source: path, message: "no railway route has two stops",
                remedy: "use a larger extract that contains the nodes of its relations")
        }
        if !builder.undrawn.isEmpty {
            builder.notes.append(
                "no way passes the stations of \(ListText.first(8, of: builder.undrawn)): their tracks are straight lines")
        }
        return RailwayImport(
            map: RailwayMap(
                railways: builder.railways,
                credits: ["© OpenStreetMap contributors, ODbL 1.0, https://www.openstreetmap.org/copyright"]),
            notes: routes.notes + routes.stations.notes + builder.notes)
    }
}
