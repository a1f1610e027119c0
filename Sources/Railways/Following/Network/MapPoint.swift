// SPDX-License-Identifier: MIT
import DeterministicMath
import Tracking

/// A place in fixed-point turns: 2^32 units are a full turn of longitude, so that differences wrap correctly at the antimeridian.
/// One unit is 9 mm of latitude.
struct MapPoint: Equatable, Sendable {
    /// The longitude and the latitude.
    var x: Int32
    var y: Int32

    static let unitsPerDegree = 4_294_967_296.0 / 360

    /// - Parameters: Degrees, WGS 84; longitude -360 ... 360. Nil for invalid coordinates.
    init?(latitude: Double, longitude: Double) {
        guard latitude.magnitude <= 90, longitude.magnitude <= 360 else { return nil }
        x = Int32(truncatingIfNeeded: DeterministicMath.roundToInt(longitude * Self.unitsPerDegree))
        y = Int32(truncatingIfNeeded: DeterministicMath.roundToInt(latitude * Self.unitsPerDegree))
    }

    /// Nil for invalid coordinates.
    init?(_ position: Railway.Position) { self.init(latitude: position.latitude, longitude: position.longitude) }

    /// The point at a fraction (0 ... 1) of the straight line to another point.
    func between(_ other: MapPoint, _ part: Double) -> MapPoint {
        var point = self
        point.x &+= Int32(truncatingIfNeeded: DeterministicMath.roundToInt(part * Double(other.x &- x)))
        point.y &+= Int32(truncatingIfNeeded: DeterministicMath.roundToInt(part * Double(other.y &- y)))
        return point
    }

    /// Calls `body` with the indexes of each two points within so many metres of one another, and their distance: in order of
    /// latitude, so that only nearby ones are compared.
    static func pairs(of points: [MapPoint], within metres: Double, _ body: (_ one: Int, _ other: Int, _ distance: Double) -> Void) {
        let order = points.indices.sorted { (points[$0].y, $0) < (points[$1].y, $1) }
        for (place, one) in order.enumerated() {
            let plane = TangentPlane(at: points[one])
            for other in order[(place + 1)...] {
                guard plane.offset(to: points[other]).north <= metres else { break }
                let distance = plane.distance(to: points[other])
                if distance <= metres { body(one, other, distance) }
            }
        }
    }
}

/// The plane tangent to the WGS 84 ellipsoid at a place: metres east and north of it, accurate to 0.1 % within 20 km.
struct TangentPlane: Sendable {
    let origin: MapPoint
    /// Metres per unit of longitude and of latitude.
    let metresPerX: Double
    let metresPerY: Double

    init(at origin: MapPoint) {
        self.origin = origin
        let radiansPerUnit = 1.462_918_079_267_159_6e-9
        let (sine, cosine) = DeterministicMath.sincos(Double(origin.y) * radiansPerUnit)
        let (east, north) = EarthPoint.metresPerRadian(sine: sine, cosine: cosine)
        // The minimum of a millimetre prevents a division by zero at the poles.
        metresPerX = max(east, 0.001) * radiansPerUnit
        metresPerY = north * radiansPerUnit
    }

    @inline(__always) func offset(to point: MapPoint) -> (east: Double, north: Double) {
        (Double(point.x &- origin.x) * metresPerX, Double(point.y &- origin.y) * metresPerY)
    }

    func distance(to point: MapPoint) -> Double {
        let (east, north) = offset(to: point)
        return (east * east + north * north).squareRoot()
    }
}
