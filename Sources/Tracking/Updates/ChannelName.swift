// SPDX-License-Identifier: MIT
/// The channels with a fixed name: those of motion in the order of an update, then those of a tracker with a railway database.
/// The raw value is the name in presets and logs.
public enum ChannelName: String, CaseIterable, Sendable {
    /// Speed over ground: the source's own, else from its positions; 0 when standing.
    case speed
    /// How fast the speed grows; negative when braking.
    case acceleration
    /// Direction of travel, degrees true; the source's own, else from its positions while moving.
    case course
    /// How fast the course turns; positive to the right.
    case turn
    /// How fast the altitude rises; negative downhill.
    case climb
    /// Metres above sea level as the source counts them.
    case altitude
    /// How far off the position may be; small is good.
    case accuracy
    /// Metres travelled since the first fix.
    case distance
    /// Seconds of track time since the last fix; 0 at a fix.
    case fixAge
    /// 1 when no fix has come for longer than 5 s and 3 times the usual interval, else 0.
    case lost
    /// stationary, walking, cycling, automotive, train or unknown.
    case activity
    /// How sure the activity is, 0 to 1.
    case activityConfidence
    /// The id of the railway line.
    case line
    /// What runs on the line: train, subway, light rail, tram, monorail or funicular.
    case mode
    /// 0 to 7: lines that meet have different ones where eight suffice.
    case lineColour = "line.colour"
    /// The id of the direction along the line.
    case direction
    /// -1 or 1: the two directions of a line; lines side by side agree.
    case directionSide = "direction.side"
    /// The id of the next or present station.
    case station
    /// upcoming, approaching or visiting.
    case phase
    /// How sure the line is, 0 to 1.
    case confidence
    /// The id of the line that comes second.
    case runnerUp
    /// How likely that line is, 0 to 1.
    case runnerUpShare
    /// Way to the next station, along the line.
    case distanceToStation
    /// Time to the next station.
    case timeToStation
    /// The id of the station before.
    case previousStation
    /// What became of it: visited or passed.
    case previousPhase
    /// 1 while the position is an estimate, else 0.
    case estimated
    /// 1 while the rider is not on a train, else 0.
    case offTrain
    /// Way to the stopping point at the destination; absent beyond 500 m.
    case alighting
    /// How sure the stop at the destination is, 0 to 1.
    case alightingConfidence

    /// The tracker that derives a channel.
    public enum Origin: Sendable { case motion, railway }

    private typealias Row = (origin: Origin, dimension: Dimension, key: String?)

    private var row: Row {
        switch self {
        case .speed: (.motion, .speed, rawValue)
        case .acceleration: (.motion, .acceleration, nil)
        case .course: (.motion, .angle, rawValue)
        case .turn: (.motion, .angularRate, nil)
        case .climb: (.motion, .speed, nil)
        case .altitude: (.motion, .length, nil)
        case .accuracy: (.motion, .length, rawValue)
        case .distance: (.motion, .length, nil)
        case .fixAge: (.motion, .duration, nil)
        case .lost: (.motion, .flag, nil)
        case .activity: (.railway, .category, rawValue)
        case .activityConfidence: (.railway, .plain, nil)
        case .line: (.railway, .category, "railway")
        case .mode: (.railway, .category, rawValue)
        case .lineColour: (.railway, .plain, nil)
        case .direction: (.railway, .category, rawValue)
        case .directionSide: (.railway, .flag, nil)
        case .station: (.railway, .category, rawValue)
        case .phase: (.railway, .category, rawValue)
        case .confidence: (.railway, .plain, rawValue)
        case .runnerUp: (.railway, .category, rawValue)
        case .runnerUpShare: (.railway, .plain, nil)
        case .distanceToStation: (.railway, .length, rawValue)
        case .timeToStation: (.railway, .duration, nil)
        case .previousStation: (.railway, .category, nil)
        case .previousPhase: (.railway, .category, nil)
        case .estimated: (.railway, .flag, nil)
        case .offTrain: (.railway, .flag, nil)
        case .alighting: (.railway, .length, nil)
        case .alightingConfidence: (.railway, .plain, nil)
        }
    }

    public var origin: Origin { row.origin }
    /// True if the channel describes a ride, so that it is absent off the train.
    public var isOfRide: Bool {
        origin == .railway && ![.activity, .activityConfidence, .estimated, .offTrain].contains(self)
    }
    /// The channel with its meaning.
    public var channel: Channel { Channel(name: rawValue, dimension: row.dimension) }
    /// Its own key in a line of `track`; nil if it is one of the line's `channels`.
    var key: String? { row.key }
}

extension ChannelValues {
    /// The value of a channel with a fixed name.
    public subscript(name: ChannelName) -> ChannelValue? {
        get { self[name.rawValue] }
        set { self[name.rawValue] = newValue }
    }
    /// True if the rider is known to be off the train.
    package var isOffTrain: Bool { (self[.offTrain]?.number ?? 0) > 0 }
    /// Adds a number under a name that is not in use yet.
    mutating func append(_ name: ChannelName, _ number: Double) { append(name.rawValue, number) }
    /// Adds a value, if known, under a name that is not in use yet.
    package mutating func append(_ name: ChannelName, _ value: ChannelValue?) { append(name.rawValue, value) }
}
