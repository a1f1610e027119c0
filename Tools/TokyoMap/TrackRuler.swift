// SPDX-License-Identifier: MIT
import Railways
import Tracking

/// Measures the distance of places from a railway's track.
struct TrackRuler {
    private let lines: [(EarthPoint, EarthPoint)]
    private let latitudes: ClosedRange<Double>?

    init(_ pieces: [Railway.Segment]) {
        var lines: [(EarthPoint, EarthPoint)] = []
        var low = Double.infinity
        var high = -Double.infinity
        for piece in pieces {
            let places = piece.points.map(\.place)
            lines += zip(places, places.dropFirst())
            for point in piece.points {
                low = min(low, point.latitude)
                high = max(high, point.latitude)
            }
        }
        self.lines = lines
        latitudes = low <= high ? low...high : nil
    }

    /// Metres to the nearest track; nil if it is more than `most`, or more than about 10 km away in latitude.
    func distance(to position: Railway.Position, atMost most: Double) -> Double? {
        // A tenth of a degree of latitude is 11 km anywhere on Earth.
        guard let latitudes, position.latitude > latitudes.lowerBound - 0.1, position.latitude < latitudes.upperBound + 0.1 else {
            return nil
        }
        let place = position.place
        var nearest = Double.infinity
        for (a, b) in lines { nearest = min(nearest, place.nearest(between: a, b).distance) }
        return nearest <= most ? nearest : nil
    }
}
