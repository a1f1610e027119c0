// SPDX-License-Identifier: MIT
import DeterministicMath

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

    /// The point at a fraction (0 ... 1) of the straight line to another point.
    func between(_ other: MapPoint, _ part: Double) -> MapPoint {
        var point = self
        point.x &+= Int32(truncatingIfNeeded: DeterministicMath.roundToInt(part * Double(other.x &- x)))
        point.y &+= Int32(truncatingIfNeeded: DeterministicMath.roundToInt(part * Double(other.y &- y)))
        return point
    }
}
