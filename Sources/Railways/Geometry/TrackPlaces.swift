// SPDX-License-Identifier: MIT
import Tracking

/// The positions on a graph's edges where a train may stand at a station.
///
/// One for each track that passes nearby: both tracks of a line, a loop that comes back, parallel lines.
package struct TrackPlaces {
    /// The distance in metres to the nearest track; infinite without track.
    private(set) var nearest = Double.infinity
    /// At most six, nearest first, each with its distance in metres.
    package private(set) var stands: [(stand: TrackRoute.Stand, distance: Double)] = []

    /// How much farther away than the nearest track another may be, in metres.
    private static let spread = 80.0
    private static let most = 6

    package init(_ graph: TrackGraph, near place: EarthPoint) {
        var found: [(edge: Int, leg: Int, distance: Double, share: Double)] = []
        for (index, edge) in graph.edges.enumerated() {
            for leg in edge.isGap.indices where !edge.isGap[leg] {
                let (a, b) = (graph.places[edge.vertices[leg]], graph.places[edge.vertices[leg + 1]])
                let (distance, share) = place.nearest(between: a, b)
                nearest = min(nearest, distance)
                if distance <= nearest + Self.spread { found.append((index, leg, distance, share)) }
            }
        }
        // Of consecutive legs within reach, keep the best.
        var last: (edge: Int, leg: Int)?
        for one in found where one.distance <= nearest + Self.spread {
            let edge = graph.edges[one.edge]
            let offset = edge.offsets[one.leg] + (edge.offsets[one.leg + 1] - edge.offsets[one.leg]) * one.share
            let stand = TrackRoute.Stand(edge: one.edge, offset: offset, isForward: true)
            if let last, last.edge == one.edge, last.leg + 1 == one.leg, let best = stands.last {
                if one.distance < best.distance { stands[stands.count - 1] = (stand, one.distance) }
            } else {
                stands.append((stand, one.distance))
            }
            last = (one.edge, one.leg)
        }
        stands.sort { ($0.distance, $0.stand.edge, $0.stand.offset) < ($1.distance, $1.stand.edge, $1.stand.offset) }
        stands = Array(stands.prefix(Self.most))
    }
}
