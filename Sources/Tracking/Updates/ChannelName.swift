// SPDX-License-Identifier: MIT
/// The channels with a fixed name: those of motion in the order of an update, then those of a tracker with a railway database.
/// The raw value is the name in presets and logs.
public enum ChannelName: String, CaseIterable, Sendable {
    case speed, acceleration, course, turn, climb, altitude, accuracy, distance, fixAge, lost
    case activity, activityConfidence, line, mode
    case lineColour = "line.colour"
    case direction
    case directionSide = "direction.side"
    case station, phase, confidence, runnerUp, runnerUpShare, distanceToStation, timeToStation
    case previousStation, previousPhase, estimated, offTrain, alighting, alightingConfidence

    /// The tracker that derives a channel.
    public enum Origin: Sendable { case motion, railway }

    private typealias Row = (origin: Origin, dimension: Dimension, key: String?, help: String)

    private var row: Row {
        switch self {
        case .speed:
            (.motion, .speed, rawValue, "Speed over ground: the source's own, else from its positions; 0 when standing.")
        case .acceleration: (.motion, .acceleration, nil, "How fast the speed grows; negative when braking.")
        case .course:
            (.motion, .angle, rawValue, "Direction of travel, degrees true; the source's own, else from its positions while moving.")
        case .turn: (.motion, .angularRate, nil, "How fast the course turns; positive to the right.")
        case .climb: (.motion, .speed, nil, "How fast the altitude rises; negative downhill.")
        case .altitude: (.motion, .length, nil, "Metres above sea level as the source counts them.")
        case .accuracy: (.motion, .length, rawValue, "How far off the position may be; small is good.")
        case .distance: (.motion, .length, nil, "Metres travelled since the first fix.")
        case .fixAge: (.motion, .duration, nil, "Seconds of track time since the last fix; 0 at a fix.")
        case .lost: (.motion, .flag, nil, "1 when no fix has come for longer than 5 s and 3 times the usual interval, else 0.")
        case .activity: (.railway, .category, rawValue, "stationary, walking, cycling, automotive, train or unknown.")
        case .activityConfidence: (.railway, .plain, nil, "How sure the activity is, 0 to 1.")
        case .line: (.railway, .category, "railway", "The id of the railway line.")
        case .mode: (.railway, .category, rawValue, "What runs on the line: train, subway, light rail, tram, monorail or funicular.")
        case .lineColour: (.railway, .plain, nil, "0 to 7: lines that meet have different ones where eight suffice.")
        case .direction: (.railway, .category, rawValue, "The id of the direction along the line.")
        case .directionSide: (.railway, .flag, nil, "-1 or 1: the two directions of a line; lines side by side agree.")
        case .station: (.railway, .category, rawValue, "The id of the next or present station.")
        case .phase: (.railway, .category, rawValue, "upcoming, approaching or visiting.")
        case .confidence: (.railway, .plain, rawValue, "How sure the line is, 0 to 1.")
        case .runnerUp: (.railway, .category, rawValue, "The id of the line that comes second.")
        case .runnerUpShare: (.railway, .plain, nil, "How likely that line is, 0 to 1.")
        case .distanceToStation: (.railway, .length, rawValue, "Way to the next station, along the line.")
        case .timeToStation: (.railway, .duration, nil, "Time to the next station.")
        case .previousStation: (.railway, .category, nil, "The id of the station before.")
        case .previousPhase: (.railway, .category, nil, "What became of it: visited or passed.")
        case .estimated: (.railway, .flag, nil, "1 while the position is an estimate, else 0.")
        case .offTrain: (.railway, .flag, nil, "1 while the rider is not on a train, else 0.")
        case .alighting: (.railway, .length, nil, "Way to the stopping point at the destination; absent beyond 500 m.")
        case .alightingConfidence: (.railway, .plain, nil, "How sure the stop at the destination is, 0 to 1.")
        }
    }

    public var origin: Origin { row.origin }
    /// True if the channel describes a ride, so that it is absent off the train.
    public var isOfRide: Bool {
        origin == .railway && ![.activity, .activityConfidence, .estimated, .offTrain].contains(self)
    }
    /// The channel with its meaning.
    public var channel: Channel { Channel(name: rawValue, dimension: row.dimension, help: row.help) }
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
