// SPDX-License-Identifier: MIT
import Railways
import Tracking

/// Measures the distance of places from a railway's track.
struct TrackRuler {
    private let tracks: [[EarthPoint]]
    private let latitudes: ClosedRange<Double>?

    init(_ pieces: [Railway.Segment]) {
        tracks = pieces.map { $0.points.map(\.place) }
        let all = pieces.flatMap(\.points).map(\.latitude)
        latitudes = all.min().flatMap { low in all.max().map { low...$0 } }
    }

    /// Metres to the nearest track; nil if it is more than `most`, or more than about 10 km away in latitude.
    func distance(to position: Railway.Position, atMost most: Double) -> Double? {
        // A tenth of a degree of latitude is 11 km anywhere on Earth.
        guard let latitudes, position.latitude > latitudes.lowerBound - 0.1, position.latitude < latitudes.upperBound + 0.1 else {
            return nil
        }
        let place = position.place
        let nearest = tracks.map { $0.distance(from: place) }.min() ?? .infinity
        return nearest <= most ? nearest : nil
    }
}
