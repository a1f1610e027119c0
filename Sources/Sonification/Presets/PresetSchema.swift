// SPDX-License-Identifier: MIT
import PlainText
import RainSynthesis

/// The preset format as JSON Schema (draft 2020-12), generated from the parameter, channel and event tables.
public enum PresetSchema {
    /// The schema, indented, with a final line break.
    public static var json: String { schema.indented() + "\n" }

    private static var schema: JSONValue {
        object(
            [
                ("preset", .object([("const", .whole(1)), ("description", .text("Format version."))])),
                ("title", text("The name that is shown.")),
                ("describe", text("The sound, in a sentence or two.")),
                ("place", choice(Preset.Place.allCases.map(\.rawValue))),
                ("extends", text("A shipped preset, or a path beside this file.")),
                ("base", object(ParameterTable.all.map { ($0.name, value(of: $0)) })),
                ("map", list(of: mapping)),
                ("events", list(of: event)),
                (
                    "fatigue",
                    object(
                        [
                            number(PresetForm.fatigueBy), number(PresetForm.fatigueAfter), number(PresetForm.fatigueOver),
                            number(PresetForm.fatigueBack),
                        ], required: ["by"])
                ),
            ], required: ["preset"],
            head: [
                ("$schema", .text("https://json-schema.org/draft/2020-12/schema")), ("title", .text("Amaoto preset")),
            ])
    }

    // MARK: Mappings

    private static var mapping: JSONValue {
        let mapped = ParameterTable.all.filter { !$0.fixedAtStart }
        let pair = list(of: number, 2, most: 2)
        return object(
            [
                (
                    "from",
                    any(
                        "The channel.",
                        of: choice(ChannelTable.names), matching("^(csv|distance|bearing|approach|in)\\..+"), matching(MIDIChannel.pattern))
                ),
                (
                    "unit",
                    text("Unit of domain, table and hysteresis: \(Unit.all.map(\.name).joined(separator: ", ")); a column's is free.")
                ),
                ("to", choice(mapped.map(\.name))),
                ("domain", any(of: constant("auto"), pair, list(of: matching("^p[0-9]+(\\.[0-9]+)?$"), 2, most: 2))),
                ("range", pair),
                (
                    "curve",
                    any(
                        of: choice(MappingCurve.named.map(\.name)), object([number(PresetForm.power)], required: ["power"]),
                        object([("table", list(of: pair, 2))], required: ["table"]))
                ),
                (
                    "smooth",
                    any(of: number(PresetForm.smoothing).1, object([number(PresetForm.attack), number(PresetForm.release)]))
                ),
                ("missing", object([number(PresetForm.hold), ("then", numberOrName)])),
                number(PresetForm.hysteresis),
                ("combine", choice(Mapping.Combine.allCases.map(\.rawValue))),
                ("say", text("The mapping in words.")),
                ("choose", .object([("type", .text("object")), ("minProperties", .whole(1))])),
                ("otherwise", numberOrName),
            ], required: ["from", "to"], tail: [("allOf", .array(mapped.map(limits)))])
    }

    /// The limits of a parameter's values in its unit. A factor, and an amount to add, is a plain number.
    private static func limits(_ spec: ParameterSpec) -> JSONValue {
        let value = value(of: spec)
        let changes = properties(
            [("combine", choice([Mapping.Combine.add, .multiply].map(\.rawValue)))], [("required", .array([.text("combine")]))])
        return .object([
            ("if", properties([("to", constant(spec.name))], [("not", changes)])),
            (
                "then",
                properties([
                    ("range", .object([("items", value)])), ("choose", .object([("additionalProperties", value)])),
                ])
            ),
        ])
    }

    // MARK: Events

    private static var event: JSONValue {
        let note = any(of: matching("^[a-gA-G][#b]?[0-9]$"), number(Note.limits))
        let play = object(
            [
                ("voice", choice(StrikeVoice.allCases.map(\.name))), ("notes", list(of: note, 1, most: 8)),
                number(PresetForm.gap), number(PresetForm.level), number(PresetForm.pan),
            ], required: ["voice", "notes"])
        return object(
            [
                (
                    "on",
                    any(
                        "One of: \(EventTable.forms.joined(separator: "; ")).",
                        of: choice(EventTable.names), matching("^(entered|left) .+|^.+ crosses .+ (up|down)$|^every .+ .+$"))
                ),
                ("play", play),
                number(PresetForm.priority, type: "integer"), number(PresetForm.cooldown), number(PresetForm.patience),
                number(PresetForm.crossingHysteresis, hasDefault: false),
                ("duck", object([number(PresetForm.duckBy), number(PresetForm.duckRelease)], required: ["by"])),
                ("say", text("The event in words.")),
            ], required: ["on", "play"])
    }

    // MARK: Pieces

    private static var number: JSONValue { .object([("type", .text("number"))]) }
    private static var numberOrName: JSONValue { .object([("type", .array([.text("number"), .text("string")]))]) }

    private static func constant(_ value: String) -> JSONValue { .object([("const", .text(value))]) }

    private static func matching(_ pattern: String) -> JSONValue {
        .object([("type", .text("string")), ("pattern", .text(pattern))])
    }

    private static func any(_ help: String? = nil, of forms: JSONValue...) -> JSONValue {
        .object((help.map { [("description", .text($0))] } ?? []) + [("anyOf", .array(forms))])
    }

    private static func list(of items: JSONValue, _ least: Int64? = nil, most: Int64? = nil) -> JSONValue {
        var members: [(String, JSONValue)] = [("type", .text("array")), ("items", items)]
        if let least { members.append(("minItems", .whole(least))) }
        if let most { members.append(("maxItems", .whole(most))) }
        return .object(members)
    }

    private static func properties(_ members: [(String, JSONValue)], _ more: [(String, JSONValue)] = []) -> JSONValue {
        .object([("properties", .object(members))] + more)
    }

    private static func text(_ help: String) -> JSONValue {
        .object([("type", .text("string")), ("description", .text(help))])
    }

    private static func choice(_ names: [String]) -> JSONValue { .object([("enum", .array(names.map { .text($0) }))]) }

    private static func number(
        _ form: PresetForm.Number, type: String = "number", hasDefault: Bool = true
    ) -> (String, JSONValue) {
        let standard = hasDefault && !form.isRequired ? form.standard : nil
        return (form.key, number(form.limits, help(form.help, unit: form.unit), type: type, standard: standard))
    }

    private static func number(
        _ limits: ClosedRange<Double>, _ help: String? = nil, type: String = "number", standard: Double? = nil
    ) -> JSONValue {
        var members: [(String, JSONValue)] = help.map { [("description", .text($0))] } ?? []
        members += [("type", .text(type)), ("minimum", .number(limits.lowerBound)), ("maximum", .number(limits.upperBound))]
        if let standard { members.append(("default", .number(standard))) }
        return .object(members)
    }

    private static func help(_ help: String, unit: String) -> String { unit.isEmpty ? help : "\(help) In \(unit)." }

    private static func value(of spec: ParameterSpec) -> JSONValue {
        let help = help(spec.help, unit: spec.unit)
        if !spec.choices.isEmpty {
            return .object([
                ("description", .text(help)), ("enum", .array(spec.choices.map { .text($0) })),
                ("default", .text(spec.choices[Int(spec.defaultValue)])),
            ])
        }
        return number(spec.limits, help, standard: spec.defaultValue.plain)
    }

    private static func object(
        _ members: [(String, JSONValue)], required: [String] = [], head: [(String, JSONValue)] = [],
        tail: [(String, JSONValue)] = []
    ) -> JSONValue {
        var parts = head + [("type", .text("object")), ("properties", .object(members))]
        if !required.isEmpty { parts.append(("required", .array(required.map { .text($0) }))) }
        parts.append(("additionalProperties", .bool(false)))
        return .object(parts + tail)
    }
}
