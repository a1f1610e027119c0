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

extension Landmarks {
    /// A point as seen from a fix.
    public struct SeenPoint: Equatable, Sendable {
        public let name: String
        /// The distance in metres.
        public let distance: Double
        /// The bearing in degrees; nil at the point itself.
        public let bearing: Double?
    }

    /// Every point with its own place, as seen from a fix; empty without a position.
    public func points(from fix: Fix) -> [SeenPoint] {
        guard let view = PlaceView(fix.possible) else { return [] }
        return points.compactMap { point in
            guard let sight = point.resolved(inPlane: view.isPlane).flatMap({ Sight(of: $0, from: view.place) }) else { return nil }
            return SeenPoint(name: point.name, distance: sight.distance, bearing: sight.bearing)
        }
    }

    /// The names of the regions that contain a fix.
    public func regions(around fix: Fix) -> [String] {
        guard let view = PlaceView(fix.possible) else { return [] }
        return regions.filter { region in region.shape(inPlane: view.isPlane)?.depth(of: view, cutoff: 0).map { $0 >= 0 } ?? false }.map(
            \.name)
    }
}
