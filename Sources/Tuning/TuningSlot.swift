// SPDX-License-Identifier: MIT
import Sonification

/// One of the two presets on the desk, with its history.
struct TuningSlot: Sendable {
    /// A text, and a description of the change that replaced it.
    struct Step: Sendable {
        var text: String
        var label: String
    }

    private(set) var document: PresetDocument
    private(set) var done: [Step] = []
    private(set) var undone: [Step] = []
    /// The gesture of the newest step; further changes of the same gesture extend that step.
    private var gesture: Int?

    init(_ document: PresetDocument) { self.document = document }

    /// Applies the changes as a step of undo. Edits without effect add no step.
    mutating func apply(_ edits: [PresetEdit], label: String, gesture: Int?) throws(PresetEditError) {
        var next = document
        try next.apply(edits)
        replaceDocument(with: next, label: label, gesture: gesture)
    }

    /// Makes another document the current one, as a step of undo. A document with the same text adds no step.
    mutating func replaceDocument(with next: PresetDocument, label: String, gesture: Int? = nil) {
        guard next.text != document.text else { return }
        if gesture == nil || gesture != self.gesture || done.isEmpty {
            done.append(Step(text: document.text, label: label))
            if done.count > TuningDesk.historyLength { done.removeFirst() }
        } else {
            done[done.count - 1].label = label
        }
        self.gesture = gesture
        undone.removeAll()
        document = next
    }

    mutating func undo() throws(PresetEditError) -> String? { try takeStep(from: \.done, to: \.undone) }

    mutating func redo() throws(PresetEditError) -> String? { try takeStep(from: \.undone, to: \.done) }

    private mutating func takeStep(
        from steps: WritableKeyPath<Self, [Step]>, to others: WritableKeyPath<Self, [Step]>
    ) throws(PresetEditError) -> String? {
        guard let step = self[keyPath: steps].last else { return nil }
        let text = document.text
        try document.replaceText(step.text)
        self[keyPath: steps].removeLast()
        self[keyPath: others].append(Step(text: text, label: step.label))
        gesture = nil
        return step.label
    }

    /// Restarts the history from the file's new text; the changes made here become one step on top of it.
    mutating func begin(from file: PresetDocument, with merged: PresetDocument) {
        (done, undone, gesture) = ([], [], nil)
        document = file
        replaceDocument(with: merged, label: "own changes")
    }

    /// Compiles the same text with presets that it extends and that have changed; the history stays.
    mutating func compileAgain() throws(PresetEditError) { try document.replaceText(document.text) }

    /// Takes the same text as the document of another file; the history stays.
    mutating func move(to document: PresetDocument) { self.document = document }
}
