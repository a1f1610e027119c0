// SPDX-License-Identifier: MIT
import Tracking

/// The pairs of a map's lines that riders must distinguish: those that share a station, run side by side or lead on into one another.
struct LineMeetings {
    /// One such pair.
    struct Meeting {
        let first: Int
        let second: Int
        /// The number of stations that both have, or of ends at which one leads on into the other.
        var places = 0
        /// The number of those where their platforms are next to one another.
        var platforms = 0
        /// The number of steps along the lines that run side by side.
        var steps = 0
        /// The number of those that ascend the same way on both lines, less those that do not.
        var alignment = 0
    }

    /// Metres within which two tracks run side by side, and the minimum cosine of the angle between them.
    private static let besides = 300.0
    private static let leastCosine = 0.7
    /// Metres between the places at which a line is compared with the others.
    private static let step = 200.0
    /// The steps for which tracks have to run side by side: a kilometre.
    private static let leastSteps = 5

    /// In ascending order of `first` and `second`, which is the greater.
    let all: [Meeting]
    /// The lines, the most used first: those that meet others at most stations. Lines that are equal in that are in order of their
    /// ids.
    let order: [Int]
    /// For each line the number of stations at which it meets others, counted once for each of them.
    let use: [Int]

    /// - Parameter progress: Called from time to time.
    init(_ map: RailwayMap, progress: (ImportProgress) -> Void = { _ in }) {
        func tell(_ steps: Int) {
            progress(ImportProgress(stage: "comparing lines", fraction: Double(steps) / Double(2 * map.railways.count)))
        }
        var found: [Int: Meeting] = [:]
        let count = map.railways.count
        func meet(_ a: Int, _ b: Int, _ change: (inout Meeting) -> Void) {
            let (first, second) = (min(a, b), max(a, b))
            change(&found[first * count + second, default: Meeting(first: first, second: second)])
        }
        Self.stations(of: map) { line, other, isNext in
            meet(line, other) {
                $0.places += 1
                $0.platforms += isNext ? 1 : 0
            }
        }
        let tracks = Tracks(map, progress: tell)
        Self.tracksBeside(tracks, progress: { tell(count + $0) }) { line, other, steps, alignment in
            meet(line, other) {
                $0.steps = max($0.steps, steps)
                $0.alignment += alignment
            }
        }
        Self.ends(of: tracks) { line, other in meet(line, other) { $0.places = max($0.places, 1) } }
        var use = [Int](repeating: 0, count: count)
        for meeting in found.values {
            use[meeting.first] += meeting.places
            use[meeting.second] += meeting.places
        }
        self.use = use
        order = map.railways.indices.sorted { (use[$1], map.railways[$0].id) < (use[$0], map.railways[$1].id) }
        all = found.values.filter { $0.places > 0 || $0.steps >= Self.leastSteps }
            .sorted { ($0.first, $0.second) < ($1.first, $1.second) }
    }

    /// The tracks of the lines.
    private struct Tracks {
        /// The vertices of each line's path, as indices into `points` and `along`.
        private(set) var lines: [Range<Int>] = []
        private(set) var isRing: [Bool] = []
        private(set) var points: [MapPoint] = []
        /// The distance in metres from the start of its line, for each vertex.
        private(set) var along: [Double] = []
        let grid: TrackGrid

        /// - Parameter progress: Called with the number of lines that are done.
        init(_ map: RailwayMap, progress: (Int) -> Void) {
            for (number, railway) in map.railways.enumerated() {
                progress(number)
                let path = TrackPath(railway)
                lines.append(points.count..<points.count + path.points.count)
                isRing.append(path.isRing)
                points += path.points
                along += path.along
            }
            grid = TrackGrid(lines: lines, points: points)
        }
    }

    // MARK: What meets

    /// Calls `body` with the two lines of each pair of stations that are one, and whether it is by their position alone.
    private static func stations(of map: RailwayMap, _ body: (Int, Int, Bool) -> Void) {
        var stations: [(line: Int, point: MapPoint, names: [String])] = []
        for (line, railway) in map.railways.enumerated() {
            for station in railway.stations {
                guard let point = station.position.flatMap({ MapPoint($0) }) else { continue }
                stations.append((line, point, station.name.entries.map(\.text)))
            }
        }
        MapPoint.pairs(of: stations.map(\.point), within: Railway.Station.sameNamedStation) {
            let (one, other, isNext) = (stations[$0], stations[$1], $2 <= Railway.Station.sameStation)
            guard one.line != other.line, isNext || one.names.contains(where: other.names.contains) else { return }
            body(one.line, other.line, isNext)
        }
    }

    /// Calls `body` with each line, another one beside it, the number of steps along the first at which they run side by side,
    /// and their alignment.
    /// - Parameter progress: Called with the number of lines that are done.
    private static func tracksBeside(_ tracks: Tracks, progress: (Int) -> Void, _ body: (Int, Int, Int, Int) -> Void) {
        let (points, along) = (tracks.points, tracks.along)
        /// For each line, the nearest parallel piece near one place: the squared distance, and the cosine of the angle.
        var nearest = [(squared: Double, cosine: Double)](repeating: (.infinity, 0), count: tracks.lines.count)
        /// The lines that have such a piece.
        var near: [Int] = []
        for (number, line) in tracks.lines.enumerated() {
            progress(number)
            var beside = [(steps: Int, alignment: Int)](repeating: (0, 0), count: tracks.lines.count)
            for vertex in line.dropLast() {
                let (from, to) = (points[vertex], points[vertex + 1])
                let length = along[vertex + 1] - along[vertex]
                let (east, north) = TangentPlane(at: from).offset(to: to)
                // The places at whole multiples of the step, so that the pieces of the track do not matter.
                var way = (along[vertex] / step).rounded(.up) * step - along[vertex]
                while way < length {
                    let plane = TangentPlane(at: from.between(to, way / length))
                    tracks.grid.near(plane, within: besides) { piece in
                        let other = Int(piece.line)
                        guard other != number else { return }
                        let start = plane.offset(to: points[Int(piece.vertex)])
                        let end = plane.offset(to: points[Int(piece.vertex) + 1])
                        guard let squared = FlatPiece.nearest(start, end, within: besides)?.squared, squared < nearest[other].squared
                        else { return }
                        let (x, y) = (end.east - start.east, end.north - start.north)
                        let lengths = ((x * x + y * y) * (east * east + north * north)).squareRoot()
                        let cosine = (x * east + y * north) / max(lengths, 1e-9)
                        guard cosine.magnitude >= leastCosine else { return }
                        if nearest[other].squared == .infinity { near.append(other) }
                        nearest[other] = (squared, cosine)
                    }
                    for other in near {
                        beside[other].steps += 1
                        beside[other].alignment += nearest[other].cosine > 0 ? 1 : -1
                        nearest[other].squared = .infinity
                    }
                    near.removeAll(keepingCapacity: true)
                    way += step
                }
            }
            for (other, found) in beside.enumerated() where found.steps > 0 { body(number, other, found.steps, found.alignment) }
        }
    }

    /// Calls `body` with the two lines of each pair of track ends that lie beside one another.
    private static func ends(of tracks: Tracks, _ body: (Int, Int) -> Void) {
        var ends: [(line: Int, point: MapPoint)] = []
        for (number, line) in tracks.lines.enumerated() where !tracks.isRing[number] {
            for vertex in [line.first, line.last].compactMap(\.self) { ends.append((number, tracks.points[vertex])) }
        }
        MapPoint.pairs(of: ends.map(\.point), within: besides) { one, other, _ in
            if ends[one].line != ends[other].line { body(ends[one].line, ends[other].line) }
        }
    }

    // MARK: Sides

    /// The side of each line's ascending direction: the most used line first, each takes the side on which more of the lines
    /// beside it ascend the same way, until none would change.
    var sides: [Int] {
        var aligned = [[(other: Int, alignment: Int)]](repeating: [], count: use.count)
        for meeting in all {
            aligned[meeting.first].append((meeting.second, meeting.alignment))
            aligned[meeting.second].append((meeting.first, meeting.alignment))
        }
        var sides = [Int](repeating: 0, count: use.count)
        // Each change raises the sum of all alignments, so the loop ends.
        var isChanging = true
        while isChanging {
            isChanging = false
            for line in order {
                let sum = aligned[line].reduce(0) { $0 + $1.alignment * sides[$1.other] }
                let side = sum == 0 ? (sides[line] == 0 ? -1 : sides[line]) : sum.signum()
                if side != sides[line] { isChanging = true }
                sides[line] = side
            }
        }
        return sides
    }
}
