// SPDX-License-Identifier: MIT
import DeterministicMath

/// A grid on the Earth in metres, whose eastings and northings are converted to positions.
enum ProjectedGrid: Equatable {
    case utm(zone: Int, isNorth: Bool)
    /// The Swiss grid of CH1903+, and that of CH1903 without its leading 2 and 1.
    case lv95, lv03
    /// The British National Grid (OSGB36).
    case british

    /// The position in degrees of WGS 84: UTM to a millimetre, the Swiss grids to 1 m, the British one to 5 m, each within its
    /// own country.
    /// - Returns: nil outside the grid.
    func position(east: Double, north: Double) -> (latitude: Double, longitude: Double)? {
        switch self {
        case .utm(let zone, let isNorth):
            guard (1...60).contains(zone), (100_000...900_000).contains(east), (0...10_000_000).contains(north) else { return nil }
            let (latitude, longitude) = TransverseMercator.utm.inverse(
                east: east - 500_000, north: isNorth ? north : north - 10_000_000)
            return (latitude, longitude + Double(zone * 6 - 183))
        case .lv95:
            guard (2_400_000...2_900_000).contains(east), (1_000_000...1_400_000).contains(north) else { return nil }
            return Self.swiss(east: (east - 2_600_000) / 1e6, north: (north - 1_200_000) / 1e6)
        case .lv03:
            guard (400_000...900_000).contains(east), (0...400_000).contains(north) else { return nil }
            return Self.swiss(east: (east - 600_000) / 1e6, north: (north - 200_000) / 1e6)
        case .british:
            guard (0...800_000).contains(east), (0...1_300_000).contains(north) else { return nil }
            let (latitude, longitude) = TransverseMercator.british.inverse(east: east - 400_000, north: north + 100_000)
            return Helmert.britishToWGS84(latitude: latitude, longitude: longitude - 2)
        }
    }

    /// swisstopo, Approximate formulas for the transformation between Swiss projection coordinates and WGS 84 (2016).
    /// - Parameters: offsets from Bern in megametres.
    private static func swiss(east y: Double, north x: Double) -> (latitude: Double, longitude: Double) {
        let longitude = 2.677_909_4 + 4.728_982 * y + 0.791_484 * y * x + 0.1306 * y * x * x - 0.0436 * y * y * y
        let latitude = 16.902_389_2 + 3.238_272 * x - 0.270_978 * y * y - 0.002_528 * x * x - 0.0447 * y * y * x - 0.0140 * x * x * x
        return (latitude * 100 / 36, longitude * 100 / 36)
    }
}

/// The inverse transverse Mercator projection of an ellipsoid, by Krüger's series to the fourth order of the third flattening (L.
/// Krüger, Konforme Abbildung des Erdellipsoids in der Ebene, 1912; C. Karney, Transverse Mercator with an accuracy of a few
/// nanometers, 2011).
private struct TransverseMercator {
    private let scaledRadius: Double
    /// The rectifying latitude of the northings' origin, in radians.
    private let origin: Double
    /// The coefficients from the plane to the sphere, and from the sphere's latitude to the ellipsoid's.
    private let toSphere: [Double]
    private let toEllipsoid: [Double]

    static let utm = TransverseMercator(semiMajorAxis: 6_378_137, flattening: 1 / 298.257_223_563, scale: 0.9996, origin: 0)
    /// Airy 1830, with the Ordnance Survey's scale and true origin.
    static let british = TransverseMercator(
        semiMajorAxis: Helmert.airyMajor, flattening: (Helmert.airyMajor - Helmert.airyMinor) / Helmert.airyMajor,
        scale: 0.999_601_271_7, origin: 49)

    /// - Parameter origin: the latitude of the origin in degrees.
    init(semiMajorAxis: Double, flattening: Double, scale: Double, origin: Double) {
        let n = flattening / (2 - flattening)
        let n2 = n * n
        let n3 = n2 * n
        let n4 = n2 * n2
        scaledRadius = scale * semiMajorAxis / (1 + n) * (1 + n2 / 4 + n4 / 64)
        toSphere = [
            n / 2 - 2 * n2 / 3 + 37 * n3 / 96 - n4 / 360, n2 / 48 + n3 / 15 - 437 * n4 / 1440, 17 * n3 / 480 - 37 * n4 / 840,
            4397 * n4 / 161_280,
        ]
        toEllipsoid = [
            2 * n - 2 * n2 / 3 - 2 * n3 + 116 * n4 / 45, 7 * n2 / 3 - 8 * n3 / 5 - 227 * n4 / 45, 56 * n3 / 15 - 136 * n4 / 35,
            4279 * n4 / 630,
        ]
        let latitude = origin * EarthPoint.radiansPerDegree
        let rectifying = [-3 * n / 2 + 9 * n3 / 16, 15 * n2 / 16 - 15 * n4 / 32, -35 * n3 / 48, 315 * n4 / 512]
        self.origin = rectifying.enumerated().reduce(latitude) {
            $0 + $1.element * DeterministicMath.sin(2 * Double($1.offset + 1) * latitude)
        }
    }

    /// - Parameters: metres from the central meridian and from the origin.
    /// - Returns: degrees; the longitude is relative to the central meridian.
    func inverse(east: Double, north: Double) -> (latitude: Double, longitude: Double) {
        let along = north / scaledRadius + origin
        let across = east / scaledRadius
        var latitude = along
        var longitude = across
        for (index, coefficient) in toSphere.enumerated() {
            let factor = 2 * Double(index + 1)
            let (sine, cosine) = DeterministicMath.sincos(factor * along)
            let (hyperbolicSine, hyperbolicCosine) = Self.hyperbolic(factor * across)
            latitude -= coefficient * sine * hyperbolicCosine
            longitude -= coefficient * cosine * hyperbolicSine
        }
        let (sine, cosine) = DeterministicMath.sincos(latitude)
        let (hyperbolicSine, hyperbolicCosine) = Self.hyperbolic(longitude)
        let conformal = DeterministicMath.asin(sine / hyperbolicCosine)
        let geodetic = toEllipsoid.enumerated().reduce(conformal) {
            $0 + $1.element * DeterministicMath.sin(2 * Double($1.offset + 1) * conformal)
        }
        return (
            geodetic / EarthPoint.radiansPerDegree,
            DeterministicMath.atan2(hyperbolicSine, cosine) / EarthPoint.radiansPerDegree
        )
    }

    private static func hyperbolic(_ x: Double) -> (sine: Double, cosine: Double) {
        let grown = DeterministicMath.exp(x)
        return ((grown - 1 / grown) / 2, (grown + 1 / grown) / 2)
    }
}

/// The Ordnance Survey's transformation of OSGB36 to WGS 84 (A guide to coordinate systems in Great Britain, section 6.6), to 5 m.
private enum Helmert {
    static let airyMajor = 6_377_563.396
    static let airyMinor = 6_356_256.909

    static func britishToWGS84(latitude: Double, longitude: Double) -> (latitude: Double, longitude: Double)? {
        let (sine, cosine) = DeterministicMath.sincos(latitude * EarthPoint.radiansPerDegree)
        let (sinLongitude, cosLongitude) = DeterministicMath.sincos(longitude * EarthPoint.radiansPerDegree)
        let eccentricity = 1 - airyMinor * airyMinor / (airyMajor * airyMajor)
        let normal = airyMajor / (1 - eccentricity * sine * sine).squareRoot()
        let (x, y, z) = (normal * cosine * cosLongitude, normal * cosine * sinLongitude, normal * (1 - eccentricity) * sine)
        let scale = 1 - 20.4894e-6
        let second = EarthPoint.radiansPerDegree / 3600
        let (rx, ry, rz) = (0.1502 * second, 0.2470 * second, 0.8421 * second)
        let position = GeocentricPosition(
            x: 446.448 + scale * x - rz * y + ry * z, y: -125.157 + rz * x + scale * y - rx * z, z: 542.060 - ry * x + rx * y + scale * z)
        return position.geodetic.map { ($0.latitude, $0.longitude) }
    }
}
