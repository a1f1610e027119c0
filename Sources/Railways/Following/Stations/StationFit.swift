// SPDX-License-Identifier: MIT
import Tracking

/// The positions of a railway's stations along its path: near each station, and in the stations' order.
///
/// Dynamic programming over the nearest positions of each station (one per stretch of the path that passes it), so that a path
/// that crosses itself or passes a station twice still gets the stations in order.
struct StationFit {
    private(set) var stops: [TrackNetwork.Stop] = []
    /// The sum of the distances, plus a penalty for each violation of the order.
    private(set) var cost = 0.0
    /// True if the reversed path would certainly cost more: the stations fit this one as well as any, and it leaves the first behind
    /// before it comes near the last.
    private(set) var isBetterThanReversed = false

    private struct Candidate {
        var along: Double
        var distance: Double
        /// Metres along the path where the stretch begins, and where it ends.
        var begin: Double
        var end: Double
        var cost = 0.0
        var previous = 0
    }

    /// The cost of two stations against their order, in metres of distance from the path.
    private static let disorder = 3_000.0
    /// Metres within which the path comes near a station, and how many positions there are considered.
    private static let near = 600.0
    private static let most = 6

    init(_ places: [(station: Int, point: MapPoint)], on path: TrackPath) {
        let length = path.along.last ?? 0
        var layers: [[Candidate]] = []
        for place in places {
            var layer = Self.candidates(place.point, on: path)
            for index in layer.indices {
                guard let before = layers.last else {
                    layer[index].cost = layer[index].distance
                    continue
                }
                var best = (cost: Double.infinity, place: 0)
                for (other, candidate) in before.enumerated() {
                    let isBehind = candidate.along < layer[index].along
                    let cost = candidate.cost + (isBehind ? 0 : Self.disorder)
                    if cost < best.cost { best = (cost, other) }
                }
                layer[index].cost = best.cost + layer[index].distance
                layer[index].previous = best.place
            }
            layers.append(layer)
        }
        guard var place = layers.last?.indices.min(by: { layers[layers.count - 1][$0].cost < layers[layers.count - 1][$1].cost })
        else { return }
        cost = layers[layers.count - 1][place].cost
        // On the reversed path the first station lies after the last, so at least two are against their order.
        if layers[0].count == 1, layers[layers.count - 1].count == 1, layers[0][0].end < layers[layers.count - 1][0].begin {
            isBetterThanReversed = cost < layers.reduce(Self.disorder) { $0 + ($1.first?.distance ?? 0) }
        }
        for layer in layers.indices.reversed() {
            let candidate = layers[layer][place]
            stops.append(TrackNetwork.Stop(station: places[layer].station, along: min(candidate.along, length)))
            place = candidate.previous
        }
        stops.sort { ($0.along, $0.station) < ($1.along, $1.station) }
    }

    /// The nearest positions on the path, one per stretch that comes near.
    private static func candidates(_ point: MapPoint, on path: TrackPath) -> [Candidate] {
        let plane = TangentPlane(at: point)
        var found = stretches(within: near, of: plane, path)
        if found.isEmpty { found = stretches(within: .infinity, of: plane, path) }
        found.sort { $0.distance < $1.distance }
        return Array(found.prefix(most))
    }

    /// The nearest position on each stretch of the path that is within so many metres of the plane's origin.
    private static func stretches(within reach: Double, of plane: TangentPlane, _ path: TrackPath) -> [Candidate] {
        var found: [Candidate] = []
        var stretch: Candidate?
        var from = plane.offset(to: path.points[0])
        for index in 1..<path.points.count {
            let to = plane.offset(to: path.points[index])
            defer { from = to }
            let (part, squared) = FlatPiece.nearest(from, to, within: reach) ?? (0, .infinity)
            let distance = squared.squareRoot()
            if distance < reach {
                let (before, after) = (path.along[index - 1], path.along[index])
                var nearest = stretch ?? Candidate(along: 0, distance: .infinity, begin: before, end: after)
                if distance < nearest.distance { (nearest.along, nearest.distance) = (before + part * (after - before), distance) }
                nearest.end = after
                stretch = nearest
            } else if let ended = stretch {
                found.append(ended)
                stretch = nil
            }
        }
        if let stretch { found.append(stretch) }
        return found
    }
}
