// SPDX-License-Identifier: MIT
import HeapModule
import Tracking

/// Finds the shortest path over a `TrackGraph` that a train can take: without a reversal unless there is no better path.
package struct TrackRoute {
    /// A position on an edge, with the direction of the train.
    package struct Stand: Equatable {
        var edge: Int
        /// The distance in metres from the edge's first vertex.
        package var offset: Double
        /// True in the order of the edge's vertices.
        var isForward: Bool

        var directed: Int { edge * 2 + (isForward ? 0 : 1) }
        var turned: Stand { Stand(edge: edge, offset: offset, isForward: !isForward) }
    }

    /// A stretch of an edge, travelled from one offset to another.
    struct Run: Equatable {
        var edge: Int
        var from, to: Double
    }

    /// The cost of a reversal, in metres of detour that a train would take instead.
    static let reversal = 600.0
    /// The weight of each metre over a gap.
    private static let gapWeight = 3.0
    /// Beyond this angle two edges meet like the two legs of a switch, not as one track: cos 100 degrees.
    private static let sharpest = -0.173_648_177_666_930_35

    private let graph: TrackGraph
    /// The weighted length of each edge in metres.
    private let weights: [Double]
    /// For each directed edge, the edges that follow and the cost of the turn in metres.
    private let following: [[(directed: Int, cost: Double)]]

    /// - Parameters:
    ///   - reversal: The cost of a reversal, in metres.
    ///   - open: The edges that may be used; nil for all.
    init(_ graph: TrackGraph, reversal: Double = Self.reversal, open: Set<Int>? = nil) {
        self.graph = graph
        weights = graph.edges.map { edge in
            var weight = 0.0
            for leg in edge.isGap.indices {
                let length = edge.offsets[leg + 1] - edge.offsets[leg]
                weight += edge.isGap[leg] ? length * Self.gapWeight : length
            }
            return weight
        }
        following = (0..<graph.edges.count * 2).map { directed in
            graph.leaving[graph.end(of: directed)].filter { open?.contains($0 >> 1) ?? true }.map { next in
                (next, Self.turn(from: directed, to: next, graph) ? reversal : 0)
            }
        }
    }

    /// Whether continuing from one directed edge to the next is a reversal.
    private static func turn(from directed: Int, to next: Int, _ graph: TrackGraph) -> Bool {
        if next == directed ^ 1 { return true }
        let here = graph.places[graph.start(of: next)]
        guard let behind = lookAlong(directed ^ 1, from: here, graph), let ahead = lookAlong(next, from: here, graph) else {
            return false
        }
        let product = -(behind.east * ahead.east + behind.north * ahead.north)
        let lengths =
            ((behind.east * behind.east + behind.north * behind.north)
            * (ahead.east * ahead.east + ahead.north * ahead.north)).squareRoot()
        return product < Self.sharpest * lengths
    }

    /// The offset east and north of the first vertex of a directed edge that is 15 m away, else of its last. Nil over a gap,
    /// which has no tangent.
    private static func lookAlong(_ directed: Int, from here: EarthPoint, _ graph: TrackGraph) -> (east: Double, north: Double)? {
        let edge = graph.edges[directed >> 1]
        let count = edge.vertices.count
        let isForward = directed & 1 == 0
        if edge.isGap[isForward ? 0 : count - 2] { return nil }
        var seen: (east: Double, north: Double)?
        for step in 1..<count {
            let offset = here.offset(to: graph.places[edge.vertices[isForward ? step : count - 1 - step]])
            seen = offset
            if offset.east * offset.east + offset.north * offset.north >= 225 { break }
        }
        return seen
    }

    /// Where a train stands that is about to enter a directed edge.
    func stand(atStartOf directed: Int) -> Stand {
        let isForward = directed & 1 == 0
        return Stand(edge: directed >> 1, offset: isForward ? 0 : graph.edges[directed >> 1].length, isForward: isForward)
    }

    /// Where a train stands that has run over a directed edge.
    func stand(atEndOf directed: Int) -> Stand { stand(atStartOf: directed ^ 1).turned }

    /// The result of a search from one stand.
    struct Reach {
        fileprivate let start: Stand
        /// Weighted metres to the end of each directed edge.
        fileprivate var costs: [Double]
        /// The preceding directed edge; -1 for the one where the search starts.
        fileprivate var before: [Int]
    }

    /// The paths from one stand to all edges (Dijkstra over directed edges).
    /// - Parameter most: The cost in weighted metres at which the search ends; costs above it may come out too high.
    func reach(from start: Stand, within most: Double = .infinity) -> Reach {
        var reach = Reach(
            start: start, costs: [Double](repeating: .infinity, count: following.count),
            before: [Int](repeating: -1, count: following.count))
        var waiting = Heap<ReachedNode>()
        let rest = start.isForward ? graph.edges[start.edge].length - start.offset : start.offset
        reach.costs[start.directed] = rest
        waiting.insert(ReachedNode(cost: rest, node: start.directed))
        while let last = waiting.popMin(), last.cost <= most {
            if last.cost > reach.costs[last.node] { continue }
            for (next, turn) in following[last.node] {
                let sum = last.cost + turn + weights[next >> 1]
                if sum < reach.costs[next] {
                    reach.costs[next] = sum
                    reach.before[next] = last.node
                    waiting.insert(ReachedNode(cost: sum, node: next))
                }
            }
        }
        return reach
    }

    /// The weighted metres to a stand; infinite if there is no path.
    func cost(_ reach: Reach, to goal: Stand) -> Double { best(reach, to: goal).cost }

    /// The runs to a stand, in order; empty if there is no path.
    func runs(_ reach: Reach, to goal: Stand) -> [Run] {
        let (cost, last) = best(reach, to: goal)
        guard cost < .infinity else { return [] }
        guard let last else { return [Run(edge: goal.edge, from: reach.start.offset, to: goal.offset)] }
        let length = graph.edges[goal.edge].length
        var runs = [Run(edge: goal.edge, from: goal.isForward ? 0 : length, to: goal.offset)]
        var at = last
        // Costs fall strictly towards the start, except over edges of length 0; the bound prevents an endless loop over these.
        for _ in 0...following.count {
            let edge = at >> 1
            let whole = graph.edges[edge].length
            let end = at & 1 == 0 ? whole : 0
            if reach.before[at] < 0 {
                runs.append(Run(edge: edge, from: reach.start.offset, to: end))
                break
            }
            runs.append(Run(edge: edge, from: whole - end, to: end))
            at = reach.before[at]
        }
        return runs.reversed()
    }

    /// The cost to a stand, and the directed edge before the stand's own; nil when the path stays on one edge.
    private func best(_ reach: Reach, to goal: Stand) -> (cost: Double, last: Int?) {
        var best: (cost: Double, last: Int?) = (.infinity, nil)
        let start = reach.start
        if start.edge == goal.edge, start.isForward == goal.isForward {
            let way = goal.isForward ? goal.offset - start.offset : start.offset - goal.offset
            if way >= 0 { best = (way, nil) }
        }
        let own = goal.isForward ? goal.offset : graph.edges[goal.edge].length - goal.offset
        // The edges that reach the start of the goal's directed edge are the reverses of those that leave it.
        for reverse in graph.leaving[graph.start(of: goal.directed)] {
            let directed = reverse ^ 1
            guard reach.costs[directed] < .infinity,
                let turn = following[directed].first(where: { $0.directed == goal.directed })
            else { continue }
            let cost = reach.costs[directed] + turn.cost + own
            if cost < best.cost { best = (cost, directed) }
        }
        return best
    }
}

/// A node that a search for the shortest path has reached. Lowest cost first; ties by lowest number, so that the path does not
/// depend on the heap.
struct ReachedNode: Comparable {
    let cost: Double
    let node: Int

    static func < (a: ReachedNode, b: ReachedNode) -> Bool { (a.cost, a.node) < (b.cost, b.node) }
}
