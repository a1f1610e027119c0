// SPDX-License-Identifier: MIT
import Foundation
import Railways

/// Reads a folder in which an OpenStreetMap file tags each way with the ids of the railways that run over it.
///
/// `rail_geo.osm` has the track, `routes.csv` the railways, `stations.csv` their stations (`RAILWAY.NAME`), and `agencies.csv`
/// the operators. `stationapi/` holds the tables of TrainLCD's StationAPI, which has the coordinates and the order of the
/// stations and the stops of each kind of train. Without these tables, only stations with coordinates in `stations.csv` have a
/// position.
struct TaggedOSMImporter {
    private let folder: String

    /// - Parameter folder: Its path.
    init(folder: String) { self.folder = folder }

    /// Reads the complete folder.
    /// - Parameter progress: Called from time to time on the same thread.
    /// - Returns: The map, with oddities of the source as notes.
    /// - Throws: Why the source cannot be used.
    func read(progress: (ImportProgress) -> Void) throws(RailwayError) -> RailwayImport {
        let ways = try TaggedWays(path: file("rail_geo.osm"), progress: progress)
        let network = try NamedNetwork(routes: file("routes.csv"), stations: file("stations.csv"))
        let directory = try directory()
        let join = StationJoin(
            network: network, tracks: tracks(network, ways), directory: directory, operators: try operatorNames(),
            progress: progress)
        var result = RailwayImport(map: RailwayMap(), notes: network.notes)
        if ways.missingNodes > 0 {
            let references = ways.missingNodes == 1 ? "1 reference to a node" : "\(ways.missingNodes) references to nodes"
            result.notes.append("rail_geo.osm: \(references) that are missing from it")
        }
        for index in network.railways.indices {
            progress(.layingTrack(index, of: network.railways.count))
            let laid = TaggedRailway(network.railways[index], joined: join.railways[index], directory: directory)
            result.notes += laid.notes
            if let railway = laid.railway { result.map.railways.append(railway) }
        }
        if let directory {
            try StopPatterns(folder: file("stationapi"), directory: directory, join: join, progress: progress)
                .add(to: &result.map)
        }
        guard !result.map.railways.isEmpty else {
            throw RailwayError(
                kind: .empty, source: folder, message: "no railway with stations was found",
                remedy: "check that the ids of routes.csv, stations.csv and the tags of rail_geo.osm agree")
        }
        result.map.credits = credits()
        return result
    }

    private func file(_ name: String) -> String { (folder as NSString).appendingPathComponent(name) }

    /// For each railway the pieces of track tagged with its id, in the order of the file. A way without a tunnel tag is assumed
    /// to be underground if only metros run over it.
    private func tracks(_ network: NamedNetwork, _ ways: TaggedWays) -> [[Railway.Segment]] {
        let places = Dictionary(uniqueKeysWithValues: zip(network.railways.map(\.id), network.railways.indices))
        var tracks = [[Railway.Segment]](repeating: [], count: network.railways.count)
        for way in ways.ways where way.points.count > 1 {
            let railways = way.tags.compactMap { key, value in value == "no" ? nil : places[key] }
            let isMetro = railways.allSatisfy { network.railways[$0].mode == .subway }
            let piece = Railway.Segment(isUnderground: way.tags["tunnel"].map { $0 != "no" } ?? isMetro, points: way.points)
            for railway in railways { tracks[railway].append(piece) }
        }
        return tracks
    }

    private func directory() throws(RailwayError) -> StationDirectory? {
        guard FileManager.default.fileExists(atPath: file("stationapi")) else { return nil }
        return try StationDirectory(folder: file("stationapi"))
    }

    /// Each agency's Japanese name by its id.
    private func operatorNames() throws(RailwayError) -> [String: String] {
        guard FileManager.default.fileExists(atPath: file("agencies.csv")) else { return [:] }
        let table = try SourceTable(file("agencies.csv"), needs: ["id", "name_ja"])
        var names: [String: String] = [:]
        while try table.next() { names[table["id"]] = table["name_ja"] }
        return names
    }

    /// The credits, from the licences next to the data. The MIT licence requires its text in every copy.
    private func credits() -> [String] {
        var credits: [String] = []
        if let text = try? String(contentsOfFile: file("COPYING"), encoding: .utf8), text.contains("CC0 1.0 Universal") {
            credits.append(
                "Tracks, lines and stations: TokyoGTFS, CC0 1.0 Universal (https://creativecommons.org/publicdomain/zero/1.0/)")
        }
        if let text = try? String(contentsOfFile: file("stationapi/LICENSE"), encoding: .utf8) {
            let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            credits.append("Station coordinates, order and stop patterns: TrainLCD StationAPI, \(words)")
        }
        return credits
    }
}
