// SPDX-License-Identifier: MIT
import Tracking

extension TrackNetwork {
    /// The nearest place on a line, searched up to `window` metres along the line in both directions from `before`, rounded up to
    /// full pieces.
    /// - Parameters:
    ///   - plane: The tangent plane at the fix.
    ///   - before: A place on the line.
    func nearest(to plane: TangentPlane, on line: Line, around before: TrackPlace, window: Double) -> TrackPlace {
        points.withUnsafeBufferPointer { points in
            along.withUnsafeBufferPointer { along in
                var best = NearestPiece()
                // Search forwards, then backwards; on a ring both continue across the seam.
                let first = min(max(before.vertex, line.first), line.end - 2)
                var index = first
                var way = along[first] - before.along
                var from = plane.offset(to: points[index])
                let start = from
                var steps = line.end - line.first
                while steps > 0, way <= window {
                    steps -= 1
                    let to = plane.offset(to: points[index + 1])
                    best.consider(index, from, to)
                    from = to
                    way += along[index + 1] - along[index]
                    index += 1
                    if index >= line.end - 1 {
                        guard line.isRing else { break }
                        index = line.first
                        from = plane.offset(to: points[index])
                    }
                }
                index = first
                way = before.along - along[first]
                var to = start
                steps = line.end - line.first
                while steps > 0, way <= window {
                    steps -= 1
                    if index <= line.first {
                        guard line.isRing else { break }
                        index = line.end - 1
                        to = plane.offset(to: points[index])
                    }
                    index -= 1
                    let from = plane.offset(to: points[index])
                    best.consider(index, from, to)
                    to = from
                    way += along[index + 1] - along[index]
                }
                return place(of: best, plane, points, along)
            }
        }
    }

    /// The same place on the line's other way there, on a lasso's stem or near a switchback; nil elsewhere.
    func otherWay(of place: TrackPlace, on line: Line, _ plane: TangentPlane) -> TrackPlace? {
        guard let metres = line.otherWay(of: place.along) else { return nil }
        var around = place
        around.along = metres
        around.vertex = Self.vertex(at: around.along, on: line, along)
        return nearest(to: plane, on: line, around: around, window: Self.drawnApart)
    }

    /// The vertex at which the piece of a line begins that has a place, in metres along the line.
    static func vertex(at metres: Double, on line: Line, _ along: [Double]) -> Int {
        along[line.first..<line.end - 1].piece(at: metres)
    }

    /// Metres by which the two ways on one track may be drawn longer or shorter.
    private static let drawnApart = 100.0

    /// The squared distance to the piece of track that begins at a vertex; nil if it is farther than `reach` metres.
    @inline(__always)
    func squaredDistance(to piece: Int, _ plane: TangentPlane, within reach: Double) -> Double? {
        points.withUnsafeBufferPointer { points in
            FlatPiece.nearest(plane.offset(to: points[piece]), plane.offset(to: points[piece + 1]), within: reach)?.squared
        }
    }

    /// The nearest place on one piece of a line.
    func place(on piece: Int, of line: Line, _ plane: TangentPlane) -> TrackPlace {
        points.withUnsafeBufferPointer { points in
            along.withUnsafeBufferPointer { along in
                var best = NearestPiece()
                best.consider(piece, plane.offset(to: points[piece]), plane.offset(to: points[piece + 1]))
                return place(of: best, plane, points, along)
            }
        }
    }

    @inline(__always)
    private func place(
        of best: NearestPiece, _ plane: TangentPlane, _ points: UnsafeBufferPointer<MapPoint>,
        _ along: UnsafeBufferPointer<Double>
    ) -> TrackPlace {
        let from = plane.offset(to: points[best.vertex])
        let to = plane.offset(to: points[best.vertex + 1])
        let length = along[best.vertex + 1] - along[best.vertex]
        let east = length > 0 ? (to.east - from.east) / length : 0
        let north = length > 0 ? (to.north - from.north) / length : 1
        let distance = best.squared.squareRoot()
        let isRight = from.east * north - from.north * east < 0
        return TrackPlace(
            vertex: best.vertex, along: along[best.vertex] + best.part * length,
            cross: isRight ? -distance : distance, east: east, north: north)
    }
}

/// Keeps the nearest of the pieces passed to it; the fix is the origin.
private struct NearestPiece {
    var vertex = 0
    var squared = Double.infinity
    /// The fraction of the piece's length, 0 ... 1.
    var part = 0.0

    @inline(__always)
    mutating func consider(_ index: Int, _ from: (east: Double, north: Double), _ to: (east: Double, north: Double)) {
        let (part, squared) = FlatPiece.nearest(from, to)
        if squared < self.squared {
            self.squared = squared
            self.part = part
            vertex = index
        }
    }
}
