// SPDX-License-Identifier: MIT
import Tracking

/// Pieces of track joined where they touch: the graph in which `TrackChain` searches for the path past the stations.
///
/// Pieces join where they share a point (to 1e-7 degrees, about a centimetre). Unconnected parts are joined at their nearest
/// points by legs marked as gaps. Vertices are numbered in the order of the source, so that a source always yields the same
/// graph.
package struct TrackGraph {
    /// The straight line between two vertices.
    private struct Leg {
        var a, b: Int
        var isUnderground: Bool
        /// True if not in the source: the leg joins two parts that do not touch.
        var isGap = false
    }

    /// A chain of legs without a junction inside.
    package struct Edge {
        /// At least two; on a circle the first equals the last.
        package var vertices: [Int]
        /// One per leg.
        var isUnderground: [Bool]
        var isGap: [Bool]
        /// The distance in metres from the first vertex to each.
        var offsets: [Double]
        var length: Double { offsets[offsets.count - 1] }
    }

    private(set) var positions: [Railway.Position] = []
    private(set) var places: [EarthPoint] = []
    private var legs: [Leg] = []
    package private(set) var edges: [Edge] = []
    /// For each vertex, the directed edges that leave it (edge * 2, + 1 against its order).
    private(set) var leaving: [[Int]] = []

    /// - Parameter farthestJoin: Parts more than this many metres apart are not joined.
    package init(_ pieces: [Railway.Segment], farthestJoin: Double = .infinity) {
        var numbers: [Railway.Position: Int] = [:]
        var known: Set<[Int]> = []
        for piece in pieces {
            var last: Int?
            for point in piece.points where point.isOnEarth {
                let key = point.rounded
                let vertex: Int
                if let number = numbers[key] {
                    vertex = number
                } else {
                    vertex = add(point)
                    numbers[key] = vertex
                }
                if let last, last != vertex, known.insert([min(last, vertex), max(last, vertex)]).inserted {
                    legs.append(Leg(a: last, b: vertex, isUnderground: piece.isUnderground))
                }
                last = vertex
            }
        }
        join(farthestJoin)
        compress()
    }

    private mutating func add(_ position: Railway.Position) -> Int {
        positions.append(position)
        places.append(position.place)
        return positions.count - 1
    }

    // MARK: Joining unconnected parts

    /// Joins every connected part to its nearest neighbour, and repeats until one part is left (Borůvka).
    private mutating func join(_ farthest: Double) {
        while true {
            var parts = DisjointSets(count: positions.count)
            var degrees = [Int](repeating: 0, count: positions.count)
            for leg in legs {
                parts.unite(leg.a, leg.b)
                degrees[leg.a] += 1
                degrees[leg.b] += 1
            }
            let roots = positions.indices.map { parts.root($0) }
            let ends = seekingVertices(roots: roots, degrees: degrees)
            // The nearest point on another part, by part.
            var nearest: [Int: (distance: Double, vertex: Int, leg: Int, share: Double)] = [:]
            for vertex in ends {
                let root = roots[vertex]
                for (index, leg) in legs.enumerated() where roots[leg.a] != root {
                    let (distance, share) = places[vertex].nearest(between: places[leg.a], places[leg.b])
                    if distance <= farthest, distance < nearest[root]?.distance ?? .infinity {
                        nearest[root] = (distance, vertex, index, share)
                    }
                }
            }
            if nearest.isEmpty { return }
            var splits: [Int: [(share: Double, vertex: Int)]] = [:]
            var added: [Leg] = []
            for root in nearest.keys.sorted() {
                guard let found = nearest[root] else { continue }
                let leg = legs[found.leg]
                // Two parts that chose each other are joined only once.
                guard parts.unite(found.vertex, leg.a) else { continue }
                let other: Int
                if found.share <= 0 {
                    other = leg.a
                } else if found.share >= 1 {
                    other = leg.b
                } else {
                    other = add(positions[leg.a].toward(positions[leg.b], share: found.share))
                    splits[found.leg, default: []].append((found.share, other))
                }
                added.append(Leg(a: found.vertex, b: other, isUnderground: leg.isUnderground, isGap: true))
            }
            for index in splits.keys.sorted() {
                guard let cuts = splits[index] else { continue }
                let old = legs[index]
                var start = old.a
                for cut in cuts.sorted(by: { $0.share < $1.share }) {
                    added.append(Leg(a: start, b: cut.vertex, isUnderground: old.isUnderground))
                    start = cut.vertex
                }
                legs[index].a = start
            }
            legs += added
        }
    }

    /// The loose ends of each part; for a part without any, all its vertices.
    private func seekingVertices(roots: [Int], degrees: [Int]) -> [Int] {
        var hasEnd: Set<Int> = []
        for vertex in positions.indices where degrees[vertex] == 1 { hasEnd.insert(roots[vertex]) }
        return positions.indices.filter { degrees[$0] == 1 || (degrees[$0] > 1 && !hasEnd.contains(roots[$0])) }
    }

    // MARK: Edges

    private mutating func compress() {
        var incident = [[Int]](repeating: [], count: positions.count)
        for (index, leg) in legs.enumerated() {
            incident[leg.a].append(index)
            incident[leg.b].append(index)
        }
        var taken = [Bool](repeating: false, count: legs.count)
        for vertex in positions.indices where incident[vertex].count != 2 {
            for leg in incident[vertex] where !taken[leg] { walk(from: vertex, over: leg, incident, &taken) }
        }
        // The remaining legs form circles without a junction.
        for leg in legs.indices where !taken[leg] { walk(from: legs[leg].a, over: leg, incident, &taken) }
        leaving = [[Int]](repeating: [], count: positions.count)
        for directed in 0..<edges.count * 2 { leaving[start(of: directed)].append(directed) }
    }

    private mutating func walk(from start: Int, over first: Int, _ incident: [[Int]], _ taken: inout [Bool]) {
        var edge = Edge(vertices: [start], isUnderground: [], isGap: [], offsets: [0])
        var at = start
        var next: Int? = first
        while let index = next {
            taken[index] = true
            let leg = legs[index]
            let to = leg.a == at ? leg.b : leg.a
            edge.offsets.append(edge.length + places[at].distance(to: places[to]))
            edge.vertices.append(to)
            edge.isUnderground.append(leg.isUnderground)
            edge.isGap.append(leg.isGap)
            at = to
            next = incident[at].count == 2 && at != start ? incident[at].first { !taken[$0] } : nil
        }
        edges.append(edge)
    }

    /// The vertex that a directed edge leaves. `end(of:)` is the vertex that it reaches.
    func start(of directed: Int) -> Int {
        let vertices = edges[directed >> 1].vertices
        return directed & 1 == 0 ? vertices[0] : vertices[vertices.count - 1]
    }

    func end(of directed: Int) -> Int { start(of: directed ^ 1) }
}
