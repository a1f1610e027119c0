// SPDX-License-Identifier: MIT
import DeterministicMath
import Tracking

/// Detects one rule's event in the stream of updates.
struct EventWatch {
    /// The maximum number of `every` marks struck for one update, however far it jumps.
    private static let mostMarks = 8.0

    let trigger: EventTrigger
    /// The sample of the last event that the rule's cooldown let through; nil without a cooldown.
    var lastAccepted: Int64?
    /// True while a crossing is armed, on the near side of the value; nil before the first value.
    private var armed: Bool?
    /// Full steps of `every` so far.
    private var marks: Double?
    private var start: TrackTime?

    init(_ trigger: EventTrigger) { self.trigger = trigger }

    /// The occurrences of the event in this update, each with its subject.
    mutating func occurrences(in update: TrackerUpdate) -> [String?] {
        let count: Int
        switch trigger {
        case .reported:
            // Most updates carry no events.
            return update.events.isEmpty ? [] : update.events.filter { trigger.matches($0) }.map(\.subject)
        case .crosses(let crossing): count = crosses(crossing, update.channels[crossing.channel.name]) ? 1 : 0
        case .everyDistance(let step, let unit):
            count = update.channels[.distance]?.number.map { marks($0 / (step * unit.scale)) } ?? 0
        case .everyTime(let step, let unit):
            let start = start ?? update.time
            self.start = start
            count = marks(update.time.seconds(since: start) / (step * unit.scale))
        }
        return [String?](repeating: nil, count: count)
    }

    private mutating func crosses(_ crossing: EventTrigger.Crossing, _ value: ChannelValue?) -> Bool {
        guard let number = value?.number, number.isFinite else { return false }
        // How far the channel is beyond the value, in the crossing's direction.
        let sign = crossing.direction == .up ? 1.0 : -1.0
        let beyond = sign * (number / crossing.unit.scale - crossing.value)
        guard let armed else {
            self.armed = beyond < 0
            return false
        }
        if armed, beyond >= 0 {
            self.armed = false
            return true
        }
        if beyond < 0, beyond <= -crossing.hysteresis { self.armed = true }
        return false
    }

    private mutating func marks(_ place: Double) -> Int {
        guard place.isFinite else { return 0 }
        let now = DeterministicMath.floor(place)
        guard let before = marks else {
            marks = now
            return 0
        }
        // A distance that falls back by more than one step has been reset.
        if now > before || now < before - 1 { marks = now }
        return now > before ? Int(min(now - before, EventWatch.mostMarks)) : 0
    }
}
