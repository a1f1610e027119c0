// SPDX-License-Identifier: MIT
/// A straight segment of a way in a plane.
package enum FlatPiece {
    /// The point of the segment nearest to the origin: its fraction of the length, 0 ... 1, and its squared distance.
    @inlinable @inline(__always)
    package static func nearest(
        _ from: (east: Double, north: Double), _ to: (east: Double, north: Double)
    ) -> (part: Double, squared: Double) {
        let wayEast = to.east - from.east
        let wayNorth = to.north - from.north
        let length = wayEast * wayEast + wayNorth * wayNorth
        let way = -(from.east * wayEast + from.north * wayNorth)
        // Of most pieces of a way one end is nearest: without a division, which takes longer than all the rest.
        let part = way <= 0 ? 0 : way >= length ? 1 : way / length
        let east = from.east + part * wayEast
        let north = from.north + part * wayNorth
        return (part, east * east + north * north)
    }

    /// The same; nil if it is farther than `reach`.
    @inlinable @inline(__always)
    package static func nearest(
        _ from: (east: Double, north: Double), _ to: (east: Double, north: Double), within reach: Double
    ) -> (part: Double, squared: Double)? {
        // Most pieces are out of reach on one side.
        guard min(from.north, to.north) <= reach, max(from.north, to.north) >= -reach,
            min(from.east, to.east) <= reach, max(from.east, to.east) >= -reach
        else { return nil }
        let nearest = nearest(from, to)
        return nearest.squared <= reach * reach ? nearest : nil
    }
}
