// SPDX-License-Identifier: MIT
import Sonification

/// Edits the preset. Every change is one step of undo, audible at once, and either applied completely or refused with the reason.
extension TuningDesk {
    /// Sets a knob, or any other value of the preset, by its name.
    /// - Parameters:
    ///   - name: `drops.rate`, `map.0.range.1`, `map.0.curve`, `events.fix lost.play.level`, `title`.
    ///   - text: the value as typed: `480`, `wood`, `[240, 3600]`, `{ power: 2 }`.
    ///   - gesture: consecutive changes of one value with the same number (the drag of a slider) form one step of undo.
    public func set(_ name: String, to text: String, gesture: Int? = nil) throws(PresetEditError) {
        let path = try Self.path(name)
        try change([PresetEdit(path, .set(text))], label: "\(words(path)) = \(text)", gesture: gesture)
    }

    /// Sets a knob to a number, or to the index of a choice; it is written with all its digits (`TuningKnob.rounded` removes
    /// inaudible ones).
    public func set(_ name: String, to value: Double, gesture: Int? = nil) throws(PresetEditError) {
        try set(try knob(name), to: value, gesture: gesture)
    }

    private func set(_ knob: TuningKnob, to value: Double, gesture: Int?) throws(PresetEditError) {
        let text = knob.text(value)
        try change([PresetEdit(knob.path, .set(text))], label: "\(words(knob.path)) = \(text)", gesture: gesture)
    }

    /// Makes several changes as one step.
    public func change(_ edits: [PresetEdit], label: String, gesture: Int? = nil) throws(PresetEditError) {
        try edit { (state) throws(PresetEditError) in try state.current.apply(edits, label: label, gesture: gesture) }
    }

    /// Turns a knob by steps of about one just-noticeable difference, or a fifth of that. Returns the new value.
    @discardableResult
    public func nudge(_ name: String, by steps: Double, fine: Bool = false, gesture: Int? = nil) throws(PresetEditError) -> Double {
        let (knob, now) = try knobAndValue(name)
        let value = knob.moved(now, by: steps, fine: fine)
        try set(knob, to: value, gesture: gesture)
        return value
    }

    /// Removes a value from the preset's text: that of the extended preset, or the table's default, applies again.
    public func reset(_ name: String) throws(PresetEditError) {
        let path = try Self.path(name)
        try change([PresetEdit(path, .remove)], label: "\(words(path)) reset")
    }

    /// Undoes the last step.
    /// - Returns: what was undone, in words; nil when there was nothing to undo.
    /// - Throws: `PresetEditError` when the earlier text is no longer valid.
    @discardableResult
    public func undo() throws(PresetEditError) -> String? {
        try edit { (state) throws(PresetEditError) in try state.current.undo() }
    }

    /// Redoes the step undone last.
    /// - Returns: what was redone, in words; nil when there was nothing to redo.
    /// - Throws: `PresetEditError` when the later text is no longer valid.
    @discardableResult
    public func redo() throws(PresetEditError) -> String? {
        try edit { (state) throws(PresetEditError) in try state.current.redo() }
    }

    /// Swaps A and B as the side that is played and edited; each has its own history.
    public func swapSides() {
        changed { state in
            swap(&state.current, &state.other)
            state.side = state.side == .a ? .b : .a
        }
    }

    /// Copies the active side to the other side (one step of the other side's undo).
    public func copyToOtherSide() {
        changed { state in state.other.replaceDocument(with: state.current.document, label: "copy of \(state.side.rawValue)") }
    }

    // MARK: Internals

    /// Parses a typed name into a path.
    /// - Throws: `PresetEditError` for text that is not a name.
    public static func path(_ name: String) throws(PresetEditError) -> PresetPath {
        guard let path = PresetPath(name) else {
            throw PresetEditError(
                .unknownPath, at: name.isEmpty ? "no name" : name, "not the name of a value",
                "write one such as drops.rate or map.0.range.1")
        }
        return path
    }

    /// Names a value for people: `speed → drops.rate, range.1` for `map.0.range.1`.
    func words(_ path: PresetPath) -> String {
        guard path.steps.count > 1, case .key(let list) = path.steps[0], case .item(let index) = path.steps[1], index >= 0 else {
            return path.description
        }
        let document = state.withLock { $0.current.document }
        let subject: String?
        switch list {
        case "map": subject = document.ownMappings.dropFirst(index).first?.name
        case "events": subject = document.ownEvents.dropFirst(index).first?.trigger.name
        default: subject = nil
        }
        guard let subject else { return path.description }
        return [subject, PresetPath(Array(path.steps.dropFirst(2))).description].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// Returns the knob with that name.
    /// - Throws: `PresetEditError` when there is none.
    public func knob(_ name: String) throws(PresetEditError) -> TuningKnob {
        try knobAndValue(name).knob
    }

    /// Returns the knob with that name and its value. Changes must be audible quickly, so no other knob is computed.
    private func knobAndValue(_ name: String) throws(PresetEditError) -> (knob: TuningKnob, value: Double) {
        let path = try Self.path(name)
        let document = state.withLock { $0.current.document }
        let own = document.resolved(path)
        if let knob = TuningKnob.all(of: document).first(where: { $0.path == own }) { return (knob, knob.number(in: document)) }
        throw PresetEditError(.unknownPath, at: name, "unknown knob", "choose one from the list of knobs")
    }

    func edit<Result: Sendable>(_ body: (inout State) throws(PresetEditError) -> Result) throws(PresetEditError) -> Result {
        try state.withLock { (state) throws(PresetEditError) in
            // What is refused halfway, such as saving after a merge, leaves nothing behind.
            var next = state
            let result = try body(&next)
            next.publish()
            state = next
            return result
        }
    }

    func changed(_ body: (inout State) -> Void) {
        state.withLock { state in
            body(&state)
            state.publish()
        }
    }
}

extension TuningDesk.State {
    /// Increments the revision and notifies all subscribers.
    mutating func publish() {
        revision += 1
        knownSnapshot = nil
        playing.preset = current.document.preset
        for listener in listeners.values { listener.yield(revision) }
    }
}
