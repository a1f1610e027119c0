// SPDX-License-Identifier: MIT
import PlainText
import RainSynthesis
import Tracking

/// A preset: the resting rain, the mappings from channels to parameters, and the sounds of events.
public struct Preset: Equatable, Sendable {
    /// The setting in which the rain is heard.
    enum Place: String, CaseIterable, Sendable { case outdoor, indoor, abstract }

    /// A resting value that the preset, or one that it extends, sets explicitly.
    struct BaseValue: Equatable, Sendable {
        var parameter: ParameterID
        /// The value in the parameter's unit; for a choice, its index.
        var value: Float
        var place: SourcePlace
    }

    /// The shipped name, or the file name without its extension.
    public var name: String
    public var title: String
    public var describe: String
    var place: Place
    /// The preset that it extends, as written.
    var extends: String?
    var base: [BaseValue] = []
    public var mappings: [Mapping] = []
    public var events: [EventRule] = []
    /// How the rain is attenuated while nothing changes; nil for never.
    public var fatigue: Fatigue?

    /// The table's defaults, overridden by the preset's base values.
    public var restingParameters: SynthParameters {
        var parameters = SynthParameters()
        for entry in base { parameters[entry.parameter] = entry.value }
        return parameters
    }

    /// Returns a copy with another resting value.
    package func with(_ parameter: ParameterID, at value: Float) -> Preset {
        var preset = self
        let place = base.last { $0.parameter == parameter }?.place ?? SourcePlace(file: name, line: 1, column: 1)
        preset.base.removeAll { $0.parameter == parameter }
        preset.base.append(BaseValue(parameter: parameter, value: value, place: place))
        return preset
    }

    /// True if the preset uses channels or events that require a railway database.
    public var usesRailway: Bool {
        mappings.contains { ChannelTable.needsRailway($0.channel.name) } || events.contains(where: \.trigger.needsRailway)
    }

    /// The names of the channels that the preset uses, each once, in file order.
    public var channelNames: [String] {
        let crossed = events.compactMap { if case .crosses(let crossing) = $0.trigger { crossing.channel.name } else { nil } }
        return (mappings.map(\.channel.name) + crossed).uniqued()
    }

    /// The names of the input's own columns that are mapped, each once, in file order.
    public var columns: [String] { mappings.compactMap(\.channel.column).uniqued() }

    /// Lists, one sentence each, the columns that mappings or events use and that are not among the input's.
    public func missingColumns(in columns: [String]) -> [String] {
        channelNames.compactMap { Channel.column(of: $0) }.filter { !columns.contains($0) }.map { name in
            let nearest = NearestName.column(name, in: columns).map { "; did you mean csv.\($0)?" } ?? ""
            let listed = columns.isEmpty ? "it has none of its own" : "its columns are \(ListText.first(12, of: columns))"
            return "the track has no column \(name): \(listed)\(nearest)"
        }
    }
}
