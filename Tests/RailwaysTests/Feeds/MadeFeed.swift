// SPDX-License-Identifier: MIT
import Foundation
import Railways
import TestTraits

/// A made GTFS feed: lines with both ways' shapes, their own stops for each way, and trains that skip stops or turn short.
struct MadeFeed {
    struct Call {
        var name: String
        /// In metres along the trip's track.
        var along: Double
    }

    /// A train with the calls and the shape that the feed publishes for it.
    struct Trip {
        var route: String
        /// 0 or 1.
        var direction: Int
        /// The number of its shape, which the trips of one way over one track share.
        var shape: Int
        var calls: [Call]
    }

    let place: MadePlace
    private(set) var routes: [(id: String, type: Int)] = []
    private(set) var tracks: [MadeTrack] = []
    private(set) var trips: [Trip] = []

    init(at place: MadePlace) { self.place = place }

    /// Metres between the published points of a shape.
    private static let step = 60.0
    /// Metres of track beyond the last stop.
    private static let beyond = 40.0
    /// Trains keep to the right: metres from the middle of the two tracks.
    private static let aside = 3.0

    /// Adds a line's track with its stops, and the trains on it. A line may be added piece by piece: branches, or the way back.
    /// - Parameters:
    ///   - type: GTFS `route_type`.
    ///   - corners: metres east and north.
    ///   - stops: in order, with their metres along the track.
    ///   - trains: the stops of each kind of train, as indices into `stops`; all of them if empty.
    ///   - isOneWay: whether no train comes back on this track.
    ///   - direction: that of the trains along the corners.
    mutating func add(
        _ route: String, type: Int, _ corners: [(Double, Double)], stops: [Call], trains: [[Int]] = [], isOneWay: Bool = false,
        direction: Int = 0
    ) {
        if !routes.contains(where: { $0.id == route }) { routes.append((route, type)) }
        let corners = Self.cut(corners, at: (stops.last?.along ?? 0) + Self.beyond)
        let track = MadeTrack(corners), back = MadeTrack(corners.reversed())
        for isBack in isOneWay ? [false] : [false, true] {
            tracks.append(isBack ? back : track)
            for train in trains.isEmpty ? [Array(stops.indices)] : trains {
                let calls = train.map { stops[$0] }
                trips.append(
                    Trip(
                        route: route, direction: isBack ? 1 - direction : direction, shape: tracks.count - 1,
                        calls: isBack ? calls.reversed().map { Call(name: $0.name, along: track.length - $0.along) } : calls))
            }
        }
    }

    private static func cut(_ corners: [(Double, Double)], at metres: Double) -> [(Double, Double)] {
        let track = MadeTrack(corners)
        guard metres < track.length else { return corners }
        let kept = corners.indices.prefix { $0 == 0 || MadeTrack(Array(corners[...$0])).length < metres }
        let end = track.point(at: metres)
        return corners[..<kept.count] + [(end.east, end.north)]
    }

    /// The points of a shape as published.
    func points(ofShape number: Int) -> [Railway.Position] {
        let track = tracks[number]
        let count = Int(track.length / Self.step)
        return (0...count).map { place.position(Self.right(of: track, at: track.length * Double($0) / Double(count))) }
    }

    private static func right(of track: MadeTrack, at metres: Double) -> MadeTrack.Point {
        let (a, b) = (track.point(at: metres - 5), track.point(at: metres + 5)), middle = track.point(at: metres)
        let (east, north) = (b.east - a.east, b.north - a.north)
        let length = max(1e-9, (east * east + north * north).squareRoot())
        return MadeTrack.Point(east: middle.east + aside * north / length, north: middle.north - aside * east / length)
    }

    /// Writes the feed into a folder.
    func write(in folder: Folder) throws -> String {
        func text(_ point: Railway.Position) -> String { String(format: "%.6f,%.6f", point.latitude, point.longitude) }
        var stops = "stop_id,stop_name,stop_lat,stop_lon\n", known: Set<String> = []
        var table = "route_id,agency_id,route_short_name,route_type\n"
        var rows = "route_id,service_id,trip_id,direction_id,shape_id,trip_headsign\n"
        var times = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
        var shapes = "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\n"
        for route in routes { table += "\(route.id),A,\(route.id),\(route.type)\n" }
        for (number, trip) in trips.enumerated() {
            rows += "\(trip.route),D,t\(number),\(trip.direction),s\(trip.shape),\(trip.calls.last?.name ?? "")\n"
            for (order, call) in trip.calls.enumerated() {
                // Each way and each visit has a platform of its own.
                let id = "\(call.name) \(trip.shape) \(Int(call.along))"
                if known.insert(id).inserted {
                    stops += "\(id),\(call.name),\(text(place.position(Self.right(of: tracks[trip.shape], at: call.along))))\n"
                }
                times += "t\(number),08:\(10 + order):00,08:\(10 + order):30,\(id),\(order)\n"
            }
        }
        for number in tracks.indices {
            for (order, point) in points(ofShape: number).enumerated() { shapes += "s\(number),\(text(point)),\(order)\n" }
        }
        let agency = "agency_id,agency_name,agency_url,agency_timezone\nA,Made,https://example.org/,Asia/Tokyo\n"
        for (name, text) in [
            ("agency", agency), ("stops", stops), ("routes", table), ("trips", rows), ("stop_times", times), ("shapes", shapes),
        ] { try folder.write(text, to: name + ".txt") }
        return folder.url.path
    }
}
