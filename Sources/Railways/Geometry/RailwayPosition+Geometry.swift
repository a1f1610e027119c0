// SPDX-License-Identifier: MIT
import DeterministicMath
import Tracking

extension Railway.Position {
    /// Whether it is finite and within 90 degrees of latitude and 180 of longitude.
    package var isOnEarth: Bool { (-90...90).contains(latitude) && (-180...180).contains(longitude) }

    package var place: EarthPoint { EarthPoint(latitude: latitude, longitude: longitude) }

    /// Rounded to 1e-7 degrees (about a centimetre), the precision of OpenStreetMap.
    var rounded: Railway.Position {
        let east = longitude <= -180 ? longitude + 360 : longitude
        return Railway.Position(
            latitude: DeterministicMath.round(latitude * 1e7) / 1e7, longitude: DeterministicMath.round(east * 1e7) / 1e7)
    }

    /// The mean of positions that are close to each other; nil if there are none.
    static func middle(of positions: [Railway.Position]) -> Railway.Position? {
        guard var middle = positions.first else { return nil }
        for (count, position) in positions.enumerated().dropFirst() {
            middle = middle.toward(position, share: 1 / Double(count + 1))
        }
        return middle.rounded
    }

    /// A point on the straight line to another position, the short way round. A share of 0 is this position, 1 the other.
    func toward(_ other: Railway.Position, share: Double) -> Railway.Position {
        let east = Self.wrapped(other.longitude - longitude)
        return Railway.Position(
            latitude: latitude + (other.latitude - latitude) * share, longitude: Self.wrapped(longitude + east * share)
        ).rounded
    }

    /// Degrees of longitude, or a difference of two, as -180 ... 180.
    private static func wrapped(_ degrees: Double) -> Double { degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees }

    /// The position a few metres away.
    func moved(east: Double, north: Double) -> Railway.Position {
        let (sine, cosine) = DeterministicMath.sincos(turns: latitude / 360)
        let metres = EarthPoint.metresPerRadian(sine: sine, cosine: cosine)
        let degrees = 180 / DeterministicMath.pi
        return Railway.Position(
            latitude: min(90, max(-90, latitude + degrees * north / metres.north)),
            longitude: Self.wrapped(longitude + degrees * east / max(1, metres.east))
        ).rounded
    }
}

extension EarthPoint {
    /// The distance in metres to the nearest point on the straight line between two places, and its share along the line: 0 at
    /// the first place, 1 at the second.
    package func nearest(between first: EarthPoint, _ second: EarthPoint) -> (distance: Double, share: Double) {
        let (share, squared) = FlatPiece.nearest(offset(to: first), offset(to: second))
        let flat = squared.squareRoot()
        // Beyond a few hundred kilometres the plane deviates from the Earth; the ends still separate near from far.
        return flat < 100_000 ? (flat, share) : (max(flat, min(distance(to: first), distance(to: second))), share)
    }
}
