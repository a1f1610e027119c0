import DeterministicMath

/// A place in turns: 2^32 units are a full turn of longitude, so that differences wrap by themselves over the antimeridian.
/// One unit is 9 mm of latitude.
struct MapPoint: Equatable, Sendable {
    /// Longitude and latitude.
    var x: Int32
    var y: Int32

    static let unitsPerDegree = 4_294_967_296.0 / 360

    /// - Parameters: degrees, WGS 84; longitude -360 ... 360. Nil for what is no place.
    init?(latitude: Double, longitude: Double) {
        guard latitude.magnitude <= 90, longitude.magnitude <= 360 else { return nil }
        x = Int32(truncatingIfNeeded: DeterministicMath.roundToInt(longitude * Self.unitsPerDegree))
        y = Int32(truncatingIfNeeded: DeterministicMath.roundToInt(latitude * Self.unitsPerDegree))
    }

    /// The place on the straight way to another one, at a part of its length, 0 ... 1.
    func between(_ other: MapPoint, _ part: Double) -> MapPoint {
        var point = self
        point.x &+= Int32(truncatingIfNeeded: DeterministicMath.roundToInt(part * Double(other.x &- x)))
        point.y &+= Int32(truncatingIfNeeded: DeterministicMath.roundToInt(part * Double(other.y &- y)))
        return point
    }
}
