// SPDX-License-Identifier: MIT
/// The railway tracker's answer after a fix, or for a moment in a gap.
public struct RailwayAnswer: Equatable, Sendable {
    /// The state of the train relative to a station (GTFS-realtime: IN_TRANSIT_TO, INCOMING_AT, STOPPED_AT).
    public enum Phase: String, Sendable {
        /// The next station, more than 500 m ahead.
        case upcoming
        /// 200 to 500 m ahead.
        case approaching
        /// Up to 200 m ahead, or the train is stopped there.
        case visiting

        /// The phase of a train on its way to a station that is so many metres ahead.
        init(distance: Double) {
            self =
                distance < StationWatch.visitingRange ? .visiting : distance < StationWatch.approachingRange ? .approaching : .upcoming
        }
    }

    /// The rider's activity.
    enum Activity: String, Sendable {
        case stationary, walking, cycling, automotive, train, unknown
    }

    var activity = Activity.unknown
    /// The confidence in the activity, 0 ... 1.
    var activityConfidence = 0.0
    /// The railway's index in the map; nil while the rider is not on a train or no railway is likely enough.
    public var railway: Int?
    /// The confidence in the railway, 0 ... 1.
    var confidence = 0.0
    /// The second most likely railway.
    var runnerUp: Int?
    /// The belief in it, 0 ... 1.
    var runnerUpShare = 0.0
    /// True in the order of the stations, false against it; nil while unknown.
    public var isAscending: Bool?
    /// The index in `Railway.stations` of the next station, or of the one at which the train is stopped; nil at the line's end.
    public var station: Int?
    var phase: Phase?
    /// Metres along the line to that station; 0 once past its middle.
    var distance: Double?
    /// Seconds to that station at the usual pace.
    var seconds: Double?
    /// True while the train is stopped at `station`.
    var isStopped = false
    /// True while the train may still stop at `previous`, which it seems to have run through.
    var mayStopAtPrevious = false
    /// The previous station, and whether the train stopped there.
    var previous: Int?
    var previousWasVisited: Bool?
    /// Metres along the line since `previous`.
    var beyondPrevious: Double?
    /// True if the position is extrapolated without a usable fix.
    var isEstimated = false
    public init() {}
}
