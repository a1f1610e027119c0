/// What the railway tracker says after one fix, or of a moment in a gap.
public struct RailwayAnswer: Equatable, Sendable {
    /// Where a station stands to the train (GTFS-realtime: IN_TRANSIT_TO, INCOMING_AT, STOPPED_AT).
    public enum Phase: String, Sendable {
        /// The next station, more than 500 m ahead.
        case upcoming
        /// 200 to 500 m ahead.
        case approaching
        /// Up to 200 m ahead, or the train stands there.
        case visiting
    }

    /// What the rider does.
    public enum Activity: String, Sendable, CaseIterable {
        case stationary, walking, cycling, automotive, train, unknown
    }

    public var activity = Activity.unknown
    /// How sure the activity is, 0 ... 1.
    public var activityConfidence = 0.0
    /// The railway, by its place in the map; nil while the rider is not on a train, or no railway is likely enough.
    public var railway: Int?
    /// How sure the railway is, 0 ... 1.
    public var confidence = 0.0
    /// The next likely railway.
    public var runnerUp: Int?
    /// True in the order of the stations, false against it; nil while not known.
    public var isAscending: Bool?
    /// The station that comes next, or at which the train stands, by its place in `Railway.stations`; nil at the line's end.
    public var station: Int?
    public var phase: Phase?
    /// Metres along the line to that station; 0 when past its middle.
    public var distance: Double?
    /// Seconds to it at the usual pace.
    public var seconds: Double?
    /// The station before, and whether the train stopped there.
    public var previous: Int?
    public var previousWasVisited: Bool?
    /// True where the position is carried on without a usable fix.
    public var isEstimated = false
    public init() {}
}
