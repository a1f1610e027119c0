import DeterministicMath

/// A place on the WGS 84 ellipsoid in Earth-centred coordinates, with its local east and north.
///
/// Distances are chords bent to arcs of the mean radius: exact to a millionth up to 100 km, within 0.1 % anywhere on Earth.
/// Neither the poles nor the antimeridian are special.
public struct EarthPoint: Equatable, Sendable {
    /// Metres.
    let x, y, z: Double
    private let sinLatitude, cosLatitude, sinLongitude, cosLongitude: Double

    /// NIMA TR8350.2: semi-major axis in metres and squared eccentricity.
    private static let semiMajorAxis = 6_378_137.0
    private static let squaredEccentricity = 6.694_379_990_141_317e-3
    /// The mean radius (2a + b) / 3 in metres.
    private static let meanRadius = 6_371_008.771_415
    private static let radiansPerDegree = 0.017_453_292_519_943_295

    /// - Parameters: degrees, WGS 84.
    public init(latitude: Double, longitude: Double) {
        (sinLatitude, cosLatitude) = DeterministicMath.sincos(latitude * Self.radiansPerDegree)
        (sinLongitude, cosLongitude) = DeterministicMath.sincos(longitude * Self.radiansPerDegree)
        let normal = Self.semiMajorAxis / (1 - Self.squaredEccentricity * sinLatitude * sinLatitude).squareRoot()
        x = normal * cosLatitude * cosLongitude
        y = normal * cosLatitude * sinLongitude
        z = normal * (1 - Self.squaredEccentricity) * sinLatitude
    }

    /// Metres along the ground.
    public func distance(to other: EarthPoint) -> Double {
        let dx = other.x - x
        let dy = other.y - y
        let dz = other.z - z
        let chord = (dx * dx + dy * dy + dz * dz).squareRoot()
        // Below this the bend is under a millionth.
        if chord < 10_000 { return chord }
        let half = min(1, chord / (2 * Self.meanRadius))
        return 2 * Self.meanRadius * DeterministicMath.atan2(half, (1 - half * half).squareRoot())
    }

    /// Metres east and north of here, in the plane that touches the Earth here.
    public func offset(to other: EarthPoint) -> (east: Double, north: Double) {
        let dx = other.x - x
        let dy = other.y - y
        let dz = other.z - z
        let east = cosLongitude * dy - sinLongitude * dx
        let outward = cosLongitude * dx + sinLongitude * dy
        return (east, cosLatitude * dz - sinLatitude * outward)
    }

    /// Degrees true, 0 ..< 360, of a direction given by its east and north parts.
    public static func course(east: Double, north: Double) -> Double {
        let degrees = DeterministicMath.atan2(east, north) / radiansPerDegree
        let course = degrees < 0 ? degrees + 360 : degrees
        return course < 360 ? course : 0
    }
}
