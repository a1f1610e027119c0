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

    private struct Candidate {
        var along: Double
        var distance: Double
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
        var found: [Candidate] = []
        var stretch: Candidate?
        var nearest = Candidate(along: 0, distance: .infinity)
        var from = plane.offset(to: path.points[0])
        for index in 1..<path.points.count {
            let to = plane.offset(to: path.points[index])
            let (part, squared) = FlatPiece.nearest(from, to)
            let distance = squared.squareRoot()
            let candidate = Candidate(
                along: path.along[index - 1] + part * (path.along[index] - path.along[index - 1]), distance: distance)
            if distance < nearest.distance { nearest = candidate }
            if distance < near {
                if distance < stretch?.distance ?? .infinity { stretch = candidate }
            } else if let ended = stretch {
                found.append(ended)
                stretch = nil
            }
            from = to
        }
        if let stretch { found.append(stretch) }
        if found.isEmpty { found = [nearest] }
        found.sort { $0.distance < $1.distance }
        return Array(found.prefix(most))
    }
}
