// SPDX-License-Identifier: MIT
import RainSynthesis
import Sonification

/// Creates the knobs of a preset: every parameter of the table, then the values of the file's own mappings and events.
extension TuningKnob {
    static func all(of document: PresetDocument) -> [TuningKnob] {
        parameters + mappings(of: document) + events(of: document)
    }

    /// In the order of the table, each group together at the position of its first parameter.
    private static let parameters: [TuningKnob] = {
        let knobs = ParameterTable.all.map {
            TuningKnob($0, path: PresetPath(base: $0.name), group: group(of: $0.name), help: $0.help)
        }
        var groups: [String] = []
        for knob in knobs where !groups.contains(knob.group) { groups.append(knob.group) }
        return groups.flatMap { group in knobs.filter { $0.group == group } }
    }()

    /// A knob for a parameter value at any path.
    init(_ spec: ParameterSpec, path: PresetPath, subject: Subject? = nil, group: String, help: String) {
        self.init(
            path: path, subject: subject ?? .parameter(spec.id), group: group, unit: spec.unit, range: spec.limits,
            defaultValue: subject == nil ? Double("\(spec.defaultValue)") : nil, curve: spec.curve, step: spec.audibleStep,
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

    // MARK: Mappings

    private static func mappings(of document: PresetDocument) -> [TuningKnob] {
        document.ownMappings.enumerated().flatMap { index, mapping in knobs(mapping, index, document) }
    }

    private static func knobs(_ mapping: Mapping, _ index: Int, _ document: PresetDocument) -> [TuningKnob] {
        let spec = ParameterTable.spec(mapping.parameter)
        let top = PresetPath([.key("map"), .item(index)])
        let subject = Subject.mapping(index)
        let group = "map \(index): \(mapping.channel.name) → \(spec.name)"
        func value(_ path: PresetPath, _ help: String) -> TuningKnob {
            mapping.combine == .multiply
                ? number(path, subject, group, "", 0...max(1000, spec.limits.upperBound), nil, .difference(0.05), help)
                : TuningKnob(spec, path: path, subject: subject, group: group, help: help)
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
                knobs.append(input(point.appending(.item(0)), width, "Where point \(place) lies on \(mapping.channel.name)."))
                knobs.append(value(point.appending(.item(1)), "What point \(place) gives."))
            }
        case .scale(let domain, _, let curve):
            if case .values(let low, let high) = domain {
                knobs.append(
                    input(
                        top.appending("domain").appending(.item(0)), high - low,
                        "The \(mapping.channel.name) that gives the first end of the range."))
                knobs.append(
                    input(
                        top.appending("domain").appending(.item(1)), high - low,
                        "The \(mapping.channel.name) that gives the second end of the range."))
            }
            knobs.append(value(top.appending("range").appending(.item(0)), "What the first end of the domain gives."))
            knobs.append(value(top.appending("range").appending(.item(1)), "What the second end of the domain gives."))
            if case .power = curve {
                knobs.append(
                    number(
                        top.appending("curve").appending("power"), subject, group, "", 0.1...10, 1, .ratio(1.1),
                        "How the curve bends; 1 is straight."))
            }
        case .choose(let choices, let otherwise):
            for choice in choices {
                knobs.append(value(top.appending("choose").appending(choice.name), "What \(choice.name) gives."))
            }
            if case .value = otherwise { knobs.append(value(top.appending("otherwise"), "What any other name gives.")) }
        }
        if spec.choices.isEmpty { knobs += smoothing(top, subject, group, document) }
        if mapping.missing.then != .hold {
            knobs.append(
                number(
                    top.appending("missing").appending("hold"), subject, group, "s", 0...86_400, Mapping.Missing.standard.hold, .ratio(1.2),
                    "How long the last value holds when \(mapping.channel.name) is missing."))
        }
        if case .scale(let domain, _, _) = mapping.rule, case .values(let low, let high) = domain {
            knobs.append(
                number(
                    top.appending("hysteresis"), subject, group, mapping.unit.name, 0...1e9, 0,
                    .difference(Float(max((high - low).magnitude / 100, 1e-6))), "Smaller changes of \(mapping.channel.name) are ignored."))
        }
        return knobs
    }

    private static func smoothing(_ top: PresetPath, _ subject: Subject, _ group: String, _ document: PresetDocument) -> [TuningKnob] {
        let smooth = top.appending("smooth")
        if document.number(at: smooth) != nil {
            return [number(smooth, subject, group, "s", 0...60, nil, .ratio(1.2), "Seconds for nine tenths of the way.")]
        }
        let standard = Mapping.Smoothing.standard
        return [
            number(
                smooth.appending("attack"), subject, group, "s", 0...60, standard.attack, .ratio(1.2),
                "Seconds for nine tenths of the way up."),
            number(
                smooth.appending("release"), subject, group, "s", 0...60, standard.release, .ratio(1.2),
                "Seconds for nine tenths of the way down."),
        ]
    }

    // MARK: Events

    private static func events(of document: PresetDocument) -> [TuningKnob] {
        document.ownEvents.enumerated().flatMap { index, rule in
            let top = PresetPath([.key("events"), .item(index)])
            let play = top.appending("play")
            let subject = Subject.event(index)
            let group = "event \(index): \(rule.trigger.name)"
            var voice = number(
                play.appending("voice"), subject, group, "", 0...Double(StrikeVoice.allCases.count - 1), nil, .choice,
                "The body that is struck.")
            voice.choices = StrikeVoice.allCases.map(\.name)
            voice.curve = .linear
            var priority = number(top.appending("priority"), subject, group, "", 0...100, 5, .difference(1), "The higher one sounds first.")
            priority.isWhole = true
            var knobs = [
                voice, priority,
                number(play.appending("level"), subject, group, "dB", -60...0, -12, .difference(1), "The peak level of each note."),
                number(play.appending("gap"), subject, group, "s", 0.05...2, 0.15, .ratio(1.2), "The time from one note to the next."),
                number(
                    play.appending("pan"), subject, group, "", -1...1, 0, .difference(0.4),
                    "Where the notes sound: -1 left, 0 middle, 1 right."),
                number(
                    top.appending("cooldown"), subject, group, "s", 0...86_400, 0, .ratio(1.2),
                    "How long the same event stays silent afterwards."),
                number(
                    top.appending("patience"), subject, group, "s", 0...60, EventRule.usualPatience, .ratio(1.2),
                    "How long it may wait for others to end."),
            ]
            if rule.duck != nil {
                knobs.append(
                    number(
                        top.appending("duck").appending("by"), subject, group, "dB", 0...40, nil, .difference(1),
                        "How far the rain steps back."))
                knobs.append(
                    number(
                        top.appending("duck").appending("release"), subject, group, "s", 0.05...10, 0.6, .ratio(1.2),
                        "How long the rain takes to return."))
            }
            return knobs
        }
    }
}
