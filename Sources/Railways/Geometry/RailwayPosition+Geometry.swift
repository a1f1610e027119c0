import DeterministicMath
import Tracking

extension Railway.Position {
    /// Finite and within 90 degrees of latitude and 180 of longitude.
    var isOnEarth: Bool { (-90...90).contains(latitude) && (-180...180).contains(longitude) }

    var place: EarthPoint { EarthPoint(latitude: latitude, longitude: longitude) }

    /// To 1e-7 degrees, which is what OpenStreetMap keeps: about a centimetre.
    var rounded: Railway.Position {
        let east = longitude <= -180 ? longitude + 360 : longitude
        return Railway.Position(
            latitude: DeterministicMath.round(latitude * 1e7) / 1e7, longitude: DeterministicMath.round(east * 1e7) / 1e7)
    }

    /// The mean of some positions near each other; nil of none.
    static func middle(of positions: [Railway.Position]) -> Railway.Position? {
        guard var middle = positions.first else { return nil }
        for (count, position) in positions.enumerated().dropFirst() {
            middle = middle.toward(position, share: 1 / Double(count + 1))
        }
        return middle.rounded
    }

    /// A point of the straight line to another one, the short way round; 0 is here, 1 is there.
    func toward(_ other: Railway.Position, share: Double) -> Railway.Position {
        var east = other.longitude - longitude
        if east > 180 { east -= 360 }
        if east < -180 { east += 360 }
        var middle = longitude + east * share
        if middle > 180 { middle -= 360 }
        if middle < -180 { middle += 360 }
        return Railway.Position(latitude: latitude + (other.latitude - latitude) * share, longitude: middle).rounded
    }
}

extension EarthPoint {
    /// Metres from here to the nearest point of the straight line between two places, and where on it that is: 0 at the
    /// first, 1 at the second.
    func nearest(between first: EarthPoint, _ second: EarthPoint) -> (distance: Double, share: Double) {
        let a = offset(to: first)
        let b = offset(to: second)
        let east = b.east - a.east
        let north = b.north - a.north
        let square = east * east + north * north
        let share = square > 0 ? min(1, max(0, -(a.east * east + a.north * north) / square)) : 0
        let x = a.east + east * share
        let y = a.north + north * share
        let flat = (x * x + y * y).squareRoot()
        // Beyond some hundred kilometres the plane bends away from the Earth; the ends still tell near from far.
        return flat < 100_000 ? (flat, share) : (max(flat, min(distance(to: first), distance(to: second))), share)
    }
}
