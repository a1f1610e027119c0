// SPDX-License-Identifier: MIT
import DeterministicMath
import Tracking

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
