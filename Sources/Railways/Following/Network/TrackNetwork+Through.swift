extension TrackNetwork {
    /// Where trains of one railway may go on over another: at a station of both, at which one of the two ends or begins.
    struct Through: Sendable {
        /// The place of the station in `Line.stations`.
        let station: Int
        /// Whether the train comes in ascending direction.
        let isAscending: Bool
        /// True where the railway on which it comes ends, false where it goes on as well.
        let ends: Bool
        /// The other railway, by its place in the map.
        let line: Int
    }

    /// Metres within which two railways' stations are one.
    private static let sameStation = 150.0
    /// Metres after such a station within which it may be told that the train has gone on over another railway.
    private static let throughRange = 3_000.0
    /// The least cosine of the angle between two tracks of which one goes on where the other ends.
    private static let leastCosine = 0.7

    /// Where each line's trains may go on over another line.
    static func throughs(_ lines: [Line], _ points: [MapPoint], _ along: [Double]) -> [[Through]] {
        /// Which way a line runs, in ascending direction, and where, at one of its stations.
        struct Platform {
            let line: Int
            let station: Int
            let point: MapPoint
            let east: Double
            let north: Double

            func goesOn(_ lines: [Line], isAscending: Bool) -> Bool {
                let line = lines[line]
                return line.isRing || (isAscending ? station + 1 < line.stations.count : station > 0)
            }
        }
        var platforms: [Platform] = []
        for (number, line) in lines.enumerated() {
            var vertex = line.first
            for (station, stop) in line.stations.enumerated() {
                while vertex + 2 < line.end, along[vertex + 1] <= stop.along { vertex += 1 }
                guard vertex + 1 < line.end else { continue }
                let (from, to) = (points[vertex], points[vertex + 1])
                let (east, north) = TangentPlane(at: from).offset(to: to)
                let length = max((east * east + north * north).squareRoot(), 1e-9)
                let part = min(1, max(0, (stop.along - along[vertex]) / length))
                platforms.append(
                    Platform(
                        line: number, station: station, point: from.between(to, part), east: east / length, north: north / length))
            }
        }
        // Rising latitude, so that only near ones are compared.
        platforms.sort { ($0.point.y, $0.line, $0.station) < ($1.point.y, $1.line, $1.station) }
        var found = [[Through]](repeating: [], count: lines.count)
        func join(_ from: Platform, _ to: Platform) {
            let cosine = from.east * to.east + from.north * to.north
            guard cosine.magnitude > leastCosine else { return }
            for isAscending in [true, false] {
                let goesUp = (cosine > 0) == isAscending
                // Comes along the one and goes on along the other, which one of them cannot.
                guard from.goesOn(lines, isAscending: !isAscending), to.goesOn(lines, isAscending: goesUp) else { continue }
                let ends = !from.goesOn(lines, isAscending: isAscending)
                guard ends || !to.goesOn(lines, isAscending: !goesUp) else { continue }
                found[from.line].append(Through(station: from.station, isAscending: isAscending, ends: ends, line: to.line))
            }
        }
        for (index, one) in platforms.enumerated() {
            let plane = TangentPlane(at: one.point)
            for other in platforms[(index + 1)...] {
                guard plane.offset(to: other.point).north <= sameStation else { break }
                guard other.line != one.line, plane.distance(to: other.point) <= sameStation else { continue }
                join(one, other)
                join(other, one)
            }
        }
        return found
    }

    /// True where a train that was on one railway has most likely gone on over another: it is not far beyond a station where
    /// that happens.
    func goesThrough(from line: Int, _ hypothesis: LineHypothesis, to other: Int) -> Bool {
        let from = lines[line]
        return from.throughs.contains { through in
            through.line == other && through.isAscending == (hypothesis.ascending >= 0)
                && hypothesis.offset(from: through.station, on: from).magnitude < Self.throughRange
        }
    }
}
