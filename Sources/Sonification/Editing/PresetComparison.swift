// SPDX-License-Identifier: MIT
import PlainText
import RainSynthesis

/// The differences between two presets, each with everything it extends, in words and units.
public struct PresetComparison: Sendable {
    struct Difference: Equatable, Sendable {
        /// The differing part: `drops.rate`, `speed → drops.rate, range`, `event approaching, level`.
        var subject: String
        /// The value in words and units; nil if it is absent.
        var from: String?
        var to: String?
        /// The size of the change, if it can be expressed: `2.5 times`, `3 dB more`.
        var change: String?

        var sentence: String {
            switch (from, to) {
            case (let from?, let to?): "\(subject): \(from) → \(to)\(change.map { " (\($0))" } ?? "")"
            case (nil, let to?): "\(subject): new, \(to)"
            case (let from?, nil): "\(subject): gone, was \(from)"
            case (nil, nil): subject
            }
        }
    }

    let from: Preset
    let to: Preset

    public init(_ from: Preset, _ to: Preset) {
        self.from = from
        self.to = to
    }

    /// One sentence per difference, in the order of the parameter table, the mappings and the events; empty for equal presets.
    public var sentences: [String] { differences.map(\.sentence) }

    var differences: [Difference] { heads + values + mappings + events }

    /// The differences as JSON: an array of objects with `subject`, `from`, `to`, `change`. Equal presets give identical bytes.
    public var json: String {
        let lines = differences.map { difference in
            JSONValue.object(known: [
                ("subject", .text(difference.subject)), ("from", difference.from.map { .text($0) }),
                ("to", difference.to.map { .text($0) }), ("change", difference.change.map { .text($0) }),
            ]).line
        }
        return lines.isEmpty ? "[]" : "[\n" + lines.joined(separator: ",\n") + "\n]"
    }

    // MARK: Parts

    private var heads: [Difference] {
        [
            Self.compare("title", from.title, to.title), Self.compare("describe", from.describe, to.describe),
            Self.compare("place", from.place.rawValue, to.place.rawValue), Self.compare("extends", from.extends, to.extends),
            Self.compare("fatigue", from.fatigue?.sentence, to.fatigue?.sentence),
        ].compactMap(\.self)
    }

    private var values: [Difference] {
        let (a, b) = (from.restingParameters, to.restingParameters)
        return ParameterTable.all.compactMap { spec in
            guard a[spec.id] != b[spec.id] else { return nil }
            let (x, y) = (a[spec.id].plain, b[spec.id].plain)
            return Difference(
                subject: spec.name, from: PresetDescription.value(x, spec.id), to: PresetDescription.value(y, spec.id),
                change: Self.change(x, y, spec))
        }
    }

    /// The size of a change on the parameter's perceptual scale: a ratio or a difference.
    private static func change(_ a: Double, _ b: Double, _ spec: ParameterSpec) -> String? {
        guard spec.choices.isEmpty else { return nil }
        if case .ratio = spec.audibleStep {
            guard a > 0, b > 0 else { return nil }
            return "\(PlainNumber.display(b / a)) times"
        }
        return "\(PlainNumber.display((b - a).magnitude, in: spec.unit)) \(b > a ? "more" : "less")"
    }

    private static func compare(_ subject: String, _ a: String?, _ b: String?) -> Difference? {
        a == b ? nil : Difference(subject: subject, from: a, to: b)
    }

    // MARK: Mappings

    private var mappings: [Difference] {
        Self.differences(
            from.mappings, to.mappings, name: \.name, summary: Self.summary, words: Self.words,
            matches: [
                { ($0.channel.name, $0.parameter, $0.combine) == ($1.channel.name, $1.parameter, $1.combine) },
                { ($0.channel.name, $0.parameter) == ($1.channel.name, $1.parameter) },
            ])
    }

    /// - Parameters:
    ///   - words: the parts of an item, each with its value.
    ///   - matches: what makes two items the same one, the best reason first.
    private static func differences<Item>(
        _ before: [Item], _ after: [Item], name: (Item) -> String, summary: (Item) -> String,
        words: (Item) -> [(part: String, text: String?)], matches: [(Item, Item) -> Bool]
    ) -> [Difference] {
        var rest = before
        var result: [Difference] = []
        for item in after {
            guard let match = matches.lazy.compactMap({ isSame in rest.firstIndex { isSame($0, item) } }).first else {
                result.append(Difference(subject: name(item), from: nil, to: summary(item)))
                continue
            }
            result += zip(words(rest.remove(at: match)), words(item)).compactMap {
                compare("\(name(item)), \($1.part)", $0.text, $1.text)
            }
        }
        return result + rest.map { Difference(subject: name($0), from: summary($0), to: nil) }
    }

    private static func summary(_ mapping: Mapping) -> String {
        words(mapping).filter { ["domain", "range", "values"].contains($0.part) }.compactMap(\.text).joined(separator: " to ")
    }

    private static func words(_ mapping: Mapping) -> [(part: String, text: String?)] {
        var domain: String?, range: String?, curve: String?, values: String?
        switch mapping.rule {
        case .scale(let stretch, let ends, let shape):
            if case .table(let points) = shape {
                let steps = points.map { "\(PlainNumber.display($0.input)) gives \(PresetDescription.output($0.output, mapping))" }
                values = steps.joined(separator: ", ")
            } else {
                domain = PresetDescription.domainText(stretch, mapping)
                range = "\(PresetDescription.output(ends.0, mapping)) to \(PresetDescription.output(ends.1, mapping))"
            }
            curve = shape.words
        case .choose(let choices, let otherwise):
            values = PresetDescription.choicesText(choices, otherwise, mapping)
        }
        let hold = "\(PlainNumber.display(mapping.missing.hold)) s, then "
        let then =
            switch mapping.missing.then {
            case .base: hold + "at rest"
            case .hold: "the last value holds"
            case .value(let value): hold + PresetDescription.output(value, mapping)
            }
        return [
            ("domain", domain), ("range", range), ("curve", curve), ("values", values),
            ("smooth", "\(PlainNumber.display(mapping.smooth.attack)) s up, \(PlainNumber.display(mapping.smooth.release)) s down"),
            ("missing", then), ("hysteresis", PlainNumber.display(mapping.hysteresis, in: mapping.unit.name)),
            ("combine", mapping.combine?.rawValue ?? "alone"), ("say", mapping.say),
        ]
    }

    // MARK: Events

    private var events: [Difference] {
        Self.differences(
            from.events, to.events, name: { "event \($0.trigger.name)" }, summary: Self.sound, words: Self.words,
            matches: [{ $0.trigger.name == $1.trigger.name }])
    }

    private static func sound(_ rule: EventRule) -> String {
        "\(rule.play.voice.name) \(rule.play.notes.map(\.name).joined(separator: " ")) at \(PlainNumber.display(rule.play.level)) dB"
    }

    private static func words(_ rule: EventRule) -> [(part: String, text: String?)] {
        var hysteresis: String?
        if case .crosses(let crossing) = rule.trigger { hysteresis = "\(PlainNumber.display(crossing.hysteresis)) \(crossing.unit.name)" }
        return [
            ("voice", rule.play.voice.name), ("notes", rule.play.notes.map(\.name).joined(separator: " ")),
            ("gap", "\(PlainNumber.display(rule.play.gap)) s"), ("level", "\(PlainNumber.display(rule.play.level)) dB"),
            ("pan", PlainNumber.display(rule.play.pan)), ("priority", "\(rule.priority)"),
            ("cooldown", "\(PlainNumber.display(rule.cooldown)) s"),
            ("patience", "\(PlainNumber.display(rule.patience)) s"),
            ("duck", rule.duck.map { "by \(PlainNumber.display($0.by)) dB, back within \(PlainNumber.display($0.release)) s" } ?? "none"),
            ("hysteresis", hysteresis), ("say", rule.say),
        ]
    }
}
