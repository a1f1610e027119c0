// SPDX-License-Identifier: MIT
extension TrackNetwork {
    /// A station of two railways at which trains of one may continue on the other, because one of the two ends or begins there.
    struct Through: Sendable {
        /// The index of the station in `Line.stations`.
        let station: Int
        /// Whether the train arrives in the ascending direction.
        let isAscending: Bool
        /// True if the railway on which it arrives ends there, false if it continues as well.
        let ends: Bool
        /// The other railway's index in the map.
        let line: Int
    }

    /// Metres beyond such a station within which a change of railway can be reported as a train running through.
    private static let throughRange = 3_000.0
    /// The minimum cosine of the angle between two tracks of which one continues the other.
    private static let leastCosine = 0.7

    /// The stations where each line's trains may continue on another line.
    static func throughs(_ lines: [Line], _ points: [MapPoint], _ along: [Double]) -> [[Through]] {
        /// The direction of a line, in ascending order, and its position at one of its stations.
        struct Platform {
            let line: Int
            let station: Int
            let point: MapPoint
            let east: Double
            let north: Double

            func goesOn(_ lines: [Line], isAscending: Bool) -> Bool { lines[line].next(after: station, isAscending: isAscending) != nil }
        }
        var platforms: [Platform] = []
        for (number, line) in lines.enumerated() {
            for (station, stop) in line.stations.enumerated() {
                let vertex = vertex(at: stop.along, on: line, along)
                let (from, to) = (points[vertex], points[vertex + 1])
                let (east, north) = TangentPlane(at: from).offset(to: to)
                let length = max((east * east + north * north).squareRoot(), 1e-9)
                let part = min(1, max(0, (stop.along - along[vertex]) / length))
                platforms.append(
                    Platform(
                        line: number, station: station, point: from.between(to, part), east: east / length, north: north / length))
            }
        }
        var found = [[Through]](repeating: [], count: lines.count)
        func join(_ from: Platform, _ to: Platform) {
            let cosine = from.east * to.east + from.north * to.north
            guard cosine.magnitude > leastCosine else { return }
            for isAscending in lines[from.line].ways {
                let goesUp = (cosine > 0) == isAscending
                guard lines[to.line].ways.contains(goesUp) else { continue }
                // The train arrives on one line and leaves on the other, and one of the lines ends or begins here.
                guard from.goesOn(lines, isAscending: !isAscending), to.goesOn(lines, isAscending: goesUp) else { continue }
                let ends = !from.goesOn(lines, isAscending: isAscending)
                guard ends || !to.goesOn(lines, isAscending: !goesUp) else { continue }
                found[from.line].append(Through(station: from.station, isAscending: isAscending, ends: ends, line: to.line))
            }
        }
        MapPoint.pairs(of: platforms.map(\.point), within: Railway.Station.sameStation) { one, other, _ in
            guard platforms[one].line != platforms[other].line else { return }
            join(platforms[one], platforms[other])
            join(platforms[other], platforms[one])
        }
        return found
    }

    /// True if a train that was on one railway has most likely continued on another: it is not far beyond a station where trains
    /// do so.
    func goesThrough(from line: Int, _ hypothesis: LineHypothesis, to other: Int) -> Bool {
        let from = lines[line]
        return from.throughs.contains { through in
            through.line == other && through.isAscending == (hypothesis.ascending >= 0)
                && hypothesis.offset(from: through.station, on: from).magnitude < Self.throughRange
        }
    }
}
