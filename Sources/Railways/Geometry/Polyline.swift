// SPDX-License-Identifier: MIT
import Tracking

extension Sequence<EarthPoint> {
    /// The length in metres of the straight lines through these places.
    var pathLength: Double { zip(self, dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) } }

    /// The distance in metres from a place to the nearest point on the straight lines through these; infinite without any.
    package func distance(from place: EarthPoint) -> Double {
        var nearest = Double.infinity
        var last: EarthPoint?
        for next in self {
            nearest = Swift.min(nearest, last.map { place.nearest(between: $0, next).distance } ?? place.distance(to: next))
            last = next
        }
        return nearest
    }
}

extension ArraySlice<Double> {
    /// The piece of a path in which a point is, by the offsets along the path at which its pieces begin; the first for a point before
    /// all.
    func piece(at offset: Double) -> Int { Swift.max(startIndex, partitioningIndex { $0 > offset } - 1) }
}
