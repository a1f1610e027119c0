import RainSynthesis
import Tracking

/// A preset to learn by ear: its resting rain, each channel over its domain, each event once, with captions.
public struct AudioKey: Sendable {
    /// What is heard from `start` up to `end`, in frames.
    public struct Caption: Equatable, Sendable {
        public var start: Int64
        public var end: Int64
        public var text: String
    }

    /// What the engine starts with.
    public let parameters: SynthParameters
    /// The timeline, in order.
    public private(set) var entries: [TimelineEntry] = []
    public private(set) var captions: [Caption] = []
    /// Its whole length.
    public private(set) var frames: Int64 = 0

    private let preset: Preset
    private let sampleRate: Int
    private var second: Int64 { Int64(sampleRate) }
    private var gridStep: Int64 { Int64(sampleRate / Sonifier.gridRate) }

    public init(preset: Preset, sampleRate: Int) {
        self.preset = preset
        self.sampleRate = sampleRate
        parameters = preset.restingParameters
        segment("The rain at rest.", seconds: 3) { _ in }
        var channels: [Channel] = []
        for mapping in preset.mappings where !channels.contains(mapping.channel) { channels.append(mapping.channel) }
        for channel in channels {
            if channel.dimension == .category { choices(of: channel) } else { sweep(channel) }
        }
        for (index, rule) in preset.events.enumerated() {
            let length = 1.5 + Double(rule.play.notes.count - 1) * rule.play.gap
            let text = rule.trigger.name + (rule.say.map { ": \($0)" } ?? "")
            let step = gridStep
            segment(text, seconds: length) { $0.take(.rule(index), at: 10 * step) }
        }
    }

    // MARK: Segments

    /// Runs a sonifier of its own, so that nothing of one segment reaches the next.
    private mutating func segment(_ text: String, seconds: Double, _ feed: (inout Sonifier) -> Void) {
        let start = frames
        let length = Int64(seconds * Double(Sonifier.gridRate) + 0.5) * gridStep
        if start > 0 {
            entries.append(TimelineEntry(sample: start, payload: .parameters(parameters, glide: Int32(5 * gridStep))))
        }
        var sonifier = Sonifier(preset: preset, sampleRate: sampleRate)
        feed(&sonifier)
        var heard: [TimelineEntry] = []
        sonifier.advance(to: length) { entry in
            var entry = entry
            entry.sample += start
            heard.append(entry)
        }
        entries += heard
        frames = start + length
        captions.append(Caption(start: start, end: frames, text: text))
    }

    private static func update(_ channel: Channel, _ value: ChannelValue) -> TrackerUpdate {
        var update = TrackerUpdate(time: TrackTime(nanoseconds: 0), fix: nil)
        update.channels[channel.name] = value
        return update
    }

    private func said(_ channel: Channel) -> String {
        let words = preset.mappings.filter { $0.channel == channel }.compactMap(\.say)
        return words.isEmpty ? "" : ": " + words.joined(separator: " ")
    }

    /// Two seconds at the low end, four over the domain, two at the high end; a switch is off, then on.
    private mutating func sweep(_ channel: Channel) {
        var low = Double.infinity
        var high = -Double.infinity
        for mapping in preset.mappings where mapping.channel == channel {
            guard case .scale(.values(let a, let b), _, _) = mapping.rule else { continue }
            low = min(low, min(a, b) * mapping.unit.scale)
            high = max(high, max(a, b) * mapping.unit.scale)
        }
        // An open domain has no numbers of its own.
        if low > high { (low, high) = (0, 1) }
        let unit = preset.mappings.first { $0.channel == channel }?.unit
        let ends = [low, high].map { PlainNumber.say($0 / (unit?.scale ?? 1)) }.joined(separator: " to ")
        let isSwitch = ChannelTable.switches.contains(channel.name)
        let step = gridStep
        let name = unit.map { $0.name.isEmpty ? ends : "\(ends) \($0.name)" } ?? ends
        segment("\(channel.name), \(name)\(said(channel))", seconds: 8) { sonifier in
            // Both ends at once first, so that an open domain knows them.
            for value in [low, high, low] { sonifier.receive(AudioKey.update(channel, .number(value)), at: 0) }
            for point in 100..<300 {
                let place = isSwitch ? (point < 150 ? 0 : 1) : Double(point - 100) / 200
                sonifier.receive(AudioKey.update(channel, .number(low + place * (high - low))), at: Int64(point) * step)
            }
            sonifier.receive(AudioKey.update(channel, .number(high)), at: 300 * step)
        }
    }

    /// Three seconds for each set of names that sound the same.
    private mutating func choices(of channel: Channel) {
        let rules = preset.mappings.filter { $0.channel == channel }.map(\.rule)
        var groups: [(values: [Double?], names: [String])] = []
        var seen: Set<String> = []
        for case .choose(let choices, _) in rules {
            for choice in choices where seen.insert(choice.name).inserted {
                let values = rules.map { AudioKey.value(of: choice.name, by: $0) }
                if let place = groups.firstIndex(where: { $0.values == values }) {
                    groups[place].names.append(choice.name)
                } else {
                    groups.append((values, [choice.name]))
                }
            }
        }
        for group in groups {
            let more = group.names.count - AudioKey.mostNames
            let names = group.names.prefix(AudioKey.mostNames).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
            segment("\(channel.name) \(names)\(said(channel))", seconds: 3) { sonifier in
                sonifier.receive(AudioKey.update(channel, .category(group.names[0])), at: 0)
            }
        }
    }

    /// Names told of a set that sounds the same.
    private static let mostNames = 4

    private static func value(of name: String, by rule: Mapping.Rule) -> Double? {
        guard case .choose(let choices, _) = rule else { return nil }
        return choices.first { $0.name == name }?.value
    }
}
