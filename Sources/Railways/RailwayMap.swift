// SPDX-License-Identifier: MIT
/// The contents of a railway database in memory: railways with their stations, tracks and stop patterns.
///
/// Every importer produces one; `RailwayStore` writes it to a database and reads it back; the tracker matches fixes to it.
public struct RailwayMap: Equatable, Sendable {
    /// In the order of the source.
    public var railways: [Railway] = []
    /// The credits of the sources, with licences, one per line.
    public var credits: [String] = []
    public init() {}

    init(railways: [Railway], credits: [String]) {
        self.railways = railways
        self.credits = credits
    }
}

/// One railway: a line on which trains run past its stations, both ways or one.
public struct Railway: Equatable, Sendable {
    /// The source's id: `JR-East.Yamanote`.
    public var id: String
    public var name: LocalizedName
    /// The short code that passengers see (`JY`), if there is one.
    public var code: String?
    /// The colour of the line: `#80C342`.
    public var color: String
    /// The colour of a line of which the source has none.
    package static let unknownColor = "#808080"
    /// What runs on it; nil if the source does not specify it.
    public var mode: RailwayMode?
    /// The ids of the two directions: in the order of the stations, and against it. Nil for one in which no trains run.
    public var ascending: String? = "ascending"
    public var descending: String? = "descending"
    /// In order of travel in the ascending direction. On a loop the first follows the last.
    public var stations: [Station] = []
    /// The track, piece by piece, in the ascending direction.
    public var segments: [Segment] = []
    /// Where each kind of train stops; empty if the source does not specify it.
    public var patterns: [StopPattern] = []
    /// When its trains run; nil if the source does not specify it.
    public var timetable: Timetable?
    /// Its colour and its sides for the ear; nil until `RailwayMap.marked()`, which every database has passed through.
    public var mark: Mark?

    public init(id: String, name: LocalizedName, color: String) {
        self.id = id
        self.name = name
        self.color = color
    }

    /// The only direction in which trains run: whether it is ascending; nil for both.
    public var onlyWay: Bool? { (ascending == nil) == (descending == nil) ? nil : ascending != nil }

    /// A station of one railway. On another railway the same place is another station with another id.
    public struct Station: Equatable, Sendable {
        public var id: String
        public var name: LocalizedName
        /// The number that passengers see (`JY05`), if there is one.
        public var code: String?
        /// Nil if the source has none; the tracker never reports such a station.
        public var position: Position?

        public init(id: String, name: LocalizedName, position: Position?) {
            self.id = id
            self.name = name
            self.position = position
        }
    }

    /// A piece of track.
    public struct Segment: Equatable, Sendable {
        var isUnderground: Bool
        public var points: [Position]
        public init(isUnderground: Bool, points: [Position]) {
            self.isUnderground = isUnderground
            self.points = points
        }
    }

    /// One kind of train (`Rapid`) and its stops.
    public struct StopPattern: Equatable, Sendable {
        public var name: LocalizedName
        /// One value per station of the railway: true if the train stops, false if it passes or does not run there.
        public var stops: [Bool]
        public init(name: LocalizedName, stops: [Bool]) {
            self.name = name
            self.stops = stops
        }
    }

    /// A position in degrees, WGS 84.
    public struct Position: Equatable, Hashable, Sendable {
        public var latitude: Double
        public var longitude: Double
        public init(latitude: Double, longitude: Double) {
            self.latitude = latitude
            self.longitude = longitude
        }
    }
}
