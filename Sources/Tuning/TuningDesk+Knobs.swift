// SPDX-License-Identifier: MIT
import RainSynthesis
import Sonification

extension TuningDesk.State {
    /// Computed once for each revision: views ask for it many times per second.
    var snapshot: TuningSnapshot {
        mutating get {
            let snapshot = knownSnapshot ?? newSnapshot
            knownSnapshot = snapshot
            return snapshot
        }
    }

    private var newSnapshot: TuningSnapshot {
        let document = current.document
        return TuningSnapshot(
            revision: revision, side: side, file: file?.path ?? document.source.file, isShipped: file == nil, preset: document.preset,
            inheritedMappings: document.ownMappings.startIndex, inheritedEvents: document.ownEvents.startIndex,
            values: TuningKnob.all(of: document).map { $0.value(in: document, saved: saved) },
            isChanged: document.text != saved.text,
            isOtherSideChanged: other.document.text != saved.text && other.document.text != document.text && !other.done.isEmpty,
            undo: current.done.last?.label, redo: current.undone.last?.label, document: document)
    }
}

extension TuningKnob {
    /// The knob's value.
    func value(in document: PresetDocument, saved: PresetDocument) -> TuningValue {
        let now = number(in: document)
        return TuningValue(
            knob: self, value: now, words: words(now), isWritten: document.value(at: path) != nil, isChanged: now != number(in: saved))
    }

    /// The knob's numeric value.
    func number(in document: PresetDocument) -> Double {
        if let word = document.value(at: path) {
            if isChoice { return Double(choices.firstIndex(of: word) ?? 0) }
            if let number = document.number(at: path) { return number }
        }
        guard case .parameter(let id) = subject else { return defaultValue ?? range.lowerBound }
        return document.preset.restingParameters[id].plain
    }

    /// Returns a value as a preset writes it.
    func text(_ value: Double) -> String {
        guard isChoice else { return PlainNumber.write(value) }
        let place = value.isFinite ? Int(max(0, min(value, Double(choices.count - 1)))) : 0
        return choices[place]
    }

    /// Returns a value in readable form, with its unit.
    func words(_ value: Double) -> String {
        text(value) + (isChoice || unit.isEmpty ? "" : " \(unit)")
    }
}
