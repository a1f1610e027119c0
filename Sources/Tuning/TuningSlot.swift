import Sonification

/// One of the two presets on the desk, with its history.
struct TuningSlot: Sendable {
    /// A text, and in words the change that led away from it.
    struct Step: Sendable {
        var text: String
        var label: String
    }

    private(set) var document: PresetDocument
    private(set) var done: [Step] = []
    private(set) var undone: [Step] = []
    /// The gesture of the newest step; further changes of it belong to the same step.
    private var gesture: Int?

    init(_ document: PresetDocument) { self.document = document }

    /// Makes the changes and keeps the way back. Nothing is kept of changes that change nothing.
    mutating func apply(_ edits: [PresetEdit], label: String, gesture: Int?) throws(PresetEditError) {
        var next = document
        try next.apply(edits)
        become(next, label: label, gesture: gesture)
    }

    mutating func become(_ next: PresetDocument, label: String, gesture: Int? = nil) {
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

    mutating func undo() throws(PresetEditError) -> String? {
        guard let step = done.last else { return nil }
        let text = document.text
        try document.replaceText(step.text)
        done.removeLast()
        undone.append(Step(text: text, label: step.label))
        gesture = nil
        return step.label
    }

    mutating func redo() throws(PresetEditError) -> String? {
        guard let step = undone.last else { return nil }
        let text = document.text
        try document.replaceText(step.text)
        undone.removeLast()
        done.append(Step(text: text, label: step.label))
        gesture = nil
        return step.label
    }

    /// The file has another text: it takes the place of everything before it, and what was changed here is one step from it.
    mutating func begin(from file: PresetDocument, with merged: PresetDocument) {
        (done, undone, gesture) = ([], [], nil)
        document = file
        become(merged, label: "own changes")
    }

    /// The same text in another file.
    mutating func move(to document: PresetDocument) { self.document = document }
}
