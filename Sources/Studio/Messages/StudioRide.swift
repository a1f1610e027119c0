// SPDX-License-Identifier: MIT
/// The track as a page draws it: the fixes, the railways around it, the stations. Degrees, WGS 84.
public struct StudioRide: Encodable, Sendable {
    public struct Line: Encodable, Sendable {
        var name: String
        /// The colour as `#80C342`.
        var color: String
        /// True for a line that the ride was matched to.
        public var isRidden: Bool
        /// Latitude and longitude of each piece's points.
        var pieces: [[[Double]]]
        public init(name: String, color: String, isRidden: Bool, pieces: [[[Double]]]) {
            self.name = name
            self.color = color
            self.isRidden = isRidden
            self.pieces = pieces
        }
    }

    public struct Station: Encodable, Sendable {
        public var name: String
        var latitude: Double
        var longitude: Double
        /// True for a station at which the tracker placed the ride.
        var isMain: Bool
        public init(name: String, latitude: Double, longitude: Double, isMain: Bool) {
            self.name = name
            self.latitude = latitude
            self.longitude = longitude
            self.isMain = isMain
        }
    }

    /// A sentence that describes the picture.
    var words: String
    /// Latitude and longitude of the fixes; nil where the track is interrupted.
    var track: [[Double]?]
    var railways: [Line]
    var stations: [Station]

    public init(words: String, track: [[Double]?], railways: [Line], stations: [Station]) {
        self.words = words
        self.track = track
        self.railways = railways
        self.stations = stations
    }
}
