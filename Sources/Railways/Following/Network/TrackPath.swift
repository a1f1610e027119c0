// SPDX-License-Identifier: MIT
/// A railway's segments as a single path in the order of its stations, with the stations' positions on it.
struct TrackPath {
    private(set) var points: [MapPoint] = []
    /// For each vertex, whether the piece that begins there is underground.
    private(set) var isUnderground: [Bool] = []
    /// For each vertex, the distance in metres from the start.
    private(set) var along: [Double] = []
    private(set) var isRing = false
    private(set) var stops: [TrackNetwork.Stop] = []

    /// The largest gap in metres between the ends of a path that closes.
    private static let ringGap = 200.0
    /// The minimum length of a ring, as a multiple of `ringGap`.
    private static let ringRatio = 10.0
    private static let leastStations = 2

    init(_ railway: Railway) {
        for segment in railway.segments {
            for position in segment.points {
                guard let point = MapPoint(latitude: position.latitude, longitude: position.longitude) else { continue }
                if points.last != point {
                    points.append(point)
                    isUnderground.append(segment.isUnderground)
                }
            }
        }
        guard points.count >= 2, let start = points.first, let end = points.last else {
            points = []
            return
        }
        let places: [(station: Int, point: MapPoint)] = railway.stations.enumerated().compactMap { index, station in
            station.position.flatMap { MapPoint(latitude: $0.latitude, longitude: $0.longitude) }.map { (index, $0) }
        }
        guard places.count >= Self.leastStations else {
            points = []
            return
        }
        measure()
        let gap = TangentPlane(at: start).distance(to: end)
        isRing = gap < Self.ringGap && (along.last ?? 0) > Self.ringRatio * Self.ringGap
        if isRing, start != end {
            points.append(start)
            isUnderground.append(isUnderground[0])
            measure()
        }
        let forward = StationFit(places, on: self)
        points.reverse()
        isUnderground.reverse()
        measure()
        let backward = StationFit(places, on: self)
        if forward.cost <= backward.cost {
            points.reverse()
            isUnderground.reverse()
            measure()
            stops = forward.stops
        } else {
            stops = backward.stops
        }
    }

    private mutating func measure() {
        along = [0]
        along.reserveCapacity(points.count)
        var way = 0.0
        for index in 1..<points.count {
            way += TangentPlane(at: points[index - 1]).distance(to: points[index])
            along.append(way)
        }
    }
}
