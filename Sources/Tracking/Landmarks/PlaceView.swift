/// A position, and the flat country around it in metres: what borders are measured in. On Earth good to 0.1 % within 20 km;
/// farther off only the side of a border on which it lies is exact.
struct PlaceView: Sendable {
    let place: TrackPlace
    /// Longitude and latitude in degrees, or metres.
    let x, y: Double
    /// Metres of one of them.
    let metresPerX, metresPerY: Double
    let isPlane: Bool

    /// - Parameter fix: possible numbers alone (`Fix.possible`); nil where it has no position.
    init?(_ fix: Fix) {
        guard let place = fix.place else { return nil }
        self.place = place
        switch place {
        case .plane(let point):
            (x, y) = (point.x, point.y)
            (metresPerX, metresPerY) = (1, 1)
            isPlane = true
        case .earth:
            guard let latitude = fix.latitude, let longitude = fix.longitude else { return nil }
            (x, y) = (longitude, latitude)
            (metresPerX, metresPerY) = EarthPoint.metresPerDegree(latitude: latitude)
            isPlane = false
        }
    }

    /// Metres of error where none is said.
    var usualError: Double { isPlane ? 0.05 : 5 }
}
