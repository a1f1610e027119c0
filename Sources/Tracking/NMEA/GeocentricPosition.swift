// SPDX-License-Identifier: MIT
import DeterministicMath

/// A position in Earth-centred metres, as receivers compute it.
struct GeocentricPosition {
    let x, y, z: Double

    struct Place {
        /// Latitude and longitude in degrees, height in metres above the ellipsoid.
        let latitude, longitude, height: Double
        let sinLatitude, cosLatitude, sinLongitude, cosLongitude: Double

        /// The horizontal components here of a vector in Earth-centred axes.
        func local(x: Double, y: Double, z: Double) -> (east: Double, north: Double) {
            let outward = cosLongitude * x + sinLongitude * y
            return (cosLongitude * y - sinLongitude * x, cosLatitude * z - sinLatitude * outward)
        }
    }

    /// The position on the WGS 84 ellipsoid; nil near the Earth's centre, where there is none. Bowring's formula, iterated to below a
    /// micrometre.
    var geodetic: Place? {
        let distance = (x * x + y * y).squareRoot()
        guard x.magnitude < 1e8, y.magnitude < 1e8, z.magnitude < 1e8, (distance * distance + z * z).squareRoot() > 1e6 else {
            return nil
        }
        let flattening = (1 - EarthPoint.squaredEccentricity).squareRoot()
        let semiMinorAxis = EarthPoint.semiMajorAxis * flattening
        let secondEccentricity = EarthPoint.squaredEccentricity / (1 - EarthPoint.squaredEccentricity)
        // The tangent of the reduced latitude as sine and cosine, so that the poles are not a special case.
        var (sine, cosine) = Self.unit(z, distance * flattening)
        var sinLatitude = 0.0
        var cosLatitude = 1.0
        for _ in 0..<3 {
            (sinLatitude, cosLatitude) = Self.unit(
                z + secondEccentricity * semiMinorAxis * sine * sine * sine,
                distance - EarthPoint.squaredEccentricity * EarthPoint.semiMajorAxis * cosine * cosine * cosine)
            (sine, cosine) = Self.unit(sinLatitude * flattening, cosLatitude)
        }
        let (sinLongitude, cosLongitude) = Self.unit(y, x)
        let normal = EarthPoint.semiMajorAxis / (1 - EarthPoint.squaredEccentricity * sinLatitude * sinLatitude).squareRoot()
        let height =
            distance * cosLatitude + (z + EarthPoint.squaredEccentricity * normal * sinLatitude) * sinLatitude - normal
        return Place(
            latitude: DeterministicMath.atan2(sinLatitude, cosLatitude) / EarthPoint.radiansPerDegree,
            longitude: DeterministicMath.atan2(y, x) / EarthPoint.radiansPerDegree, height: height, sinLatitude: sinLatitude,
            cosLatitude: cosLatitude, sinLongitude: sinLongitude, cosLongitude: cosLongitude)
    }

    private static func unit(_ sine: Double, _ cosine: Double) -> (Double, Double) {
        let length = (sine * sine + cosine * cosine).squareRoot()
        return length > 0 ? (sine / length, cosine / length) : (0, 1)
    }
}
