import Tracking

extension RailwayMap {
    /// What lies near a position.
    public struct Nearby: Sendable {
        /// Nearest first, of equals in the order of the map; metres along the ground.
        public var stations: [(found: FoundStation, distance: Double)] = []
        /// Places in `railways`, nearest first; metres to the nearest piece of track.
        public var railways: [(railway: Int, distance: Double)] = []
    }

    /// The nearest stations and lines of a position, wherever on Earth it is; neither the poles nor the antimeridian are special.
    /// - Parameters:
    ///   - latitude, longitude: degrees, WGS 84; a position that is not on Earth has nothing near.
    ///   - within: metres; what lies farther is left out.
    public func near(latitude: Double, longitude: Double, within: Double = .infinity) -> Nearby {
        var nearby = Nearby()
        let position = Railway.Position(latitude: latitude, longitude: longitude)
        guard position.isOnEarth else { return nearby }
        let place = position.place
        for (index, railway) in railways.enumerated() {
            for (order, station) in railway.stations.enumerated() {
                guard let position = station.position else { continue }
                let distance = place.distance(to: position.place)
                if distance <= within { nearby.stations.append((FoundStation(railway: index, station: order), distance)) }
            }
            var nearest = Double.infinity
            for segment in railway.segments {
                var last: EarthPoint?
                for point in segment.points {
                    let next = point.place
                    nearest = min(nearest, last.map { place.nearest(between: $0, next).distance } ?? place.distance(to: next))
                    last = next
                }
            }
            if nearest < .infinity, nearest <= within { nearby.railways.append((index, nearest)) }
        }
        nearby.stations.sort { ($0.distance, $0.found.railway, $0.found.station) < ($1.distance, $1.found.railway, $1.found.station) }
        nearby.railways.sort { ($0.distance, $0.railway) < ($1.distance, $1.railway) }
        return nearby
    }
}
