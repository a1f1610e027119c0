import RainSynthesis
import Sonification

extension TuningDesk.State {
    var snapshot: TuningSnapshot {
        let document = current.document
        let knobs = TuningKnob.all(of: document)
        return TuningSnapshot(
            revision: revision, side: side, file: document.source.file, isShipped: file == nil, preset: document.preset,
            findings: document.findings, knobs: knobs,
            values: knobs.map { $0.value(in: document, saved: saved) }, isChanged: document.text != saved.text,
            undo: current.done.last?.label, redo: current.undone.last?.label, text: document.text)
    }
}

extension TuningKnob {
    /// The knobs of a preset.
    static func all(of document: PresetDocument) -> [TuningKnob] { ParameterTable.all.map { TuningKnob($0) } }

    init(_ spec: ParameterSpec) {
        self.init(
            path: PresetPath(base: spec.name), subject: .parameter(spec.id), group: Self.group(of: spec.name), unit: spec.unit,
            range: spec.limits, defaultValue: Double("\(spec.defaultValue)"),
            curve: spec.curve, step: spec.audibleStep, choices: spec.choices, isFixedAtStart: spec.fixedAtStart, help: spec.help)
    }

    static func group(of name: String) -> String { String(name.prefix { $0 != "." }) }

    func value(in document: PresetDocument, saved: PresetDocument) -> TuningValue {
        guard case .parameter(let id) = subject else { return TuningValue(value: 0, words: "", isWritten: false, isChanged: false) }
        let value = document.preset.restingParameters[id]
        return TuningValue(
            value: Double("\(value)") ?? Double(value), words: "\(value) \(unit)", isWritten: document.value(at: path) != nil,
            isChanged: value != saved.preset.restingParameters[id])
    }

    /// As a preset writes the value.
    func text(_ value: Double) -> String { "\(value)" }
}
