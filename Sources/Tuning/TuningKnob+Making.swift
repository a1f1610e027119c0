// SPDX-License-Identifier: MIT
import PlainText
import RainSynthesis
import Sonification

/// Creates the knobs of a preset: every parameter of the table, then the values of the file's own mappings and events.
extension TuningKnob {
    static func all(of document: PresetDocument) -> [TuningKnob] {
        parameters + document.ownMappings.enumerated().flatMap { knobs($1, $0, document) }
            + document.ownEvents.enumerated().flatMap { knobs($1, $0) }
    }

    /// In the order of the table, each group together at the position of its first parameter.
    private static let parameters: [TuningKnob] = {
        let knobs = ParameterTable.all.map {
            TuningKnob($0, path: PresetPath(base: $0.name), group: group(of: $0.name), help: $0.help)
        }
        return knobs.map(\.group).uniqued().flatMap { group in knobs.filter { $0.group == group } }
    }()

    /// A knob for a parameter value at any path.
    init(_ spec: ParameterSpec, path: PresetPath, subject: Subject? = nil, group: String, help: String) {
        self.init(
            path: path, subject: subject ?? .parameter(spec.id), group: group, unit: spec.unit, range: spec.limits,
            defaultValue: subject == nil ? spec.defaultValue.plain : nil, curve: spec.curve, step: spec.audibleStep,
            choices: spec.choices, isFixedAtStart: spec.fixedAtStart, help: help)
    }

    /// `drops.bubble` for `drops.bubble.decay.variation`: the group in the table.
    private static func group(of name: String) -> String {
        let whole = name.hasSuffix(".variation") ? String(name.dropLast(10)) : name
        let above = whole.split(separator: ".").dropLast().joined(separator: ".")
        // A parameter itself is not a group: bed.brown.corner belongs to the group of bed.brown.
        return ParameterTable.spec(named: above) == nil ? above : String(above.prefix { $0 != "." })
    }

    private static func number(
        _ path: PresetPath, _ subject: Subject, _ group: String, _ unit: String, _ range: ClosedRange<Double>, _ standard: Double?,
        _ step: ParameterSpec.AudibleStep, _ help: String
    ) -> TuningKnob {
        var curve = ParameterSpec.Curve.linear
        if case .ratio = step { curve = .logarithmic }
        return TuningKnob(
            path: path, subject: subject, group: group, unit: unit, range: range, defaultValue: standard, curve: curve, step: step,
            help: help)
    }

    /// A knob for a number of the table. Its step and help are the table's unless others fit better.
    private static func number(
        _ form: PresetForm.Number, at path: PresetPath, _ subject: Subject, _ group: String,
        step: ParameterSpec.AudibleStep? = nil, _ help: String? = nil
    ) -> TuningKnob {
        number(
            path.appending(form.key), subject, group, form.unit, form.limits, form.isRequired ? nil : form.standard,
            step ?? form.step, help ?? form.help)
    }

    // MARK: Mappings

    private static func knobs(_ mapping: Mapping, _ index: Int, _ document: PresetDocument) -> [TuningKnob] {
        let spec = ParameterTable.spec(mapping.parameter)
        let top = PresetPath([.key("map"), .item(index)])
        let subject = Subject.mapping(index)
        let group = "map \(index): \(mapping.name)"
        let outputs = spec.outputs(mapping.combine)
        func value(_ path: PresetPath, _ help: String) -> TuningKnob {
            switch mapping.combine {
            case .multiply: return number(path, subject, group, "", outputs, nil, .difference(0.05), help)
            case .add:
                var step = spec.audibleStep
                // An amount may be 0 or less, where there are no ratios.
                if case .ratio = step { step = .difference(Float(outputs.upperBound / 200)) }
                return number(path, subject, group, spec.unit, outputs, nil, step, help)
            case .max, .last, nil: return TuningKnob(spec, path: path, subject: subject, group: group, help: help)
            }
        }
        func input(_ path: PresetPath, _ width: Double, _ help: String) -> TuningKnob {
            number(path, subject, group, mapping.unit.name, -1e9...1e9, nil, .difference(Float(max(width.magnitude / 20, 1e-6))), help)
        }
        var knobs: [TuningKnob] = []
        switch mapping.rule {
        case .scale(_, _, .table(let points)):
            let width = (points.last?.input ?? 1) - (points.first?.input ?? 0)
            for place in points.indices {
                let point = top.appending("curve").appending("table").appending(.item(place))
                knobs.append(input(point.appending(.item(0)), width, "The \(mapping.channel.name) at point \(place)."))
                knobs.append(value(point.appending(.item(1)), "The value at point \(place)."))
            }
        case .scale(let domain, _, let curve):
            let ends = ["first", "second"].enumerated()
            if case .values(let low, let high) = domain {
                knobs += ends.map { place, end in
                    let path = top.appending("domain").appending(.item(place))
                    return input(path, high - low, "The \(mapping.channel.name) at the \(end) end of the range.")
                }
            }
            knobs += ends.map { place, end in
                value(top.appending("range").appending(.item(place)), "The value at the \(end) end of the domain.")
            }
            if case .power = curve {
                knobs.append(number(PresetForm.power, at: top.appending("curve"), subject, group))
            }
        case .choose(let choices, let otherwise):
            for choice in choices {
                knobs.append(value(top.appending("choose").appending(choice.name), "The value for \(choice.name)."))
            }
            if case .value = otherwise { knobs.append(value(top.appending("otherwise"), "The value for any other name.")) }
        }
        if spec.choices.isEmpty {
            let smooth = top.appending("smooth")
            knobs +=
                document.number(at: smooth) != nil
                ? [number(PresetForm.smoothing, at: top, subject, group)]
                : [PresetForm.attack, PresetForm.release].map { number($0, at: smooth, subject, group) }
        }
        if mapping.missing.then != .hold {
            knobs.append(
                number(
                    PresetForm.hold, at: top.appending("missing"), subject, group,
                    "How long the last value holds when \(mapping.channel.name) is missing."))
        }
        if case .scale(let domain, _, _) = mapping.rule, case .values(let low, let high) = domain {
            knobs.append(
                number(
                    PresetForm.hysteresis.in(mapping.unit.name), at: top, subject, group,
                    step: .difference(Float(max((high - low).magnitude / 100, 1e-6))),
                    "Smaller changes of \(mapping.channel.name) are ignored."))
        }
        return knobs
    }

    // MARK: Events

    private static func knobs(_ rule: EventRule, _ index: Int) -> [TuningKnob] {
        let top = PresetPath([.key("events"), .item(index)])
        let play = top.appending("play"), duck = top.appending("duck")
        let subject = Subject.event(index)
        let group = "event \(index): \(rule.trigger.name)"
        func number(_ form: PresetForm.Number, at path: PresetPath) -> TuningKnob { Self.number(form, at: path, subject, group) }
        var voice = Self.number(
            play.appending("voice"), subject, group, "", 0...Double(StrikeVoice.allCases.count - 1), nil, .choice,
            "The body that is struck.")
        voice.choices = StrikeVoice.allCases.map(\.name)
        var priority = number(PresetForm.priority, at: top)
        priority.isWhole = true
        return [
            voice, priority, number(PresetForm.level, at: play), number(PresetForm.gap, at: play), number(PresetForm.pan, at: play),
            number(PresetForm.cooldown, at: top), number(PresetForm.patience, at: top),
        ] + (rule.duck == nil ? [] : [number(PresetForm.duckBy, at: duck), number(PresetForm.duckRelease, at: duck)])
    }
}
