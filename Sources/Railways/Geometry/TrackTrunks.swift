// SPDX-License-Identifier: MIT
import Tracking

/// The runs formed by pieces of track when no stations define their order: the longest first, then its branches.
struct TrackTrunks {
    /// One run from end to end, or around a circle.
    struct Trunk {
        private let points: [EarthPoint]
        /// The distance in metres from the first point to each.
        private let offsets: [Double]
        /// Its two end points.
        let ends: [EarthPoint]
        let isLoop: Bool
        var length: Double { offsets.last ?? 0 }

        fileprivate init(_ points: [EarthPoint], isLoop: Bool) {
            self.points = points
            self.isLoop = isLoop
            var offsets = [0.0]
            for (a, b) in zip(points, points.dropFirst()) { offsets.append((offsets.last ?? 0) + a.distance(to: b)) }
            self.offsets = offsets
            ends = [points.first, points.last].compactMap { $0 }
        }

        /// The distance in metres from a place to the run, and the offset along the run.
        /// - Parameter spared: Metres at both its ends that are ignored.
        func nearest(to place: EarthPoint, sparing spared: Double = 0) -> (distance: Double, offset: Double) {
            var best = (distance: Double.infinity, offset: 0.0)
            for (index, pair) in zip(points, points.dropFirst()).enumerated() {
                if offsets[index + 1] < spared || offsets[index] > length - spared { continue }
                let (distance, share) = place.nearest(between: pair.0, pair.1)
                if distance < best.distance {
                    best = (distance, offsets[index] + (offsets[index + 1] - offsets[index]) * share)
                }
            }
            return best
        }
    }

    private(set) var trunks: [Trunk] = []

    /// Ends at most this many metres apart are joined; anything farther is another run.
    private static let farthestJoin = 200.0
    /// Track within this distance of a run is its second track, in metres; shorter remainders are sidings.
    private static let beside = 40.0
    private static let shortest = 300.0
    /// No line has more branches; only a yard has.
    private static let most = 12

    init(_ pieces: [Railway.Segment]) {
        let graph = TrackGraph(pieces, farthestJoin: Self.farthestJoin)
        var open = Set(graph.edges.indices)
        while !open.isEmpty, trunks.count < Self.most {
            guard let (trunk, edges) = Self.longest(graph, open), trunk.length >= Self.shortest || trunks.isEmpty else { return }
            trunks.append(trunk)
            open.subtract(edges)
            open = open.filter { index in
                let edge = graph.edges[index]
                let middle = graph.places[edge.vertices[edge.vertices.count / 2]]
                return (edge.length > Self.shortest || trunk.nearest(to: middle).distance > Self.beside)
                    && edge.vertices.contains { trunk.nearest(to: graph.places[$0]).distance > Self.beside }
            }
        }
    }

    /// The longest of the shortest paths between two ends, without a reversal or an edge used twice.
    private static func longest(_ graph: TrackGraph, _ open: Set<Int>) -> (Trunk, Set<Int>)? {
        let route = TrackRoute(graph, reversal: .infinity, open: open)
        let directed = (0..<graph.edges.count * 2).filter { open.contains($0 >> 1) }
        func isEnd(_ directed: Int) -> Bool {
            !graph.leaving[graph.start(of: directed)].contains { $0 != directed && open.contains($0 >> 1) }
        }
        var starts = directed.filter(isEnd)
        if starts.isEmpty { starts = directed }
        let goals = directed.map(route.stand(atEndOf:))
        var best: (length: Double, runs: [TrackRoute.Run])?
        for start in starts {
            let reach = route.reach(from: route.stand(atStartOf: start))
            let costs = goals.map { route.cost(reach, to: $0) }
            for index in goals.indices.sorted(by: { (costs[$1], $0) < (costs[$0], $1) }) where costs[index] < .infinity {
                if costs[index] <= best?.length ?? 0 { break }
                let runs = route.runs(reach, to: goals[index]).filter { $0.from != $0.to }
                guard Set(runs.map(\.edge)).count == runs.count else { continue }
                best = (costs[index], runs)
                break
            }
        }
        guard let best else { return nil }
        var vertices: [Int] = []
        for run in best.runs {
            let own = graph.edges[run.edge].vertices
            vertices += run.to > run.from ? own : own.reversed()
        }
        return (Trunk(vertices.map { graph.places[$0] }, isLoop: vertices.first == vertices.last), Set(best.runs.map(\.edge)))
    }
}
