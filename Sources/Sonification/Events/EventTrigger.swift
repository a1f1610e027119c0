// SPDX-License-Identifier: MIT
import Tracking

/// The condition that triggers an event.
public enum EventTrigger: Equatable, Sendable {
    /// A channel crosses a value.
    public struct Crossing: Equatable, Sendable {
        enum Direction: String, Sendable { case up, down }
        var channel: Channel
        /// The value, in `unit`.
        var value: Double
        var unit: Unit
        var direction: Direction
        /// How far the channel must return, in `unit`, before it can cross again.
        var hysteresis: Double
    }

    /// The tracker reports the event; its subject counts only for a region.
    case reported(TrackEvent)
    case crosses(Crossing)
    /// At regular distances travelled, in the given unit.
    case everyDistance(Double, Unit)
    /// At regular intervals of track time since the first update, in the given unit.
    case everyTime(Double, Unit)

    /// True if this event, reported by a tracker, triggers it.
    public func matches(_ event: TrackEvent) -> Bool {
        guard case .reported(let own) = self, own.kind == event.kind else { return false }
        return own.kind.need != .region || own.subject == event.subject
    }

    /// True if it cannot occur without a railway database.
    var needsRailway: Bool {
        switch self {
        case .reported(let event): event.kind.need == .railway
        case .crosses(let crossing): ChannelTable.needsRailway(crossing.channel.name)
        case .everyDistance, .everyTime: false
        }
    }

    var isCrossing: Bool { if case .crosses = self { true } else { false } }

    /// The trigger as a preset writes it: `--on` and OSC messages name it so, and different triggers have different names.
    public var name: String {
        switch self {
        case .reported(let event): event.name
        case .crosses(let crossing):
            [crossing.channel.name, "crosses", PlainNumber.write(crossing.value), crossing.unit.name, crossing.direction.rawValue]
                .filter { !$0.isEmpty }.joined(separator: " ")
        case .everyDistance(let step, let unit), .everyTime(let step, let unit): "every \(PlainNumber.write(step)) \(unit.name)"
        }
    }
}
