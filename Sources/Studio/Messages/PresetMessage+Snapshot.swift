// SPDX-License-Identifier: MIT
import RainSynthesis
import Sonification
import Tuning

extension WelcomeMessage.Parameter {
    /// Describes a knob of the parameter table; nil for any other.
    init?(_ knob: TuningKnob) {
        guard case .parameter = knob.subject else { return nil }
        let value = knob.defaultValue ?? knob.range.lowerBound
        self.init(
            name: knob.name, group: knob.group, unit: knob.unit, low: knob.range.lowerBound, high: knob.range.upperBound,
            default: value, defaultPlace: knob.position(of: value), choices: knob.choices, fixed: knob.isFixedAtStart, help: knob.help)
    }
}

extension PresetMessage {
    /// - Parameter played: the preset as it is played, with its open domains filled in.
    init(_ snapshot: TuningSnapshot, played: Preset) {
        title = snapshot.preset.title
        file = snapshot.file
        isShipped = snapshot.isShipped
        origin =
            snapshot.comesWithProgram
            ? "comes with the program" : snapshot.isShipped ? "a copy of \(snapshot.file)" : snapshot.file
        isChanged = snapshot.isChanged
        isOtherSideChanged = snapshot.isOtherSideChanged
        side = snapshot.side.rawValue
        undo = snapshot.undo
        redo = snapshot.redo
        values = [:]
        for value in snapshot.values {
            guard case .parameter = value.knob.subject else { continue }
            values[value.knob.name] = Value(
                value: value.value, place: value.knob.position(of: value.value), words: value.words, changed: value.isChanged)
        }
        let words = PresetDescription(snapshot.preset)
        mappings = snapshot.preset.mappings.enumerated().map { number, mapping in
            Mapping(
                number, mapping, played: played.mappings.indices.contains(number) ? played.mappings[number] : mapping,
                index: Self.own(number, after: snapshot.inheritedMappings), words: words.summary(mapping))
        }
        events = snapshot.preset.events.enumerated().map { number, rule in
            Event(
                index: Self.own(number, after: snapshot.inheritedEvents), name: rule.trigger.name, words: words.notes(rule),
                say: rule.say ?? "")
        }
        let most = played.greatestParameters
        layers = SoundLayer.allCases.map { Layer(name: $0.name, off: $0.isOn(most) ? [] : $0.offSwitches(most)) }
    }

    private static func own(_ number: Int, after inherited: Int) -> Int? { number < inherited ? nil : number - inherited }
}

extension SoundLayer {
    /// The parameters to raise so that the layer sounds.
    fileprivate func offSwitches(_ parameters: SynthParameters) -> [String] {
        let low = switches.filter { parameters[$0] <= ParameterTable.spec($0).range.lowerBound }
        return (low.isEmpty && self == .bed ? [.bedPink] : low).map { ParameterTable.spec($0).name }
    }
}

extension PresetMessage.Mapping {
    /// Points of a curve's picture.
    private static let traceSteps = 48

    init(_ number: Int, _ mapping: Mapping, played: Mapping, index: Int?, words: String) {
        let spec = ParameterTable.spec(mapping.parameter)
        let factor = mapping.combine == .multiply
        name = "\(number)"
        self.index = index
        channel = mapping.channel.name
        unit = mapping.unit.name
        parameter = spec.name
        parameterUnit = factor ? "×" : spec.unit
        say = mapping.say ?? ""
        self.words = words
        guard case .scale(let domain, let range, let shape) = mapping.rule, case .scale(let found, _, _) = played.rule else { return }
        curve = shape.name
        if case .table(let table) = shape {
            points = table.map { [$0.input, $0.output] }
            trace = points
        } else {
            fixedInputs = if case .values = domain { false } else { true }
            let ends = if case .values(let low, let high) = found { (low, high) } else { (0.0, 1.0) }
            points = [[ends.0, range.0], [ends.1, range.1]]
            let low = min(ends.0, ends.1), high = max(ends.0, ends.1)
            trace = (0...Self.traceSteps).map { step in
                let input = low + (high - low) * Double(step) / Double(Self.traceSteps)
                return [input, shape.value(input, domain: ends, range: range)]
            }
        }
        let outputs = spec.outputs(mapping.combine)
        limits = [outputs.lowerBound, outputs.upperBound]
    }
}

extension FormField {
    init(_ field: TuningField, of item: TuningItem, in snapshot: TuningSnapshot) {
        let form = field.form
        name = form.path.joined(separator: ".")
        label = form.path.filter { $0 != "play" }.joined(separator: " ")
        text = field.text
        standard = form.standard
        isRequired = form.isRequired
        help = form.help
        let mapping: Mapping? = if case .mapping(let index) = item { snapshot.mapping(at: index) } else { nil }
        let spec = mapping.map { ParameterTable.spec($0.parameter) }
        switch form.kind {
        case .number(let number):
            kind = "number"
            unit = number.unit
            let ends = "\(PlainNumber.display(number.limits.lowerBound)) to \(PlainNumber.display(number.limits.upperBound))"
            help += " \(ends)\(unit.isEmpty ? "" : " \(unit)")."
        case .choice(let words): (kind, options) = ("choice", words)
        case .words(let words): (kind, options) = ("words", words)
        case .inputs: (kind, unit) = ("list", mapping?.unit.name ?? "")
        case .outputs: (kind, unit) = ("list", mapping?.combine == .multiply ? "×" : spec?.unit ?? "")
        case .points, .notes: kind = "list"
        case .names:
            (kind, unit, options) = ("names", mapping?.combine == .multiply ? "×" : spec?.unit ?? "", spec?.choices ?? [])
            guard case .choose(let list, _)? = mapping?.rule else { return }
            choices = list.map { Choice(name: $0.name, text: spec?.choice(at: $0.value) ?? PlainNumber.write($0.value)) }
        }
    }
}

extension DropMessage {
    /// Points of the waveform's picture.
    private static let points = 600

    init(_ outline: DropOutline) {
        seconds = max(outline.length, 1e-6)
        samples = (0..<Self.points).map { index in
            let value = outline.value(at: Double(index) / Double(Self.points - 1) * outline.length)
            return value.isFinite ? (value * 1e5).rounded() / 1e5 : 0
        }
        segments = outline.segments.map { .init(kind: $0.kind.rawValue, start: $0.start, end: $0.end) }
    }
}
