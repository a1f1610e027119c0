import Tracking

/// What sets off an event.
public enum EventTrigger: Equatable, Sendable {
    /// A channel passes a value.
    public struct Crossing: Equatable, Sendable {
        public enum Direction: String, Sendable { case up, down }
        public var channel: Channel
        /// In `unit`.
        public var value: Double
        public var unit: Unit
        public var direction: Direction
        /// How far the channel must go back, in `unit`, before the crossing can happen again.
        public var hysteresis: Double
    }

    /// The tracker says so, by the name of the event table.
    case named(String)
    case crosses(Crossing)
    /// Every so many units of the way travelled.
    case everyDistance(Double, Unit)
    /// Every so many units of track time since the first update.
    case everyTime(Double, Unit)

    /// As a preset writes it.
    public var name: String {
        switch self {
        case .named(let name): name
        case .crosses(let crossing):
            "\(crossing.channel.name) crosses \(PlainNumber.say(crossing.value))"
                + "\(crossing.unit.name.isEmpty ? "" : " ")\(crossing.unit.name) \(crossing.direction.rawValue)"
        case .everyDistance(let step, let unit), .everyTime(let step, let unit):
            "every \(PlainNumber.say(step)) \(unit.name)"
        }
    }
}
