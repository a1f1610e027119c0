// SPDX-License-Identifier: MIT
import DeterministicMath
import Tracking

/// The tracks and stations of a railway map, laid out for following fixes: flat arrays and a grid, immutable after `init`. Any
/// thread.
public final class TrackNetwork: Sendable {
    /// One railway's track as a single path in the ascending direction.
    ///
    /// A class, so that accessing one costs only a reference count.
    final class Line: Sendable {
        let railway: Railway
        /// Its vertices are `points[first ..< end]`.
        let first: Int
        let end: Int
        /// In metres.
        let length: Double
        /// True if the end of the path meets its start.
        let isRing: Bool
        /// Metres at both of its ends that are one track: the stem of a lasso, on which trains run out first and back last. 0 for
        /// other lines.
        let stem: Double
        /// In ascending order.
        let switchbacks: [Switchback]
        /// The only direction in which trains run: whether it is ascending. Nil for both, and on a lasso, on whose stem they run
        /// out and back.
        let onlyWay: Bool?
        /// Its stations that have a position, in ascending order.
        let stations: [Stop]
        /// The positions, in metres along the line, where it passes stations of other railways on the same track over a long
        /// stretch without a station of its own.
        let foreignStations: [Double]
        /// The stations where its trains may continue on another railway.
        let throughs: [Through]
        /// The stop patterns of the map, without duplicates.
        let patterns: [StopPattern]
        /// The prior belief in this railway relative to others at the same place. A rider may be anywhere along a railway, so
        /// that a given place on a long one is less likely; but long ones have more riders, so the difference is small.
        let prior: Double
        /// The speed in metres per second that its trains usually keep: what a train reaches on a fifth of the usual way between
        /// its stations.
        let usualTop: Double

        /// - Parameter first: The first vertex of its path.
        init(_ railway: Railway, _ path: TrackPath, first: Int, foreignStations: [Double] = [], throughs: [Through] = []) {
            self.railway = railway
            self.first = first
            end = first + path.points.count
            length = path.along.last ?? 0
            isRing = path.isRing
            stem = path.stem
            switchbacks = path.switchbacks
            onlyWay = path.stem > 0 ? nil : railway.onlyWay
            stations = path.stops
            self.foreignStations = foreignStations
            self.throughs = throughs
            patterns = railway.patterns.filter { $0.stops.count == railway.stations.count }.compactMap { pattern in
                StopPattern(stops: path.stops.map { pattern.stops[$0.station] }, isRing: path.isRing)
            }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
            prior = DeterministicMath.pow(max(length, 1_000) / 30_000, -0.1)
            let ways = zip(stations, stations.dropFirst()).map { ($1.along - $0.along).magnitude }.sorted()
            let usualWay = ways.isEmpty ? length : ways[ways.count / 2]
            usualTop = min(75, max(8, 0.65 * DeterministicMath.sqrt(SpeedProfile.usualAcceleration * usualWay)))
        }

        /// The directions in which trains run: whether each is ascending.
        var ways: [Bool] { onlyWay.map { [$0] } ?? [true, false] }

        /// The signed way in metres along the line between two of its places; on a ring the shorter one.
        func shorter(_ way: Double) -> Double {
            guard isRing else { return way }
            return way > length / 2 ? way - length : way < -length / 2 ? way + length : way
        }

        /// The switchback near which a place is, so that trains on either side of it are on the same track.
        func switchback(near along: Double) -> Switchback? {
            switchbacks.first { (along - $0.along).magnitude < $0.reach }
        }

        /// Where the line is on the same track once more: on a lasso's stem, and near a switchback.
        func otherWay(of along: Double) -> Double? {
            if min(along, length - along) < stem { return length - along }
            return switchback(near: along).map { 2 * $0.along - along }
        }

        /// The neighbour of a station, as an index into `stations`; nil beyond the end of a line that is no ring.
        func next(after place: Int, isAscending: Bool) -> Int? {
            let next = isAscending ? place + 1 : place - 1
            if isRing { return (next + stations.count) % stations.count }
            return stations.indices.contains(next) ? next : nil
        }

        /// Metres along the track from a station to its neighbour; on a ring across the seam.
        func way(from place: Int, to next: Int, isAscending: Bool) -> Double {
            let way = (stations[next].along - stations[place].along) * (isAscending ? 1 : -1)
            return way >= 0 ? way : isRing ? way + length : 0
        }

        /// An event of a train at one of the stations.
        func event(_ kind: TrackEvent.Kind, at place: Int) -> TrackEvent {
            TrackEvent(kind, subject: railway.stations[stations[place].station].id)
        }
    }

    /// Where a line reverses: its trains come and leave on one track.
    struct Switchback: Sendable {
        /// In metres along the line.
        let along: Double
        /// Metres before and after it within which the line is on the same track.
        let reach: Double
    }

    /// A station's position on its line.
    struct Stop: Sendable {
        /// The station's index in `Railway.stations`.
        let station: Int
        /// In metres along the line.
        let along: Double
    }

    /// The map of the network; `lines` has the order of its railways.
    let map: RailwayMap
    let lines: [Line]
    let points: [MapPoint]
    /// The distance in metres from the start of its line, for each vertex.
    let along: [Double]
    /// For each vertex, whether the piece of track that begins there is underground.
    let isUnderground: [Bool]
    /// For each line, whether its vehicles may be as slow as bicycles, and wait in traffic.
    let isSlow: [Bool]
    let grid: TrackGrid

    /// Railways without track or with fewer than two stations that have a position are never reported.
    public init(_ map: RailwayMap) {
        self.map = map
        var points: [MapPoint] = []
        var along: [Double] = []
        var underground: [Bool] = []
        let paths = map.railways.map(TrackPath.init)
        var lines: [Line] = []
        for (railway, path) in zip(map.railways, paths) {
            lines.append(Line(railway, path, first: points.count))
            points += path.points
            along += path.along
            underground += path.isUnderground
        }
        let foreign = Self.foreignStations(lines, points, along)
        let throughs = Self.throughs(lines, points, along)
        lines = lines.indices.map {
            Line(map.railways[$0], paths[$0], first: lines[$0].first, foreignStations: foreign[$0], throughs: throughs[$0])
        }
        self.points = points
        self.along = along
        isUnderground = underground
        isSlow = map.railways.map { $0.mode?.isSlow ?? false }
        self.lines = lines
        grid = TrackGrid(lines: lines.map { $0.first..<$0.end }, points: points)
    }

    /// Whether there is a railway within 20 km.
    func covers(latitude: Double, longitude: Double) -> Bool {
        guard let point = MapPoint(latitude: latitude, longitude: longitude) else { return false }
        var isNear = false
        grid.near(TangentPlane(at: point), within: 20_000) { _ in isNear = true }
        return isNear
    }

    /// The index in the map of the railway with an id.
    public func railway(_ id: String) -> Int? { map.railways.firstIndex { $0.id == id } }
}
