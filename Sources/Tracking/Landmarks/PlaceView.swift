// SPDX-License-Identifier: MIT
/// A position with the local plane around it in metres, in which borders are measured. On Earth it is accurate to 0.1 % within 20
/// km; farther away only the side of a border is exact.
struct PlaceView: Sendable {
    let place: TrackPlace
    /// Longitude and latitude in degrees, or metres.
    let x, y: Double
    /// Metres per unit of x and of y.
    let metresPerX, metresPerY: Double
    let isPlane: Bool

    /// - Parameter fix: with possible numbers only (`Fix.possible`); nil is returned if it has no position.
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

    /// The error in metres assumed if the fix has no accuracy.
    var usualError: Double { isPlane ? 0.05 : 5 }
}
