// SPDX-License-Identifier: MIT
import Tracking

extension RailwayMap {
    /// The lines of which another map has the same: three quarters of their stations or more are stations of one line there.
    /// - Returns: indexes into `railways`.
    func lines(coveredBy other: RailwayMap) -> [Int] {
        let stops = StopsByLatitude(other)
        return railways.indices.filter { index in
            let places = railways[index].stations.compactMap(\.position).filter(\.isOnEarth)
            guard places.count > 1 else { return false }
            var shared: [Int: Int] = [:]
            for place in places {
                for line in stops.lines(at: place) { shared[line, default: 0] += 1 }
            }
            return Double(shared.values.max() ?? 0) >= max(2, Self.sharedPart * Double(places.count))
        }
    }

    /// Sources disagree about stations that were opened or renamed since.
    private static let sharedPart = 0.75
}

/// The stations of a map in order of latitude, so that those at a place are found without looking at all.
private struct StopsByLatitude {
    private let stops: [(position: Railway.Position, line: Int)]

    init(_ map: RailwayMap) {
        stops = map.railways.enumerated().flatMap { line, railway in
            railway.stations.compactMap(\.position).filter(\.isOnEarth).map { (position: $0, line: line) }
        }.sorted { $0.position.latitude < $1.position.latitude }
    }

    /// The lines with a station at a place.
    func lines(at position: Railway.Position) -> Set<Int> {
        let first = stops.partitioningIndex { $0.position.latitude >= position.latitude - Self.band }
        let place = position.place
        let near = stops[first...].prefix { $0.position.latitude <= position.latitude + Self.band }
        return Set(near.filter { place.distance(to: $0.position.place) <= Self.reach }.map(\.line))
    }

    /// Metres by which two sources may place one station apart, and a little more than that in degrees of latitude.
    private static let reach = 250.0
    private static let band = 0.0025
}
