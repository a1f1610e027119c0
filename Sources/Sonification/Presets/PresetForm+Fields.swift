// SPDX-License-Identifier: MIT
import RainSynthesis
import Tracking

/// The fields of a mapping or an event one by one, for a form: those that apply to it, in the order in which they are written.
extension PresetForm {
    public struct Field: Sendable {
        public enum Kind: Sendable {
            case number(Number)
            /// One of these words.
            case choice([String])
            /// Any words; these are suggested.
            case words([String])
            /// Two numbers in the channel's unit, `auto`, or two percentiles.
            case inputs
            /// Two numbers in the parameter's unit.
            case outputs
            /// The points of a table.
            case points
            /// A value of the parameter for each name.
            case names
            case notes
        }

        /// The keys that lead to it from the mapping or the event.
        public let path: [String]
        public let kind: Kind
        /// What applies where it is not written; empty for nothing.
        public let standard: String
        public let isRequired: Bool
        public let help: String

        fileprivate init(_ path: [String], _ kind: Kind, standard: String = "", isRequired: Bool = false, _ help: String) {
            self.path = path
            self.kind = kind
            self.standard = standard
            self.isRequired = isRequired
            self.help = help
        }

        fileprivate init(_ number: Number, under above: [String] = [], standard: String? = nil) {
            self.init(
                above + [number.key], .number(number), standard: standard ?? (number.isRequired ? "" : PlainNumber.write(number.standard)),
                number.help)
        }
    }

    /// The names of curves; `power` and `table` need a number or points in addition.
    private static let curves = MappingCurve.named.map(\.name) + curve

    public static func fields(of mapping: Mapping) -> [Field] { self.mapping.flatMap { fields($0, of: mapping) } }
    public static func fields(of rule: EventRule) -> [Field] { event.flatMap { fields($0, of: rule) } }

    private static func fields(_ key: String, of mapping: Mapping) -> [Field] {
        let spec = ParameterTable.spec(mapping.parameter)
        let units = Unit.names(of: mapping.channel.dimension)
        var isScale = false, curve = MappingCurve.linear
        if case .scale(_, _, let shape) = mapping.rule { (isScale, curve) = (true, shape) }
        let table: Bool = if case .table = curve { true } else { false }
        switch key {
        case "from": return [Field([key], .words(ChannelTable.names), isRequired: true, "The channel: what the rain follows.")]
        case "unit":
            guard isScale, !units.isEmpty || mapping.channel.column != nil else { return [] }
            return [
                Field(
                    [key], units.isEmpty ? .words([]) : .choice(units), standard: mapping.channel.unit, "The unit of the channel's values.")
            ]
        case "to":
            let names = ParameterTable.all.filter { !$0.fixedAtStart }.map(\.name)
            return [Field([key], .choice(names), isRequired: true, "The parameter that the mapping moves.")]
        case "domain":
            return isScale && !table
                ? [Field([key], .inputs, isRequired: true, "Two values of the channel, auto, or percentiles: p5, p95.")] : []
        case "range":
            return isScale && !table ? [Field([key], .outputs, isRequired: true, "The values at the two ends of the domain.")] : []
        case "choose": return isScale ? [] : [Field([key], .names, "A value for each name.")]
        case "otherwise":
            let words = ["base", "hash"] + spec.choices
            let help = "The value for any other name; base is the resting value."
            return isScale ? [] : [Field([key], .words(words), standard: "base", help)]
        case "curve":
            guard isScale else { return [] }
            var fields = [Field([key], .choice(curves), standard: curves[0], "The shape between the two ends.")]
            if case .power = curve { fields.append(Field(power, under: [key])) }
            if table {
                fields.append(
                    Field([key, "table"], .points, isRequired: true, "The points: the values of the channel and the parameter at each."))
            }
            return fields
        case "hysteresis": return isScale ? [Field(hysteresis.in(mapping.unit.name))] : []
        case "combine":
            let words = spec.choices.isEmpty ? Mapping.Combine.allCases : [.last]
            return [Field([key], .choice(words.map(\.rawValue)), "How the mapping combines with earlier ones of the parameter.")]
        case "smooth":
            guard spec.choices.isEmpty else { return [] }
            return [Field(attack, under: [key]), Field(release, under: [key])]
        case "missing":
            return [
                Field(hold, under: [key]),
                Field(
                    [key, "then"], .words(["base", "hold"] + spec.choices), standard: "base",
                    "The value after that: base is the resting value, hold the last one."),
            ]
        default: return [Field([key], .words([]), "The mapping in words.")]
        }
    }

    private static func fields(_ key: String, of rule: EventRule) -> [Field] {
        switch key {
        case "on":
            let forms = ["every 1 km", "every 5 min", "speed crosses 80 km/h up"]
            return [Field([key], .words(EventTable.names + forms), isRequired: true, "When the event sounds.")]
        case "hysteresis":
            guard case .crosses(let crossing) = rule.trigger else { return [] }
            return [Field(crossingHysteresis.in(crossing.unit.name), standard: PlainNumber.write(crossing.hysteresis))]
        case "play":
            return [
                Field([key, "voice"], .choice(StrikeVoice.allCases.map(\.name)), isRequired: true, "The body that is struck."),
                Field([key, "notes"], .notes, isRequired: true, "One to eight: e4, c#5, bb3, or a number in Hz."),
                Field(gap, under: [key]), Field(level, under: [key]), Field(pan, under: [key]),
            ]
        case "priority": return [Field(priority)]
        case "cooldown": return [Field(cooldown)]
        case "patience": return [Field(patience)]
        case "duck": return [Field(duckBy, under: [key])] + (rule.duck == nil ? [] : [Field(duckRelease, under: [key])])
        default: return [Field([key], .words([]), "The event in words.")]
        }
    }
}
