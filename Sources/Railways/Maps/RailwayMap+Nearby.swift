// SPDX-License-Identifier: MIT
import Tracking

extension RailwayMap {
    /// The stations and lines near a position.
    public struct Nearby: Sendable {
        /// Nearest first, ties in the order of the map; metres along the ground.
        public var stations: [(found: FoundStation, distance: Double)] = []
        /// Indexes into `railways`, nearest first; metres to the nearest piece of track.
        public var railways: [(railway: Int, distance: Double)] = []
    }

    /// The stations and lines nearest to a position anywhere on Earth, including the poles and the antimeridian.
    /// - Parameters:
    ///   - latitude: In degrees, WGS 84. A position that is not on Earth has nothing nearby.
    ///   - longitude: In degrees, WGS 84.
    ///   - within: The largest distance in metres.
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
            let nearest = railway.segments.map { $0.points.lazy.map(\.place).distance(from: place) }.min() ?? .infinity
            if nearest < .infinity, nearest <= within { nearby.railways.append((index, nearest)) }
        }
        nearby.stations.sort { ($0.distance, $0.found.railway, $0.found.station) < ($1.distance, $1.found.railway, $1.found.station) }
        nearby.railways.sort { ($0.distance, $0.railway) < ($1.distance, $1.railway) }
        return nearby
    }
}
