// SPDX-License-Identifier: MIT
import DeterministicMath

/// A place on the WGS 84 ellipsoid in Earth-centred coordinates, with its local east and north.
///
/// Distances are chords bent to arcs of the mean radius, exact to a millionth up to 100 km. Beyond 200 km they follow Lambert's
/// formula for long lines, within 0.01 % except for nearly antipodal places. Neither the poles nor the antimeridian are special
/// cases.
public struct EarthPoint: Equatable, Sendable {
    /// Coordinates in metres.
    let x, y, z: Double
    private let sinLatitude, cosLatitude, sinLongitude, cosLongitude: Double

    /// The semi-major axis in metres and the squared eccentricity (NIMA TR8350.2).
    static let semiMajorAxis = 6_378_137.0
    static let squaredEccentricity = 6.694_379_990_141_317e-3
    private static let flattening = 1 / 298.257_223_563
    /// The mean radius (2a + b) / 3 in metres.
    private static let meanRadius = 6_371_008.771_415
    static let radiansPerDegree = 0.017_453_292_519_943_295

    /// - Parameters: latitude and longitude in degrees, WGS 84.
    public init(latitude: Double, longitude: Double) {
        (sinLatitude, cosLatitude) = DeterministicMath.sincos(latitude * Self.radiansPerDegree)
        (sinLongitude, cosLongitude) = DeterministicMath.sincos(longitude * Self.radiansPerDegree)
        let normal = Self.semiMajorAxis / (1 - Self.squaredEccentricity * sinLatitude * sinLatitude).squareRoot()
        x = normal * cosLatitude * cosLongitude
        y = normal * cosLatitude * sinLongitude
        z = normal * (1 - Self.squaredEccentricity) * sinLatitude
    }

    /// The distance along the ground in metres.
    public func distance(to other: EarthPoint) -> Double {
        let dx = other.x - x
        let dy = other.y - y
        let dz = other.z - z
        let chord = (dx * dx + dy * dy + dz * dz).squareRoot()
        // Below this the bend is under a millionth.
        if chord < 10_000 { return chord }
        if chord > 200_000 { return longDistance(to: other) }
        let half = min(1, chord / (2 * Self.meanRadius))
        return 2 * Self.meanRadius * DeterministicMath.atan2(half, (1 - half * half).squareRoot())
    }

    /// W. D. Lambert, The distance between two widely separated points on the surface of the earth (1942), to first order in the flattening.
    private func longDistance(to other: EarthPoint) -> Double {
        let (sine, cosine) = reduced
        let (otherSine, otherCosine) = other.reduced
        let dx = otherCosine * other.cosLongitude - cosine * cosLongitude
        let dy = otherCosine * other.sinLongitude - cosine * sinLongitude
        let dz = otherSine - sine
        let squared = min(1, (dx * dx + dy * dy + dz * dz) / 4)
        let half = squared.squareRoot()
        let rest = (1 - squared).squareRoot()
        let arc = 2 * DeterministicMath.atan2(half, rest)
        let sinArc = 2 * half * rest
        let sum = (sine + otherSine) / 2
        let difference = (otherSine - sine) / 2
        // For antipodal places the first term goes to its limit.
        let across = rest > 1e-6 ? (arc - sinArc) * (sum / rest) * (sum / rest) : 0
        let along = (arc + sinArc) * (difference / half) * (difference / half)
        return Self.semiMajorAxis * (arc - Self.flattening / 2 * (across + along))
    }

    /// Sine and cosine of the reduced latitude.
    private var reduced: (Double, Double) {
        let sine = (1 - Self.flattening) * sinLatitude
        let length = (cosLatitude * cosLatitude + sine * sine).squareRoot()
        return (sine / length, cosLatitude / length)
    }

    /// The offset in metres east and north, in the plane tangent to the Earth here.
    public func offset(to other: EarthPoint) -> (east: Double, north: Double) {
        let dx = other.x - x
        let dy = other.y - y
        let dz = other.z - z
        let east = cosLongitude * dy - sinLongitude * dx
        let outward = cosLongitude * dx + sinLongitude * dy
        return (east, cosLatitude * dz - sinLatitude * outward)
    }

    /// The true course in degrees, 0 ..< 360, of a direction given by its east and north components.
    public static func course(east: Double, north: Double) -> Double {
        let degrees = DeterministicMath.atan2(east, north) / radiansPerDegree
        let course = degrees < 0 ? degrees + 360 : degrees
        return course < 360 ? course : 0
    }
    /// Metres per radian of longitude and of latitude, at a latitude given by its sine and cosine.
    package static func metresPerRadian(sine: Double, cosine: Double) -> (east: Double, north: Double) {
        let bend = 1 - squaredEccentricity * sine * sine
        let normal = semiMajorAxis / bend.squareRoot()
        return (normal * cosine, normal * (1 - squaredEccentricity) / bend)
    }

    /// Metres per degree of longitude and of latitude.
    static func metresPerDegree(latitude: Double) -> (east: Double, north: Double) {
        let (sine, cosine) = DeterministicMath.sincos(latitude * radiansPerDegree)
        let (east, north) = metresPerRadian(sine: sine, cosine: cosine)
        return (max(0, east) * radiansPerDegree, north * radiansPerDegree)
    }

    /// A closed line around this point, as longitudes and latitudes in degrees, at `radius` metres along the ground of a
    /// spherical Earth.
    func circle(radius: Double) -> [PlanePoint] {
        let (sinArc, cosArc) = DeterministicMath.sincos(min(radius / Self.meanRadius, Double.pi))
        let here = DeterministicMath.atan2(sinLongitude, cosLongitude)
        return (0...72).map { step in
            let (sinCourse, cosCourse) = DeterministicMath.sincos(Double(step % 72) * 5 * Self.radiansPerDegree)
            let sine = sinLatitude * cosArc + cosLatitude * sinArc * cosCourse
            let latitude = DeterministicMath.atan2(sine, max(0, 1 - sine * sine).squareRoot())
            let turn = DeterministicMath.atan2(sinCourse * sinArc * cosLatitude, cosArc - sinLatitude * sine)
            return PlanePoint(x: (here + turn) / Self.radiansPerDegree, y: latitude / Self.radiansPerDegree)
        }
    }
}
