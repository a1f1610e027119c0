// SPDX-License-Identifier: MIT
import RainSynthesis
import Tracking

/// The part of an audio key between two silences.
struct KeyStretch {
    /// One sound, with a cue where it begins.
    struct Step {
        var label: String
        var text: String
        /// The duration in steps of the sonifier's grid (20 ms).
        var gridSteps: Int
        /// The cause of the sound; nil if the rain simply continues.
        var arrival: Sonifier.Arrival?
    }

    /// Updates that took effect long before the stretch begins.
    var preparation: [TrackerUpdate] = []
    var steps: [Step]
}

/// The stretches of a preset's audio key, in order.
struct KeyPlan {
    /// The time given to each sound, in seconds.
    private struct Pace {
        /// The number of values at which a numeric channel is played.
        var points: Int
        var point: Double
        var choice: Double
        /// The time from the onset of an event's last note.
        var ring: Double
    }

    /// From the easiest to learn to the shortest that is still distinguishable.
    private static let paces = [
        Pace(points: 5, point: 1.2, choice: 1.6, ring: 1.3), Pace(points: 5, point: 1, choice: 1.2, ring: 1),
        Pace(points: 4, point: 0.9, choice: 1, ring: 0.9), Pace(points: 3, point: 0.8, choice: 0.9, ring: 0.8),
    ]

    private(set) var stretches: [KeyStretch] = []
    private let preset: Preset
    private let pace: Pace

    /// The slowest plan within `seconds`, or the shortest one if none fits.
    static func fitting(_ preset: Preset, seconds: Double) -> KeyPlan {
        let plans = paces.lazy.map { KeyPlan(preset, $0) }
        return plans.first { $0.seconds <= seconds } ?? KeyPlan(preset, paces[paces.count - 1])
    }

    /// The total length, including the silences between the stretches.
    private var seconds: Double {
        let steps = stretches.reduce(0) { $0 + $1.steps.reduce(0) { $0 + $1.gridSteps } }
        return Double(steps + (stretches.count - 1) * Int(AudioKey.rest)) / Double(Sonifier.gridRate)
    }

    private init(_ preset: Preset, _ pace: Pace) {
        self.preset = preset
        self.pace = pace
        stretches.append(KeyStretch(steps: [step("at rest", "The rain at rest.", 2)]))
        var channels: [Channel] = []
        for mapping in preset.mappings where !channels.contains(mapping.channel) { channels.append(mapping.channel) }
        for channel in channels {
            let stretch = isChosen(channel) ? choices(of: channel) : sweep(channel)
            if !stretch.steps.isEmpty { stretches.append(stretch) }
        }
        if !preset.events.isEmpty { stretches.append(events) }
    }

    private func isChosen(_ channel: Channel) -> Bool {
        preset.mappings.contains { if case .choose = $0.rule { $0.channel == channel } else { false } }
    }

    private func step(_ label: String, _ text: String, _ seconds: Double, _ arrival: Sonifier.Arrival? = nil) -> KeyStretch.Step {
        KeyStretch.Step(
            label: label, text: text, gridSteps: Int(seconds * Double(Sonifier.gridRate) + 0.5), arrival: arrival)
    }

    private static func update(_ channel: Channel, _ value: ChannelValue) -> TrackerUpdate {
        var update = TrackerUpdate(time: TrackTime(nanoseconds: 0), fix: nil)
        update.channels[channel.name] = value
        return update
    }

    /// The preset's sentences about a channel, each once.
    private func said(_ channel: Channel) -> String {
        var sentences: [String] = []
        for mapping in preset.mappings where mapping.channel == channel {
            if let say = mapping.say, !sentences.contains(say) { sentences.append(say) }
        }
        return sentences.map { " \($0)" }.joined()
    }

    // MARK: Numbers

    /// Steps from the low end of the domain to the high end; a switch is off, then on.
    private func sweep(_ channel: Channel) -> KeyStretch {
        let mappings = preset.mappings.filter { $0.channel == channel }
        var low = Double.infinity, high = -Double.infinity
        for case (.scale(.values(let a, let b), _, _), let scale) in mappings.map({ ($0.rule, $0.unit.scale) }) {
            low = min(low, min(a, b) * scale)
            high = max(high, max(a, b) * scale)
        }
        let isOpen = low > high
        // An open domain has no fixed numbers: its ends are the extremes that the channel has reached.
        if isOpen { (low, high) = (0, 1) }
        let unit = mappings.first?.unit
        let isSwitch = channel.isSwitch
        let points = isSwitch ? 2 : pace.points
        var steps: [KeyStretch.Step] = []
        for point in 0..<points {
            let place = Double(point) / Double(points - 1)
            let value = point == points - 1 ? high : low + place * (high - low)
            var label = "\(channel.name) "
            if isSwitch, low == 0 {
                label += point == 0 ? "off" : "on"
            } else if isOpen {
                label += point == 0 ? "at its least" : point == points - 1 ? "at its greatest" : "\(Int(place * 100 + 0.5)) % up"
            } else {
                label += PlainNumber.say(value / (unit?.scale ?? 1)) + (unit.map { $0.name.isEmpty ? "" : " \($0.name)" } ?? "")
            }
            // The explanation is attached where its effect is audible.
            let isTold = point == (isSwitch ? 1 : 0)
            let seconds = point < points - 1 ? pace.point : max(1.5 * pace.point, isSwitch ? 2 : 0)
            steps.append(
                step(label, label + (isTold ? ".\(said(channel))" : ""), seconds, .update(Self.update(channel, .number(value)))))
        }
        // Both ends are visited once, so that an open domain includes them.
        return KeyStretch(preparation: [low, high, low].map { Self.update(channel, .number($0)) }, steps: steps)
    }

    // MARK: Names, and numbers that are chosen by

    private static func value(_ name: String, of channel: Channel) -> ChannelValue {
        channel.dimension == .category ? .category(name) : .number(PlainNumber.read(name) ?? 0)
    }

    /// The maximum number of names listed for a set that sounds the same.
    private static let mostNames = 3

    /// One step per set of names that sound the same, and one for any other name.
    private func choices(of channel: Channel) -> KeyStretch {
        let mappings = preset.mappings.filter { $0.channel == channel }
        var groups: [(values: [Double], names: [String])] = []
        func values(_ name: String) -> [Double] {
            mappings.map { Self.value(of: name, by: $0, resting: preset.restingParameters) }
        }
        var listed: Set<String> = []
        for case .choose(let choices, _) in mappings.map(\.rule) {
            for name in choices.map(\.name) where listed.insert(name).inserted {
                let values = values(name)
                if let place = groups.firstIndex(where: { $0.values == values }) {
                    groups[place].names.append(name)
                } else {
                    groups.append((values, [name]))
                }
            }
        }
        let listedCount = groups.count
        // Unlisted names: as many as produce a value that no other name has. Numbers that rest otherwise are all listed.
        let restsOtherwise = mappings.allSatisfy { if case .choose(_, .base) = $0.rule { true } else { false } }
        for number in 1...64 where channel.dimension == .category || !restsOtherwise {
            let name = channel.dimension == .category ? "other \(number)" : "\(1_000 + number)", values = values(name)
            let isNew = values.indices.contains { place in !groups.contains { $0.values[place] == values[place] } }
            if isNew { groups.append((values, [name])) }
        }
        let steps = groups.enumerated().map { place, group in
            let isListed = place < listedCount
            let material = zip(mappings, group.values).compactMap { ParameterTable.spec($0.parameter).choice(at: $1) }.first
            let more = group.names.count - Self.mostNames
            let names =
                isListed
                ? group.names.prefix(Self.mostNames).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "") : "any other name"
            let short = isListed ? group.names[0] + (group.names.count > 1 ? " ..." : "") : "any other name"
            let label = "\(channel.name) " + (material.map { "\($0): \(short)" } ?? short)
            let text = "\(channel.name) " + (material.map { "\($0): \(names)" } ?? names)
            return step(
                label, text + "." + (place == 0 ? said(channel) : ""), pace.choice,
                .update(Self.update(channel, Self.value(group.names[0], of: channel))))
        }
        return KeyStretch(
            preparation: groups.first.map { [Self.update(channel, Self.value($0.names[0], of: channel))] } ?? [], steps: steps)
    }

    /// The mapping's value for a name, in the parameter's unit.
    private static func value(of name: String, by mapping: Mapping, resting: SynthParameters) -> Double {
        let base = Double(resting[mapping.parameter])
        var glide = MappingGlide(mapping, base: base, gridRate: Double(Sonifier.gridRate))
        _ = glide.receive(value(name, of: mapping.channel), at: TrackTime(nanoseconds: 0), by: mapping)
        return glide.goal
    }

    // MARK: Events

    private var events: KeyStretch {
        var steps = [step("events", "The events, over the rain at rest.", 0.8)]
        for (index, rule) in preset.events.enumerated() {
            let length = Double(rule.play.notes.count - 1) * rule.play.gap + pace.ring
            steps.append(step(rule.trigger.name, rule.trigger.name + (rule.say.map { ": \($0)" } ?? ""), length, .rule(index)))
        }
        return KeyStretch(steps: steps)
    }
}
