// SPDX-License-Identifier: MIT
import Foundation
import PlainText
import Tracking

/// Reads a GTFS Schedule feed (gtfs.org), zipped or unpacked.
///
/// Each rail route becomes a railway, and each branch a separate one. The order of the stations, the directions and the stop
/// patterns come from the trips; the track comes from shapes.txt, or else is straight from station to station. Platforms belong
/// to their parent station, and stops with the same name within 300 m of each other form one station. A call without times
/// between two calls with times gets one by the way.
public struct GTFSImporter: RailwayImporter {
    private let path: String

    /// - Parameter path: The zip archive, or the folder with its tables.
    public init(path: String) { self.path = path }

    /// Whether a path looks like a feed: a folder with stops.txt, or a zip archive.
    /// - Parameter head: The first bytes of the file; empty for a folder.
    static func reads(_ path: String, head: [UInt8]) -> Bool {
        if head.starts(with: [0x50, 0x4B, 0x03, 0x04]) || head.starts(with: [0x50, 0x4B, 0x05, 0x06]) { return true }
        return FileManager.default.fileExists(atPath: (path as NSString).appendingPathComponent("stops.txt"))
    }

    public var sources: [String] { [path] }

    public func read(progress: (ImportProgress) -> Void) throws(RailwayError) -> RailwayImport {
        let feed = try GTFSFeed(path)
        let names = try GTFSNames(feed)
        let routes = try GTFSRoutes(feed, names: names)
        var stops = try GTFSStops(feed)
        let trips = try GTFSTrips(feed, routes: routes.numbers, stops: stops, progress: progress)
        let shapes = try GTFSShapes(feed, of: Set(trips.runs.compactMap(\.shape)), progress: progress)
        let (stations, station) = stops.stations(of: trips.runs.flatMap(\.stops), names: names)

        let zone = try timeZone(feed)
        let clock = zone.flatMap { TimeZoneFile.clock(of: $0) }
        var lines = routes.lines
        for index in lines.indices { lines[index].clock = clock }
        for run in trips.runs {
            var sequence = LineSequence(stations: run.stops.compactMap { station[$0] })
            sequence.trips = run.trips
            sequence.direction = run.direction
            sequence.headsign = run.headsign
            sequence.trains = run.trains
            if let shape = run.shape.flatMap({ shapes.shapes[$0] }), shape.count > 1 {
                sequence.track = [Railway.Segment(isUnderground: false, points: shape)]
            }
            lines[run.route].sequences.append(sequence)
        }
        var builder = LineBuilder(stations: stations)
        builder.add(lines, progress: progress)
        var result = RailwayImport(
            map: RailwayMap(railways: builder.railways, credits: try credits(feed)),
            notes: feed.notes + routes.notes + stops.notes + trips.notes + shapes.notes + builder.notes)
        if !feed.has("shapes.txt") {
            result.notes.append("no shapes.txt: tracks are straight lines between stations")
        } else if !builder.undrawn.isEmpty {
            // Many a feed has shapes for its buses alone.
            result.notes.append(
                "shapes.txt: no shape passes the stations of \(ListText.first(8, of: builder.undrawn)): their tracks are straight lines")
        }
        if trips.runs.allSatisfy(\.trains.isEmpty) {
            result.notes.append("no timetable: no trip has both a date in calendar.txt or calendar_dates.txt and times")
        } else if clock == nil {
            result.notes.append("agency.txt: unknown time zone '\(zone ?? "")': the timetable was left out")
        }
        guard !result.map.railways.isEmpty else {
            throw RailwayError(
                kind: .empty, source: path, place: "stop_times.txt", message: "no rail trip serves two stations",
                remedy: "use a feed with complete trips and stop times")
        }
        return result
    }

    /// All agencies of a feed share one.
    private func timeZone(_ feed: GTFSFeed) throws(RailwayError) -> String? {
        guard let table = try feed.table("agency.txt", needs: []), try table.next() else { return nil }
        return table.text(table.column("agency_timezone"))
    }

    /// The attributions, else the publisher, else the agencies.
    private func credits(_ feed: GTFSFeed) throws(RailwayError) -> [String] {
        for (table, name, address) in [
            ("attributions.txt", "organization_name", "attribution_url"), ("feed_info.txt", "feed_publisher_name", "feed_publisher_url"),
            ("agency.txt", "agency_name", "agency_url"),
        ] {
            guard let rows = try feed.table(table, needs: [name]) else { continue }
            var credits: [String] = []
            while try rows.next() {
                let url = rows.text(rows.column(address))
                credits.append("GTFS: " + rows.text(rows.column(name)) + (url.isEmpty ? "" : ", \(url)"))
            }
            if !credits.isEmpty { return credits.uniqued() }
        }
        return []
    }
}

/// The shapes of the given ids.
private struct GTFSShapes {
    private(set) var shapes: [String: [Railway.Position]] = [:]
    private(set) var notes: [String] = []

    init(_ feed: GTFSFeed, of wanted: Set<String>, progress: (ImportProgress) -> Void) throws(RailwayError) {
        guard !wanted.isEmpty,
            let table = try feed.table(
                "shapes.txt", needs: ["shape_id", "shape_pt_lat", "shape_pt_lon", "shape_pt_sequence"])
        else { return }
        let id = table.column("shape_id")
        let latitude = table.column("shape_pt_lat")
        let longitude = table.column("shape_pt_lon")
        let sequence = table.column("shape_pt_sequence")
        var points: [String: [(order: Int, position: Railway.Position)]] = [:]
        var bad = 0
        while try table.next(progress) {
            let shape = table.text(id)
            guard wanted.contains(shape) else { continue }
            guard let order = table.csv.integer(sequence), let north = table.csv.number(latitude),
                let east = table.csv.number(longitude), Railway.Position(latitude: north, longitude: east).isOnEarth
            else {
                bad += 1
                continue
            }
            points[shape, default: []].append((order, Railway.Position(latitude: north, longitude: east)))
        }
        if bad > 0 { notes.append("shapes.txt: ignored \(CountText.of(bad, "point")) without a valid position or sequence") }
        shapes = points.mapValues { points in
            points.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }.map(\.element.position)
        }
    }
}
