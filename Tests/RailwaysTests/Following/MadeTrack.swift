// SPDX-License-Identifier: MIT
import Railways

/// A handmade track: metres east and north of a place on Earth.
struct MadeTrack {
    struct Point {
        var east: Double
        var north: Double
    }

    private let points: [Point]
    /// Metres from the start, for every point.
    private let along: [Double]
    let isRing: Bool
    var length: Double { along.last ?? 0 }

    init(_ points: [(Double, Double)], isRing: Bool = false) {
        var points = points.map { Point(east: $0.0, north: $0.1) }
        if isRing, let first = points.first { points.append(first) }
        var along = [0.0]
        for (a, b) in zip(points, points.dropFirst()) {
            along.append(
                (along.last ?? 0) + ((b.east - a.east) * (b.east - a.east) + (b.north - a.north) * (b.north - a.north)).squareRoot())
        }
        self.points = points
        self.along = along
        self.isRing = isRing
    }

    /// The point at a distance in metres; a ring wraps around.
    func point(at metres: Double) -> Point {
        var way = metres
        if isRing {
            way = way.truncatingRemainder(dividingBy: length)
            if way < 0 { way += length }
        }
        way = min(max(way, 0), length)
        let next = min(max(along.firstIndex { $0 >= way } ?? 1, 1), points.count - 1)
        let part = (way - along[next - 1]) / max(along[next] - along[next - 1], 1e-9)
        let (a, b) = (points[next - 1], points[next])
        return Point(east: a.east + part * (b.east - a.east), north: a.north + part * (b.north - a.north))
    }

    /// A railway over this track with stations at the given metres, called ID.0, ID.1, ...
    func railway(_ id: String, stations: [Double], at place: MadePlace = .tokyo, isUnderground: Bool = false) -> Railway {
        var railway = Railway(id: id, name: LocalizedName(id), color: "#000000")
        railway.segments = [Railway.Segment(isUnderground: isUnderground, points: points.map(place.position))]
        railway.stations = stations.enumerated().map { number, metres in
            Railway.Station(id: "\(id).\(number)", name: LocalizedName("\(number)"), position: place.position(point(at: metres)))
        }
        return railway
    }
}

/// The origin on Earth of a handmade track.
struct MadePlace {
    var latitude: Double
    var longitude: Double
    static let tokyo = MadePlace(latitude: 35, longitude: 139)

    func position(_ point: MadeTrack.Point) -> Railway.Position {
        // One degree of latitude, and of longitude at 35 degrees; accurate enough for both the map and the ride.
        var longitude = self.longitude + point.east / 91_290
        if longitude > 180 { longitude -= 360 }
        return Railway.Position(latitude: latitude + point.north / 110_940, longitude: longitude)
    }
}

func made(_ railways: Railway...) -> RailwayMap {
    var map = RailwayMap()
    map.railways = railways
    return map
}
