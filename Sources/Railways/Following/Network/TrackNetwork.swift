import DeterministicMath

/// The tracks and stations of a railway map, laid out for following fixes: flat arrays and a grid, made once, never changed.
public final class TrackNetwork: Sendable {
    /// One railway's track as one path in ascending direction.
    ///
    /// An object, so that to look at one costs no more than a count of it.
    final class Line: Sendable {
        /// Its vertices are `points[first ..< end]`.
        let first: Int
        let end: Int
        /// Metres.
        let length: Double
        /// True when the path's end meets its start.
        let isRing: Bool
        /// Its stations that have a place, in ascending order.
        let stations: [Stop]
        /// Metres along the line at which it runs, on one and the same track, through stations of other railways for a long
        /// stretch without a station of its own.
        let foreignStations: [Double]
        /// Where its trains may go on over another railway.
        let throughs: [Through]
        /// The stop patterns that the map knows, each once.
        let patterns: [StopPattern]
        /// How likely a rider is on it, before anything is known, against the others that run there. A rider may be anywhere
        /// along a railway, so that a place on a long one is less likely; long ones have more riders, so not by much.
        let prior: Double

        init(
            first: Int, end: Int, length: Double, isRing: Bool, stations: [Stop], patterns: [StopPattern],
            foreignStations: [Double] = [], throughs: [Through] = []
        ) {
            self.first = first
            self.end = end
            self.length = length
            self.isRing = isRing
            self.stations = stations
            self.foreignStations = foreignStations
            self.patterns = patterns
            self.throughs = throughs
            prior = DeterministicMath.pow(max(length, 1_000) / 30_000, -0.1)
        }

        /// A way along the line between two of its places, metres with sign: on a ring the shorter one.
        func shorter(_ way: Double) -> Double {
            guard isRing else { return way }
            return way > length / 2 ? way - length : way < -length / 2 ? way + length : way
        }

        func with(foreignStations: [Double], throughs: [Through]) -> Line {
            Line(
                first: first, end: end, length: length, isRing: isRing, stations: stations, patterns: patterns,
                foreignStations: foreignStations, throughs: throughs)
        }
    }

    /// Where a station lies on its line.
    struct Stop: Sendable {
        /// Its place in `Railway.stations`.
        let station: Int
        /// Metres along the line.
        let along: Double
    }

    /// The map this was made from; `lines` has the order of its railways.
    public let map: RailwayMap
    let lines: [Line]
    let points: [MapPoint]
    /// Metres from the start of its line, for every vertex.
    let along: [Double]
    private let underground: [Bool]
    let grid: TrackGrid

    /// Railways without a track or with fewer than two stations that have a place are never named.
    public init(_ map: RailwayMap) {
        self.map = map
        var points: [MapPoint] = []
        var along: [Double] = []
        var underground: [Bool] = []
        var lines: [Line] = []
        for railway in map.railways {
            let path = TrackPath(railway)
            let first = points.count
            points += path.points
            along += path.along
            underground += path.isUnderground
            lines.append(
                Line(
                    first: first, end: points.count, length: path.along.last ?? 0, isRing: path.isRing,
                    stations: path.stops, patterns: Self.patterns(of: railway, path)))
        }
        let foreign = Self.foreignStations(lines, points, along)
        let throughs = Self.throughs(lines, points, along)
        lines = lines.indices.map { lines[$0].with(foreignStations: foreign[$0], throughs: throughs[$0]) }
        self.points = points
        self.along = along
        self.underground = underground
        self.lines = lines
        grid = TrackGrid(lines: lines, points: points)
    }

    private static func patterns(of railway: Railway, _ path: TrackPath) -> [StopPattern] {
        var patterns: [StopPattern] = []
        for pattern in railway.patterns where pattern.stops.count == railway.stations.count {
            let stops = path.stops.map { pattern.stops[$0.station] }
            if let pattern = StopPattern(stops: stops, isRing: path.isRing), !patterns.contains(pattern) { patterns.append(pattern) }
        }
        return patterns
    }

    /// True where the piece of track from a vertex on lies underground.
    func isUnderground(_ vertex: Int) -> Bool { underground[vertex] }

    /// True where a railway lies within 20 km.
    public func covers(latitude: Double, longitude: Double) -> Bool {
        guard let point = MapPoint(latitude: latitude, longitude: longitude) else { return false }
        var isNear = false
        grid.near(TangentPlane(at: point), within: 20_000) { _ in isNear = true }
        return isNear
    }

    /// The railway of that id, by its place in the map.
    public func railway(_ id: String) -> Int? { map.railways.firstIndex { $0.id == id } }
}
