// SPDX-License-Identifier: MIT
import PlainText
import Railways
import Transport

/// The track as a page draws it: the fixes, the railways around it, the stations. Degrees, WGS 84.
public struct StudioRide: Encodable, Sendable {
    struct Line: Encodable {
        var name: String
        /// The colour as `#80C342`.
        var color: String
        /// True for a line that the ride was matched to.
        var isRidden: Bool
        /// Latitude and longitude of each piece's points.
        var pieces: [[[Double]]]
    }

    struct Station: Encodable {
        var name: String
        var latitude: Double
        var longitude: Double
        /// True for a station at which the tracker placed the ride.
        var isMain: Bool
    }

    /// A sentence that describes the picture.
    var words: String
    /// Latitude and longitude of the fixes; nil where the track is interrupted.
    var track: [[Double]?]
    var railways: [Line]
    var stations: [Station]
}

extension StudioRide {
    /// The maximum number of fixes drawn; a longer track is thinned out.
    private static let mostFixes = 4000
    /// Degrees around the ride within which other railways are drawn.
    private static let margin = 0.03

    /// The map of rides; nil when they have no positions.
    package init?(_ results: [RideResults], title: String, map: RailwayMap, names: RailwayNames) {
        let positions = Array(results.map(\.positions).joined(separator: [nil]))
        let known = positions.compactMap { $0 }
        guard let first = known.first else { return nil }
        var south = first.latitude, north = south, west = first.longitude, east = west
        for point in known {
            (south, north) = (min(south, point.latitude), max(north, point.latitude))
            (west, east) = (min(west, point.longitude), max(east, point.longitude))
        }
        func isNear(_ place: Railway.Position) -> Bool {
            place.latitude > south - Self.margin && place.latitude < north + Self.margin
                && place.longitude > west - Self.margin && place.longitude < east + Self.margin
        }
        let ridden = results.flatMap(\.namedLines).uniqued(), visited = results.flatMap(\.stations).uniqued()
        let railways = map.railways.compactMap { railway -> Line? in
            let isRidden = ridden.contains(railway.id)
            let pieces = railway.segments.filter { isRidden || $0.points.contains(where: isNear) }.map { segment in
                segment.points.map { [Self.rounded($0.latitude), Self.rounded($0.longitude)] }
            }
            guard !pieces.isEmpty else { return nil }
            return Line(name: names.line(railway.id), color: railway.color, isRidden: isRidden, pieces: pieces)
        }
        var stations: [Station] = []
        // Stations at which the tracker placed the ride come first, so that their names have room.
        for id in visited + ridden.flatMap({ names.railway($0)?.stations.map(\.id) ?? [] }) {
            let name = names.stationName(id)
            guard let place = names.station(id)?.position, !stations.contains(where: { $0.name == name }) else { continue }
            stations.append(
                Station(
                    name: name, latitude: Self.rounded(place.latitude), longitude: Self.rounded(place.longitude),
                    isMain: visited.contains(id)))
        }
        let stride = max(1, positions.count / Self.mostFixes)
        let track = positions.enumerated().compactMap { index, point -> [Double]?? in
            guard let point else { return .some(nil) }
            return index % stride == 0 || index == positions.count - 1
                ? [Self.rounded(point.latitude), Self.rounded(point.longitude)] : nil
        }
        let lines = ridden.map { names.line($0) }
        self.init(
            words: "A map of \(title), north up, with the railways around it"
                + (lines.isEmpty ? "." : ". Found on: \(lines.joined(separator: ", "))."),
            track: track, railways: railways.sorted { !$0.isRidden && $1.isRidden }, stations: stations)
    }

    /// A tenth of a metre is precise enough for a picture.
    private static func rounded(_ degrees: Double) -> Double { (degrees * 1e6).rounded() / 1e6 }
}
