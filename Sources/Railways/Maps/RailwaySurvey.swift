// SPDX-License-Identifier: MIT
import Tracking

/// The track lengths of one railway of a map, and its oddities.
public struct RailwaySurvey: Sendable {
    /// A hole between two consecutive pieces of track.
    public struct Gap: Equatable, Sendable {
        /// The length of the hole in metres.
        public var length: Double
        public var position: Railway.Position
    }
    private let railway: Railway
    /// The length of the track in metres.
    public private(set) var length = 0.0
    /// The underground part of `length`.
    public private(set) var undergroundLength = 0.0
    public private(set) var isLoop = false
    public private(set) var gaps: [Gap] = []
    /// Ids of stations without coordinates.
    private var unplaced: [String] = []
    /// Ids of stations far from the track, with the distance in metres.
    private(set) var offTrack: [(id: String, distance: Double)] = []

    /// Pieces nearer than this touch, in metres.
    private static let touching = 10.0
    /// Stations farther from the track than this are reported, in metres.
    private static let far = 300.0

    public init(_ railway: Railway) {
        self.railway = railway
        let tracks = railway.segments.map { $0.points.map(\.place) }
        for (segment, places) in zip(railway.segments, tracks) {
            let metres = places.pathLength
            length += metres
            if segment.isUnderground { undergroundLength += metres }
        }
        let pieces = railway.segments.map(\.points).filter { !$0.isEmpty }
        for (piece, next) in zip(pieces, pieces.dropFirst()) {
            guard let end = piece.last, let start = next.first else { continue }
            let metres = end.place.distance(to: start.place)
            if metres > Self.touching { gaps.append(Gap(length: metres, position: end)) }
        }
        isLoop = railway.isLoop
        for station in railway.stations {
            guard let position = station.position else {
                unplaced.append(station.id)
                continue
            }
            let nearest = tracks.map { $0.distance(from: position.place) }.min() ?? .infinity
            if nearest < .infinity, nearest > Self.far { offTrack.append((station.id, nearest)) }
        }
    }

    /// The oddities as text; empty for a railway without any.
    public var oddities: [String] {
        var oddities: [String] = []
        if railway.segments.isEmpty { oddities.append("it has no track") }
        switch railway.stations.count {
        case 0: oddities.append("it has no station")
        case 1: oddities.append("it has one station")
        default: break
        }
        for gap in gaps { oddities.append("a gap of \(PlainFigure.length(gap.length)) in its track at \(gap.position.words)") }
        for id in unplaced { oddities.append("\(id) has no coordinates") }
        for (id, distance) in offTrack { oddities.append("\(id) lies \(PlainFigure.length(distance)) from its track") }
        return oddities
    }
}

extension Railway.Position {
    /// The position as `35.6812,139.7671`, the form that `railways near` accepts.
    var words: String {
        isOnEarth ? "\(PlainFigure.of(latitude, decimals: 4)),\(PlainFigure.of(longitude, decimals: 4))" : "no place on Earth"
    }
}
