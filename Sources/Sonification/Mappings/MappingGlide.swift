// SPDX-License-Identifier: MIT
import DeterministicMath
import RainSynthesis
import Tracking

/// The state of one running mapping: takes the channel's last value and produces the parameter's smoothed value. Control side.
/// Plain memory, so that a grid step does no reference counting; the mapping itself is passed with each update.
struct MappingGlide {
    /// The scale on which the value moves perceptually evenly: that of the mapping's curve.
    private enum Scale { case linear, logarithmic, squareRoot }

    let combine: Mapping.Combine?
    /// The value while the mapping takes no part, in the parameter's unit.
    private let rest: Double
    /// The share of the remaining distance that one grid step covers, upwards and downwards.
    private let rise: Double
    private let fall: Double
    private let curveScale: Scale
    private let tolerance: Double

    /// The current value and its target, in the parameter's unit.
    private(set) var value: Double
    private(set) var goal: Double
    private(set) var isMoving = false
    /// False before the first value and once the channel has been missing for too long; `combine: last` then has no effect.
    private(set) var takesPart = false

    private var scale = Scale.linear
    private var position = 0.0
    private var end = 0.0
    private var lastSeen: TrackTime?
    private var lastInput: Double?
    /// The running extent of the channel in the mapping's unit, for a domain that was not resolved beforehand.
    private var least = Double.infinity
    private var greatest = -Double.infinity

    /// - Parameters:
    ///   - base: the parameter's resting value.
    ///   - gridRate: grid steps per second.
    init(_ mapping: Mapping, base: Double, gridRate: Double) {
        combine = mapping.combine
        switch mapping.combine {
        case .add: rest = 0
        case .multiply: rest = 1
        case .max: rest = Double(ParameterTable.spec(mapping.parameter).range.lowerBound)
        case .last, nil: rest = base
        }
        rise = MappingGlide.share(mapping.smooth.attack, gridRate)
        fall = MappingGlide.share(mapping.smooth.release, gridRate)
        var scale = Scale.linear
        var width = 1.0
        if case .scale(_, let range, let curve) = mapping.rule {
            if curve == .logarithmic { scale = .logarithmic }
            if curve == .squareRoot { scale = .squareRoot }
            width = (MappingGlide.place(range.1, scale) - MappingGlide.place(range.0, scale)).magnitude
        }
        curveScale = scale
        tolerance = max(width, 1e-6) * 1e-4
        value = rest
        goal = rest
    }

    /// 90 % of a step in `seconds`: 1 - 10^(-1 / (seconds * gridRate)).
    private static func share(_ seconds: Double, _ gridRate: Double) -> Double {
        seconds * gridRate < 1e-3 ? 1 : 1 - DeterministicMath.exp(-2.302585092994046 / (seconds * gridRate))
    }

    // MARK: Updates

    /// Takes the channel's value in an update at track time `time`, nil if missing. Returns true if the target changed.
    mutating func receive(_ channel: ChannelValue?, at time: TrackTime, by mapping: Mapping) -> Bool {
        let before = (goal, takesPart)
        if let next = target(channel, mapping) {
            lastSeen = time
            takesPart = true
            setTarget(next)
        } else {
            // After a backward seek, the time of the last value must not lie in the future.
            let seen = min(lastSeen ?? time, time)
            lastSeen = seen
            if time.seconds(since: seen) >= mapping.missing.hold || !takesPart { endHold(mapping.missing.then) }
        }
        return before != (goal, takesPart)
    }

    private mutating func endHold(_ then: Mapping.Missing.Then) {
        switch then {
        case .hold: return
        case .base:
            takesPart = false
            setTarget(rest)
        case .value(let value):
            takesPart = true
            setTarget(value)
        }
        lastInput = nil
    }

    /// The parameter's new target, or nil if the channel is missing or unusable.
    private mutating func target(_ channel: ChannelValue?, _ mapping: Mapping) -> Double? {
        switch (mapping.rule, channel) {
        case (.choose(let choices, let otherwise), .category(let name)):
            return value(of: name, among: choices, otherwise, mapping.parameter)
        case (.choose(let choices, let otherwise), .number(let number)) where number.isFinite:
            return value(of: PlainNumber.write(number), among: choices, otherwise, mapping.parameter)
        case (.scale(let domain, let range, let curve), .number(let number)) where number.isFinite:
            var input = number / mapping.unit.scale
            if let last = lastInput, (input - last).magnitude < mapping.hysteresis { input = last }
            lastInput = input
            return curve.value(input, domain: limits(domain, input), range: range)
        default: return nil
        }
    }

    private func value(
        of name: String, among choices: [Mapping.Choice], _ otherwise: Mapping.Otherwise, _ parameter: ParameterID
    ) -> Double {
        if let choice = choices.first(where: { $0.name == name }) { return choice.value }
        switch otherwise {
        case .base: return rest
        case .value(let value): return value
        case .hash:
            let names = ParameterTable.spec(parameter).choices.count
            if names > 0 { return Double(CategoryHash.place(of: name, among: names)) }
            return choices.isEmpty ? rest : choices[CategoryHash.place(of: name, among: choices.count)].value
        }
    }

    private mutating func limits(_ domain: Mapping.Domain, _ input: Double) -> (Double, Double) {
        if case .values(let low, let high) = domain { return (low, high) }
        least = min(least, input)
        greatest = max(greatest, input)
        return (least, greatest)
    }

    /// Takes over the state of `former`, the same mapping before it was edited: a resting mapping stays at rest, a settled one
    /// moves to the edited mapping's target at once, and a moving one continues from its current value.
    mutating func takeOver(_ former: MappingGlide, _ update: TrackerUpdate?, by mapping: Mapping) {
        guard let update else { return }
        takesPart = former.takesPart
        lastSeen = former.lastSeen
        lastInput = former.lastInput
        least = former.least
        greatest = former.greatest
        let held = former.takesPart && target(update.channels[mapping.channel.name], mapping) == nil
        if former.takesPart || former.isMoving { (value, goal) = (former.value, former.value) }
        if held {
            // The channel is missing and its last value is held.
            if former.isMoving { setTarget(former.goal) }
        } else {
            _ = receive(update.channels[mapping.channel.name], at: update.time, by: mapping)
        }
        guard !former.isMoving else { return }
        value = goal
        isMoving = false
    }

    // MARK: Smoothing

    private mutating func setTarget(_ next: Double) {
        guard next != goal else { return }
        goal = next
        // If the scale cannot represent both ends, the linear one is used.
        scale = curveScale
        if scale == .logarithmic, min(value, next) <= 0 { scale = .linear }
        if scale == .squareRoot, min(value, next) < 0 { scale = .linear }
        position = MappingGlide.place(value, scale)
        end = MappingGlide.place(next, scale)
        isMoving = true
    }

    /// Advances one grid step towards the target.
    mutating func step() {
        guard isMoving else { return }
        position += (end - position) * (end > position ? rise : fall)
        if (end - position).magnitude <= tolerance {
            value = goal
            isMoving = false
            return
        }
        switch scale {
        case .linear: value = position
        case .logarithmic: value = DeterministicMath.exp(position)
        case .squareRoot: value = position * position
        }
    }

    private static func place(_ value: Double, _ scale: Scale) -> Double {
        switch scale {
        case .linear: value
        case .logarithmic: DeterministicMath.log(value)
        case .squareRoot: value.squareRoot()
        }
    }

    /// The parameter's value after this mapping is combined with `before`.
    func combined(with before: Double) -> Double {
        switch combine {
        case nil: value
        case .add: before + value
        case .multiply: before * value
        case .max: Swift.max(before, value)
        case .last: takesPart ? value : before
        }
    }
}
