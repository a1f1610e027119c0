/// What a railway database holds, in memory: railways with their stations, tracks and stop patterns.
///
/// Every importer makes one; `RailwayStore` writes it to a database and reads it back; the tracker follows fixes over it.
public struct RailwayMap: Equatable, Sendable {
    /// In the order of the source.
    public var railways: [Railway] = []
    /// Whom to credit, with licences, one source a line.
    public var credits: [String] = []
    public init() {}
}

/// One railway: a line on which trains run both ways past its stations.
public struct Railway: Equatable, Sendable {
    /// As the source writes it: `JR-East.Yamanote`.
    public var id: String
    public var name: LocalizedName
    /// The short code that passengers see (`JY`), where there is one.
    public var code: String?
    /// `#80C342`.
    public var color: String
    /// The ids of the two directions: along the order of the stations, and against it.
    public var ascending = "ascending"
    public var descending = "descending"
    /// In order of travel in the ascending direction. On a loop the last one is followed by the first.
    public var stations: [Station] = []
    /// The track, piece by piece, in ascending direction.
    public var segments: [Segment] = []
    /// Which kinds of train stop where; empty when the source does not know.
    public var patterns: [StopPattern] = []

    public init(id: String, name: LocalizedName, color: String) {
        self.id = id
        self.name = name
        self.color = color
    }

    /// A station of one railway. The same place on another railway is another station with another id.
    public struct Station: Equatable, Sendable {
        public var id: String
        public var name: LocalizedName
        /// The number that passengers see (`JY05`), where there is one.
        public var code: String?
        /// Nil where the source has none; such a station is never named by the tracker.
        public var position: Position?

        public init(id: String, name: LocalizedName, position: Position?) {
            self.id = id
            self.name = name
            self.position = position
        }
    }

    /// A piece of track.
    public struct Segment: Equatable, Sendable {
        public var isUnderground: Bool
        public var points: [Position]
        public init(isUnderground: Bool, points: [Position]) {
            self.isUnderground = isUnderground
            self.points = points
        }
    }

    /// One kind of train (`Rapid`) and where it stops.
    public struct StopPattern: Equatable, Sendable {
        public var name: LocalizedName
        /// One for each station of the railway: true where the train stops, false where it runs through or does not run.
        public var stops: [Bool]
        public init(name: LocalizedName, stops: [Bool]) {
            self.name = name
            self.stops = stops
        }
    }

    /// Degrees, WGS 84.
    public struct Position: Equatable, Hashable, Sendable {
        public var latitude: Double
        public var longitude: Double
        public init(latitude: Double, longitude: Double) {
            self.latitude = latitude
            self.longitude = longitude
        }
    }
}
