import DeterministicMath

/// The plane that touches the WGS 84 ellipsoid at a place: metres east and north of it, good to 0.1 % within 20 km.
struct TangentPlane: Sendable {
    let origin: MapPoint
    /// Metres in one unit of longitude and of latitude.
    let metresPerX: Double
    let metresPerY: Double

    /// NIMA TR8350.2: semi-major axis in metres and squared eccentricity.
    private static let semiMajorAxis = 6_378_137.0
    private static let squaredEccentricity = 6.694_379_990_141_317e-3

    init(at origin: MapPoint) {
        self.origin = origin
        let radiansPerUnit = 1.462_918_079_267_159_6e-9
        let (sine, cosine) = DeterministicMath.sincos(Double(origin.y) * radiansPerUnit)
        let bend = 1 - Self.squaredEccentricity * sine * sine
        let normal = Self.semiMajorAxis / bend.squareRoot()
        // A millimetre keeps the poles from dividing by zero.
        metresPerX = max(normal * cosine, 0.001) * radiansPerUnit
        metresPerY = normal * (1 - Self.squaredEccentricity) / bend * radiansPerUnit
    }

    @inline(__always) func offset(to point: MapPoint) -> (east: Double, north: Double) {
        (Double(point.x &- origin.x) * metresPerX, Double(point.y &- origin.y) * metresPerY)
    }

    /// Where a straight piece comes nearest to the origin: the part of its length, 0 ... 1, and the square of the distance.
    @inline(__always)
    static func nearest(
        _ from: (east: Double, north: Double), _ to: (east: Double, north: Double)
    ) -> (part: Double, squared: Double) {
        let wayEast = to.east - from.east
        let wayNorth = to.north - from.north
        let length = wayEast * wayEast + wayNorth * wayNorth
        let raw = -(from.east * wayEast + from.north * wayNorth)
        let part = length > 0 ? min(1, max(0, raw / length)) : 0
        let east = from.east + part * wayEast
        let north = from.north + part * wayNorth
        return (part, east * east + north * north)
    }

    func distance(to point: MapPoint) -> Double {
        let (east, north) = offset(to: point)
        return (east * east + north * north).squareRoot()
    }
}
