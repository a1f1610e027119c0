// SPDX-License-Identifier: MIT
import PlainText
import RainSynthesis
import Tracking
import Yams

/// Reads one preset file into a `Preset` and reports all errors in it.
struct PresetReader {
    /// The maximum number of nodes, more than any preset needs; a file of aliases can expand to billions.
    private static let nodeLimit = 50_000

    /// The maximum number of reported findings; further ones are only counted.
    private static let mostFindings = 200

    let source: PresetSource
    private var diagnostics: [PresetDiagnostic] = []
    private var unreported: (place: SourcePlace?, count: Int) = (nil, 0)

    /// All findings in the order of the lines, and the number of those not reported.
    var findings: [PresetDiagnostic] {
        let diagnostics = diagnostics.ordered(from: source.file)
        guard let place = unreported.place else { return diagnostics }
        let more = PresetDiagnostic(
            severity: .error, place: place, sourceLine: source.line(place.line),
            message: CountText.of(unreported.count, "more error follows", "more errors follow"), remedy: "correct those above first")
        return diagnostics + [more]
    }
    private var nodes = 0

    init(_ source: PresetSource) { self.source = source }

    /// The content of one file, before it is combined with what it extends.
    struct Draft {
        var title: String?
        var describe: String?
        var place: Preset.Place?
        var extends: (name: String, place: SourcePlace)?
        var base: [Preset.BaseValue] = []
        var mappings: [Mapping] = []
        var events: [EventRule] = []
        var fatigue: Fatigue?
    }

    // MARK: Findings

    /// The message and the remedy are not computed for a finding that is only counted.
    mutating func report(_ place: SourcePlace, _ message: @autoclosure () -> String, _ remedy: @autoclosure () -> String = "") {
        guard diagnostics.count < Self.mostFindings else {
            if unreported.count == 0 { unreported.place = place }
            unreported.count += 1
            return
        }
        diagnostics.append(
            PresetDiagnostic(
                severity: .error, place: place, sourceLine: source.line(place.line), message: message(), remedy: remedy()))
    }

    /// Reports what leaves no usable value.
    /// - Returns: nil, whatever the value would have been.
    mutating func refuse<Value>(
        _ place: SourcePlace, _ message: @autoclosure () -> String, _ remedy: @autoclosure () -> String = ""
    ) -> Value? {
        report(place, message(), remedy())
        return nil
    }

    /// Converts a location from the parser; one in the padding after the text becomes the end of the text.
    func place(line: Int, column: Int) -> SourcePlace {
        let (line, column) = line > source.lineCount ? source.end : (line, column)
        return SourcePlace(file: source.file, line: max(line, 1), column: max(column, 1))
    }

    func place(of node: Node) -> SourcePlace {
        place(line: node.mark?.line ?? 1, column: node.mark?.column ?? 1)
    }

    // MARK: The complete file

    mutating func read() -> Draft? {
        guard let root = compose() else { return nil }
        guard let fields = fields(of: root, keys: PresetForm.preset, what: "a preset") else { return nil }
        var draft = Draft()
        readVersion(fields)
        draft.title = fields["title"].flatMap { text($0) }
        draft.describe = fields["describe"].flatMap { text($0) }
        if let entry = fields["place"] {
            draft.place = choice(entry.node, of: Preset.Place.allCases, named: \.rawValue, what: "place", fault: "place cannot be")
        } else if fields["extends"] == nil {
            report(fields.place, "place is missing", "add place: outdoor, indoor or abstract")
        }
        if let entry = fields["extends"], let name = text(entry) { draft.extends = (name, place(of: entry.node)) }
        if let entry = fields["base"] { draft.base = readBase(entry) }
        draft.mappings = (fields["map"].map { items($0, what: "mappings") } ?? []).compactMap { readMapping($0) }
        draft.events = (fields["events"].map { items($0, what: "events") } ?? []).compactMap { readEvent($0) }
        if let entry = fields["fatigue"] { draft.fatigue = readFatigue(entry) }
        return draft
    }

    private mutating func readVersion(_ fields: PresetFields) {
        guard let entry = fields["preset"] else {
            report(fields.place, "the format version is missing", "begin the file with preset: 1")
            return
        }
        if let version = number(entry), version != 1 {
            report(place(of: entry.node), "format version \(PlainNumber.display(version)) is not known", "write preset: 1")
        }
    }

    private mutating func readBase(_ entry: PresetFields.Entry) -> [Preset.BaseValue] {
        guard let fields = fields(of: entry.node, keys: nil, what: "base") else { return [] }
        return fields.entries.compactMap { entry in
            guard let spec = parameter(entry.key, at: entry.place), let value = parameterValue(entry.node, spec) else { return nil }
            return .init(parameter: spec.id, value: Float(value), place: entry.place)
        }
    }

    private mutating func readFatigue(_ entry: PresetFields.Entry) -> Fatigue? {
        guard let fields = fields(of: entry.node, keys: PresetForm.fatigue, what: "fatigue"),
            let amount = required("by", fields, "by: 6").flatMap({ number($0, PresetForm.fatigueBy) })
        else { return nil }
        var fatigue = Fatigue(by: amount)
        fatigue.after = number(fields, PresetForm.fatigueAfter) ?? fatigue.after
        fatigue.over = number(fields, PresetForm.fatigueOver) ?? fatigue.over
        fatigue.back = number(fields, PresetForm.fatigueBack) ?? fatigue.back
        return fatigue
    }

    // MARK: Parts

    /// Looks up a parameter; reports an unknown name with the nearest known one.
    mutating func parameter(_ name: String, at place: SourcePlace) -> ParameterSpec? {
        if let spec = ParameterTable.spec(named: name) { return spec }
        // A group whose parameters are indented under it.
        let member = ParameterTable.all.first { $0.name.hasPrefix(name + ".") }
        return refuse(
            place, "there is no parameter \(PresetSource.quoted(name))",
            member.map { "write a parameter's whole name, such as \($0.name)" }
                ?? NearestName.remedy(name, in: ParameterTable.all.map(\.name), else: "amaoto preset schema lists the parameters"))
    }

    /// Reads a parameter's value: a number within its limits, or one of its choices.
    mutating func parameterValue(_ node: Node, _ spec: ParameterSpec) -> Double? {
        guard spec.choices.isEmpty else {
            return choice(
                node, of: Array(spec.choices.indices), named: { spec.choices[$0] }, what: "a name", fault: "\(spec.name) cannot be"
            ).map(Double.init)
        }
        guard let number = number(node, what: spec.name, unit: spec.unit) else { return nil }
        guard spec.limits.contains(number) else {
            return refuse(
                place(of: node), "\(PlainNumber.display(number)) is outside the limits of \(spec.name)",
                "stay between \(PresetReader.limits(of: spec))")
        }
        return number
    }

    static func limits(of spec: ParameterSpec) -> String {
        "\(PlainNumber.display(spec.limits.lowerBound)) and \(PlainNumber.display(spec.limits.upperBound, in: spec.unit))"
    }

    /// Looks up a channel; reports an unknown name with the nearest known one.
    mutating func channel(_ name: String, at place: SourcePlace) -> Channel? {
        if let channel = ChannelTable.channel(named: name) { return channel }
        guard !MIDIChannel.hasPrefix(name) else {
            return refuse(place, "there is no channel \(PresetSource.quoted(name))", MIDIChannel.remedy)
        }
        return refuse(
            place, "there is no channel \(PresetSource.quoted(name))",
            NearestName.of(name, in: ChannelTable.names).map { "did you mean \($0)? a file's own column is csv.NAME" }
                ?? "choose one of \(ChannelName.allCases.filter { $0.origin == .motion }.map(\.rawValue).joined(separator: ", ")), distance.POINT, in.REGION, midi.cc7, or a file's own column csv.NAME"
        )
    }

    /// Reads the unit of a channel and checks its dimension; the unit of a file's column can be any word.
    mutating func unit(_ name: String, for channel: Channel, at place: SourcePlace) -> Unit? {
        if channel.column != nil { return Unit(name: PresetSource.printable(name), dimension: .plain, scale: 1) }
        let fitting = Unit.names(of: channel.dimension)
        if let unit = Unit.named(name), unit.dimension == channel.dimension { return unit }
        let message =
            Unit.named(name) != nil
            ? "the unit \(name) does not apply to \(channel.name)" : "there is no unit \(PresetSource.quoted(name)) for \(channel.name)"
        return refuse(
            place, message,
            fitting.isEmpty ? "\(channel.name) has no unit: leave it out" : "write one of \(fitting.joined(separator: ", "))")
    }

    // MARK: Nodes

    /// Counts a visited node; returns false (and reports it once) when there are too many.
    mutating func visit(_ node: Node) -> Bool {
        nodes += 1
        if nodes == PresetReader.nodeLimit {
            report(place(of: node), "the preset is too big", "use fewer aliases, or split it with extends")
        }
        return nodes < PresetReader.nodeLimit
    }
}

extension ParameterSpec {
    /// The permitted values as people write them: 0.2, not the 0.20000000298 of the float.
    public var limits: ClosedRange<Double> {
        let low = range.lowerBound.plain
        return low...max(low, range.upperBound.plain)
    }
}
