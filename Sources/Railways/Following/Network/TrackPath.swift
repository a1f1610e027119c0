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
    /// Metres at both of its ends that are one track: the stem of a lasso. 0 for other paths.
    private(set) var stem = 0.0
    private(set) var switchbacks: [TrackNetwork.Switchback] = []

    private static let leastStations = 2
    /// The greatest distance in metres between the two ways on a stem, and the least length of one.
    private static let sameTrack = 40.0
    private static let leastStem = 200.0
    /// The greatest cosine of the angle between the two pieces of track at a switchback.
    private static let reversal = -0.7
    /// Metres between the places at which two ways are compared.
    private static let step = 20.0

    /// Empty for a railway without track, or with fewer than two stations that have a position.
    init(_ railway: Railway) {
        let places: [(station: Int, point: MapPoint)] = railway.stations.enumerated().compactMap { index, station in
            station.position.flatMap { MapPoint($0) }.map { (index, $0) }
        }
        guard places.count >= Self.leastStations else { return }
        join(railway.segments)
        guard points.count >= 2, let start = points.first, let end = points.last else {
            (points, isUnderground) = ([], [])
            return
        }
        measure()
        isRing = railway.isLoop
        if isRing, start != end {
            points.append(start)
            isUnderground.append(isUnderground[0])
            measure()
        }
        let forward = StationFit(places, on: self)
        stops = forward.stops
        if !forward.isBetterThanReversed {
            reverse()
            let backward = StationFit(places, on: self)
            if forward.cost <= backward.cost { reverse() } else { stops = backward.stops }
        }
        measureStem()
        if stem == 0 { findSwitchbacks() }
    }

    private mutating func join(_ segments: [Railway.Segment]) {
        for segment in segments {
            for position in segment.points {
                guard let point = MapPoint(position) else { continue }
                if points.last == point {
                    // Where two segments meet, the next one's piece begins.
                    isUnderground[points.count - 1] = segment.isUnderground
                } else {
                    points.append(point)
                    isUnderground.append(segment.isUnderground)
                }
            }
        }
    }

    private mutating func measureStem() {
        let length = along[along.count - 1]
        var way = 0.0
        while way < length / 2, isOneTrack(way, length - way) { way += Self.step }
        stem = way > Self.leastStem ? way - Self.step : 0
    }

    private mutating func findSwitchbacks() {
        for vertex in along.indices.dropFirst().dropLast() {
            let plane = TangentPlane(at: points[vertex])
            let (from, to) = (plane.offset(to: points[vertex - 1]), plane.offset(to: points[vertex + 1]))
            let lengths = ((from.east * from.east + from.north * from.north) * (to.east * to.east + to.north * to.north)).squareRoot()
            guard -(from.east * to.east + from.north * to.north) < Self.reversal * lengths else { continue }
            let place = along[vertex]
            var reach = 0.0
            while reach < min(place, along[along.count - 1] - place), isOneTrack(place - reach, place + reach) { reach += Self.step }
            switchbacks.append(TrackNetwork.Switchback(along: place, reach: reach))
        }
    }

    private func isOneTrack(_ one: Double, _ other: Double) -> Bool {
        TangentPlane(at: point(at: one)).distance(to: point(at: other)) < Self.sameTrack
    }

    private func point(at metres: Double) -> MapPoint {
        let low = along.dropLast().piece(at: metres)
        let length = along[low + 1] - along[low]
        return points[low].between(points[low + 1], length > 0 ? (metres - along[low]) / length : 0)
    }

    private mutating func reverse() {
        points.reverse()
        // No piece begins at the last vertex.
        isUnderground = isUnderground.dropLast().reversed() + isUnderground.suffix(1)
        measure()
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
