// SPDX-License-Identifier: MIT
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
        return regions.filter { region in region.shape(inPlane: view.isPlane)?.depth(of: view, enough: 0).map { $0 >= 0 } ?? false }.map(
            \.name)
    }
}
