// SPDX-License-Identifier: MIT
import PlainText
import RainSynthesis
import Tracking

/// The preset format as JSON Schema (draft 2020-12), generated from the parameter, channel and event tables.
public enum PresetSchema {
    /// The schema, indented, with a final line break.
    public static var json: String { schema.indented() + "\n" }

    private static var schema: JSONValue {
        object(
            [
                ("preset", .object([("const", .whole(1)), ("description", .text("Format version."))])),
                ("title", text("What the preset is called.")),
                ("describe", text("What one hears, in a sentence or two.")),
                ("place", choice(Preset.Place.allCases.map(\.rawValue))),
                ("extends", text("A shipped preset, or a path beside this file.")),
                ("base", object(ParameterTable.all.map { ($0.name, value(of: $0)) })),
                ("map", .object([("type", .text("array")), ("items", mapping)])),
                ("events", .object([("type", .text("array")), ("items", event)])),
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
        let pair: JSONValue = .object([
            ("type", .text("array")), ("items", number), ("minItems", .whole(2)), ("maxItems", .whole(2)),
        ])
        // Each parameter has its own limits for values in its unit.
        let rules: [JSONValue] = mapped.map { spec in
            let value = value(of: spec)
            return .object([
                (
                    "if",
                    .object([
                        ("properties", .object([("to", .object([("const", .text(spec.name))]))])),
                        // A factor is a plain number.
                        (
                            "not",
                            .object([
                                ("properties", .object([("combine", .object([("const", .text(Mapping.Combine.multiply.rawValue))]))])),
                                ("required", .array([.text("combine")])),
                            ])
                        ),
                    ])
                ),
                (
                    "then",
                    .object([
                        (
                            "properties",
                            .object([
                                ("range", .object([("items", value)])),
                                ("choose", .object([("additionalProperties", value)])),
                            ])
                        )
                    ])
                ),
            ])
        }
        return object(
            [
                (
                    "from",
                    .object([
                        ("description", .text("The channel.")),
                        (
                            "anyOf",
                            .array([
                                choice(ChannelTable.names),
                                .object([("type", .text("string")), ("pattern", .text("^(csv|distance|bearing|approach|in)\\..+"))]),
                                .object([("type", .text("string")), ("pattern", .text(MIDIChannel.pattern))]),
                            ])
                        ),
                    ])
                ),
                (
                    "unit",
                    text("Unit of domain, table and hysteresis: \(Unit.all.map(\.name).joined(separator: ", ")); a column's is free.")
                ),
                ("to", choice(mapped.map(\.name))),
                (
                    "domain",
                    .object([
                        (
                            "anyOf",
                            .array([
                                .object([("const", .text("auto"))]), pair,
                                .object([
                                    ("type", .text("array")),
                                    ("items", .object([("type", .text("string")), ("pattern", .text("^p[0-9]+(\\.[0-9]+)?$"))])),
                                    ("minItems", .whole(2)), ("maxItems", .whole(2)),
                                ]),
                            ])
                        )
                    ])
                ),
                ("range", pair),
                (
                    "curve",
                    .object([
                        (
                            "anyOf",
                            .array([
                                choice(["linear", "log", "sqrt"]), object([number(PresetForm.power)], required: ["power"]),
                                object(
                                    [("table", .object([("type", .text("array")), ("items", pair), ("minItems", .whole(2))]))],
                                    required: ["table"]),
                            ])
                        )
                    ])
                ),
                (
                    "smooth",
                    .object([
                        (
                            "anyOf",
                            .array([number(PresetForm.smoothing).1, object([number(PresetForm.attack), number(PresetForm.release)])])
                        )
                    ])
                ),
                (
                    "missing",
                    object([
                        number(PresetForm.hold),
                        ("then", .object([("type", .array([.text("number"), .text("string")]))])),
                    ])
                ),
                number(PresetForm.hysteresis),
                ("combine", choice(Mapping.Combine.allCases.map(\.rawValue))),
                ("say", text("The mapping in words.")),
                ("choose", .object([("type", .text("object"))])),
                ("otherwise", .object([("type", .array([.text("number"), .text("string")]))])),
            ], required: ["from", "to"], tail: [("allOf", .array(rules))])
    }

    // MARK: Events

    private static var event: JSONValue {
        let note: JSONValue = .object([
            (
                "anyOf",
                .array([
                    .object([("type", .text("string")), ("pattern", .text("^[a-gA-G][#b]?[0-9]$"))]),
                    limited(Note.limits.lowerBound, Note.limits.upperBound),
                ])
            )
        ])
        let play = object(
            [
                ("voice", choice(StrikeVoice.allCases.map(\.name))),
                (
                    "notes",
                    .object([
                        ("type", .text("array")), ("items", note), ("minItems", .whole(1)), ("maxItems", .whole(8)),
                    ])
                ),
                number(PresetForm.gap), number(PresetForm.level), number(PresetForm.pan),
            ], required: ["voice", "notes"])
        return object(
            [
                (
                    "on",
                    .object([
                        ("description", .text("One of: \(EventTable.forms.joined(separator: "; ")).")),
                        (
                            "anyOf",
                            .array([
                                choice(EventTable.names),
                                .object([
                                    ("type", .text("string")),
                                    ("pattern", .text("^(entered|left) .+|^.+ crosses .+ (up|down)$|^every .+ .+$")),
                                ]),
                            ])
                        ),
                    ])
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

    private static func text(_ help: String) -> JSONValue {
        .object([("type", .text("string")), ("description", .text(help))])
    }

    private static func choice(_ names: [String]) -> JSONValue { .object([("enum", .array(names.map { .text($0) }))]) }

    private static func number(
        _ form: PresetForm.Number, type: String = "number", hasDefault: Bool = true
    ) -> (String, JSONValue) {
        let help = form.help + (form.unit.isEmpty ? "" : " In \(form.unit).")
        var members: [(String, JSONValue)] = [
            ("description", .text(help)), ("type", .text(type)), ("minimum", .number(form.limits.lowerBound)),
            ("maximum", .number(form.limits.upperBound)),
        ]
        if hasDefault, !form.isRequired { members.append(("default", .number(form.standard))) }
        return (form.key, .object(members))
    }

    private static func limited(_ low: Double, _ high: Double) -> JSONValue {
        .object([("type", .text("number")), ("minimum", .number(low)), ("maximum", .number(high))])
    }

    private static func value(of spec: ParameterSpec) -> JSONValue {
        let help = spec.help + (spec.unit.isEmpty ? "" : " In \(spec.unit).")
        if !spec.choices.isEmpty {
            return .object([
                ("description", .text(help)), ("enum", .array(spec.choices.map { .text($0) })),
                ("default", .text(spec.choices[Int(spec.defaultValue)])),
            ])
        }
        return .object([
            ("description", .text(help)), ("type", .text("number")), ("minimum", .number(spec.limits.lowerBound)),
            ("maximum", .number(spec.limits.upperBound)), ("default", .number(spec.defaultValue.plain)),
        ])
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
