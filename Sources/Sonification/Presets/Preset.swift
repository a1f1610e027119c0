import RainSynthesis

/// A preset: what the rain is at rest, which channel moves what, and which event sounds how.
public struct Preset: Equatable, Sendable {
    /// Where the rain is heard.
    public enum Place: String, CaseIterable, Sendable { case outdoor, indoor, abstract }

    /// A resting value that the preset or one it extends writes down.
    public struct BaseValue: Equatable, Sendable {
        public var parameter: ParameterID
        /// In the parameter's unit; for a choice its index.
        public var value: Float
        public var place: SourcePlace
    }

    /// The shipped name, or the file's name without its ending.
    public var name: String
    public var title: String
    public var describe: String
    public var place: Place
    /// The preset it builds on, as written.
    public var extends: String?
    public var base: [BaseValue] = []
    public var mappings: [Mapping] = []
    public var events: [EventRule] = []
    /// How it steps back while nothing changes; nil: never.
    public var fatigue: Fatigue?

    /// The table's defaults with the preset's base values over them.
    public var restingParameters: SynthParameters {
        var parameters = SynthParameters()
        for entry in base { parameters[entry.parameter] = entry.value }
        return parameters
    }

    /// The same with another resting value.
    package func with(_ parameter: ParameterID, at value: Float) -> Preset {
        var preset = self
        let place = base.last { $0.parameter == parameter }?.place ?? SourcePlace(file: name, line: 1, column: 1)
        preset.base.removeAll { $0.parameter == parameter }
        preset.base.append(BaseValue(parameter: parameter, value: value, place: place))
        return preset
    }

    /// True when something of it is heard only where a railway is known.
    public var usesRailway: Bool {
        channelNames.contains(where: ChannelTable.needsRailway)
            || events.contains { rule in EventTable.rows.contains { $0.needsRailway && $0.form == rule.trigger.name } }
    }

    /// The names of the channels it listens to, each once, in file order.
    public var channelNames: [String] {
        var names: [String] = []
        for mapping in mappings where !names.contains(mapping.channel.name) { names.append(mapping.channel.name) }
        for case .crosses(let crossing) in events.map(\.trigger) where !names.contains(crossing.channel.name) {
            names.append(crossing.channel.name)
        }
        return names
    }
}
