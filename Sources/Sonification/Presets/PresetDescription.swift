// SPDX-License-Identifier: MIT
import RainSynthesis

/// A preset in sentences, generated from the model alone, so that they always match it.
public struct PresetDescription: Sendable {
    let preset: Preset
    public init(_ preset: Preset) { self.preset = preset }

    /// The complete preset in paragraphs, for `preset describe`.
    public var text: String {
        var parts = ["\(preset.title) (\(preset.name), \(preset.place.rawValue))"]
        if !preset.describe.isEmpty { parts[0] += "\n\(preset.describe)" }
        if let parent = preset.extends { parts[0] += "\nIt builds on \(parent)." }
        let rest = preset.base.sorted { $0.parameter.rawValue < $1.parameter.rawValue }.map { base in
            "  \(ParameterTable.spec(base.parameter).name) = \(Self.value(Double(base.value), base.parameter))"
        }
        if !rest.isEmpty { parts.append("At rest (every other parameter has its default):\n" + rest.joined(separator: "\n")) }
        if preset.mappings.isEmpty { parts.append("Nothing is mapped.") }
        parts += preset.mappings.map { sentences($0) }
        parts += preset.events.map { sentences($0) }
        if let fatigue = preset.fatigue { parts.append(fatigue.sentence) }
        return parts.joined(separator: "\n\n") + "\n"
    }

    /// One line per mapping and event, for the `?` key.
    public var lines: [String] {
        preset.mappings.map { mapping in
            let spec = ParameterTable.spec(mapping.parameter)
            switch mapping.rule {
            case .scale(let domain, let range, let curve):
                let values = values(range, curve, mapping)
                return "\(mapping.channel.name) \(Self.domainText(domain, mapping)) → \(spec.name) \(values)\(combineWord(mapping))"
            case .choose: return "\(mapping.name)\(combineWord(mapping))"
            }
        } + preset.events.map { "\($0.trigger.name) → \(notes($0))" }
    }

    /// The voice and the notes of an event.
    package func notes(_ rule: EventRule) -> String {
        "\(rule.play.voice.name) \(rule.play.notes.map(\.name).joined(separator: " "))"
    }

    /// What a mapping does, in a few words: `0 to 120 km/h → 240 to 3,600/min, log`.
    package func summary(_ mapping: Mapping) -> String {
        switch mapping.rule {
        case .scale(let domain, let range, let curve):
            let shape =
                switch curve {
                case .linear, .table: ""
                default: ", \(curve.words)"
                }
            return "\(Self.domainText(domain, mapping)) → \(values(range, curve, mapping))\(shape)\(combineWord(mapping))"
        case .choose(let choices, let otherwise):
            let named = choices.map { "\($0.name) → \(Self.output($0.value, mapping))" } + [Self.otherwiseText(otherwise, mapping)]
            return named.joined(separator: ", ") + combineWord(mapping)
        }
    }

    /// The ends of a range in the order of the domain, or all of a table's values.
    private func values(_ range: (Double, Double), _ curve: MappingCurve, _ mapping: Mapping) -> String {
        let values = if case .table(let points) = curve { points.map(\.output) } else { [range.0, range.1] }
        return (values.dropLast().map(Self.number) + values.suffix(1).map { Self.output($0, mapping) }).joined(separator: " to ")
    }

    // MARK: Mappings

    private func sentences(_ mapping: Mapping) -> String {
        let spec = ParameterTable.spec(mapping.parameter)
        var text = mapping.say.map { "\($0) " } ?? ""
        text += "The channel \(mapping.channel.name)"
        switch mapping.rule {
        case .scale(let domain, let range, let curve):
            if case .table(let points) = curve {
                let steps = points.map {
                    "\(PlainNumber.display($0.input, in: mapping.unit.name)) gives \(Self.output($0.output, mapping))"
                }
                text += " moves \(spec.name) between points: \(steps.joined(separator: ", "))."
            } else {
                text +=
                    ", \(Self.domainText(domain, mapping)), moves \(spec.name) from \(Self.output(range.0, mapping)) to \(Self.output(range.1, mapping))\(curveText(curve))."
            }
        case .choose(let choices, let otherwise):
            text += " chooses \(spec.name): \(Self.choicesText(choices, otherwise, mapping))."
        }
        switch mapping.combine {
        case nil: break
        case .add: text += " This is added to the value so far."
        case .multiply: text += " The value so far is multiplied by this."
        case .max: text += " The greater of this and the value so far counts."
        case .last: text += " While the channel is present, this replaces the value so far."
        }
        if mapping.hysteresis > 0 {
            text += " Changes below \(PlainNumber.display(mapping.hysteresis, in: mapping.unit.name)) are ignored."
        }
        let smooth = mapping.smooth
        if spec.choices.isEmpty {
            let up = PlainNumber.display(smooth.attack)
            let down = PlainNumber.display(smooth.release)
            text +=
                smooth.attack == 0 && smooth.release == 0
                ? " It follows at once."
                : smooth.attack == smooth.release
                    ? " It covers 90 % of a step in \(up) s."
                    : " It covers 90 % of a step up in \(up) s, down in \(down) s."
        }
        return text + missingText(mapping)
    }

    private func missingText(_ mapping: Mapping) -> String {
        let hold = "When \(mapping.channel.name) is missing, the last value holds"
        let span = " for \(PlainNumber.display(mapping.missing.hold)) s, then "
        switch mapping.missing.then {
        case .hold: return " \(hold)."
        case .value(let value): return " \(hold)\(span)it goes to \(Self.output(value, mapping))."
        case .base: return " \(hold)\(span)\(mapping.combine == nil ? "it goes to the resting value" : "the mapping takes no part")."
        }
    }

    static func choicesText(_ choices: [Mapping.Choice], _ otherwise: Mapping.Otherwise, _ mapping: Mapping) -> String {
        let named = choices.map { "\($0.name) gives \(output($0.value, mapping))" }
        return (named + [otherwiseText(otherwise, mapping)]).joined(separator: ", ")
    }

    private static func otherwiseText(_ otherwise: Mapping.Otherwise, _ mapping: Mapping) -> String {
        switch otherwise {
        case .base: "any other name the resting value"
        case .value(let value): "any other name \(output(value, mapping))"
        case .hash: "any other name a fixed value of its own"
        }
    }

    static func domainText(_ domain: Mapping.Domain, _ mapping: Mapping) -> String {
        switch domain {
        case .values(let low, let high): "\(PlainNumber.display(low)) to \(PlainNumber.display(high, in: mapping.unit.name))"
        case .auto: "from its least to its greatest value"
        case .percentiles(let low, let high): "from percentile \(PlainNumber.display(low)) to \(PlainNumber.display(high)) of its values"
        }
    }

    private func curveText(_ curve: MappingCurve) -> String {
        switch curve {
        case .linear, .table: ", evenly"
        case .logarithmic: ", in equal ratios (log)"
        case .squareRoot: ", evenly in the square root"
        case .power(let exponent): ", with the power \(PlainNumber.display(exponent))"
        }
    }

    private func combineWord(_ mapping: Mapping) -> String { mapping.combine.map { " (\($0.rawValue))" } ?? "" }

    // MARK: Events

    private func sentences(_ rule: EventRule) -> String {
        let notes = rule.play.notes.map { Double($0.name) != nil ? "\($0.name) Hz" : $0.name }.joined(separator: ", ")
        var text = "\(rule.trigger.name): \(rule.say.map { "\($0) " } ?? "")\(rule.play.voice.name) plays \(notes)"
        if rule.play.notes.count > 1 { text += ", \(PlainNumber.display(rule.play.gap)) s apart," }
        text += " at \(PlainNumber.display(rule.play.level)) dB"
        if rule.play.pan != 0 { text += ", \(PlainNumber.display(rule.play.pan.magnitude)) to the \(rule.play.pan < 0 ? "left" : "right")" }
        text += ", priority \(rule.priority)."
        if case .crosses(let crossing) = rule.trigger {
            text +=
                " It can happen again once \(crossing.channel.name) has gone back by \(PlainNumber.display(crossing.hysteresis, in: crossing.unit.name))."
        }
        if rule.cooldown > 0 { text += " It then stays silent for \(PlainNumber.display(rule.cooldown)) s." }
        if rule.patience != PresetForm.patience.standard {
            text += " While others sound it waits for up to \(PlainNumber.display(rule.patience)) s."
        }
        if let duck = rule.duck {
            text += " The rain is lowered by \(PlainNumber.display(duck.by)) dB and returns within \(PlainNumber.display(duck.release)) s."
        }
        return text
    }

    // MARK: Values

    private static func number(_ value: Double) -> String {
        PlainNumber.display(Float(value).plain)
    }

    /// What a mapping gives its parameter; a factor has no unit.
    package static func output(_ value: Double, _ mapping: Mapping) -> String {
        mapping.combine == .multiply ? number(value) : Self.value(value, mapping.parameter)
    }

    static func value(_ value: Double, _ id: ParameterID) -> String {
        let spec = ParameterTable.spec(id)
        if !spec.choices.isEmpty { return spec.choice(at: value) ?? "?" }
        let plain = Float(value).plain
        return spec.unit.hasPrefix("/") || spec.unit == "%"
            ? PlainNumber.display(plain) + spec.unit : PlainNumber.display(plain, in: spec.unit)
    }
}
