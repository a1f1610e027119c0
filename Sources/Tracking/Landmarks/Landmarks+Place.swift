extension Landmarks {
    /// A point as it is seen from a fix.
    public struct SeenPoint: Equatable, Sendable {
        public let name: String
        /// Metres.
        public let distance: Double
        /// Degrees in which it lies; nil on the spot.
        public let bearing: Double?
    }

    /// Every point with a place of its own, as it is seen from a fix; none without a position.
    public func points(from fix: Fix) -> [SeenPoint] {
        guard let view = PlaceView(fix.possible) else { return [] }
        return points.compactMap { point in
            guard let sight = point.resolved(inPlane: view.isPlane).flatMap({ Sight(of: $0, from: view.place) }) else { return nil }
            return SeenPoint(name: point.name, distance: sight.distance, bearing: sight.bearing)
        }
    }

    /// The names of the regions in which a fix lies.
    public func regions(around fix: Fix) -> [String] {
        guard let view = PlaceView(fix.possible) else { return [] }
        return regions.filter { region in region.shape(inPlane: view.isPlane)?.depth(of: view, enough: 0).map { $0 >= 0 } ?? false }.map(\.name)
    }
}
