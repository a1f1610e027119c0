import RainSynthesis
import Sonification

/// Changing the preset. Every change is one step of undo, heard at once, and either made whole or refused with the reason.
extension TuningDesk {
    /// Sets a knob, or any other value of the preset, by its name.
    /// - Parameters:
    ///   - name: `drops.rate`, `map.0.range.1`, `map.0.curve`, `events.fix lost.play.level`, `title`.
    ///   - text: as a person writes it: `480`, `wood`, `[240, 3600]`, `{ power: 2 }`.
    ///   - gesture: changes of one value that follow each other with the same number (the drag of a slider) are one step of undo.
    public func set(_ name: String, to text: String, gesture: Int? = nil) throws(PresetEditError) {
        try change([PresetEdit(Self.path(name), .set(text))], label: "\(name) = \(text)", gesture: gesture)
    }

    /// The same for a number, or the place of a choice; it is written as it comes (`TuningKnob.rounded` leaves out what no ear hears).
    public func set(_ name: String, to value: Double, gesture: Int? = nil) throws(PresetEditError) {
        try set(try knob(name), to: value, gesture: gesture)
    }

    private func set(_ knob: TuningKnob, to value: Double, gesture: Int?) throws(PresetEditError) {
        let text = knob.text(value)
        try change([PresetEdit(knob.path, .set(text))], label: "\(knob.name) = \(text)", gesture: gesture)
    }

    /// Several changes as one step.
    public func change(_ edits: [PresetEdit], label: String, gesture: Int? = nil) throws(PresetEditError) {
        try edit { (state) throws(PresetEditError) in try state.current.apply(edits, label: label, gesture: gesture) }
    }

    /// Turns a knob by steps of about one just-noticeable difference, or a fifth of that. Returns the new value.
    @discardableResult
    public func nudge(_ name: String, by steps: Double, fine: Bool = false, gesture: Int? = nil) throws(PresetEditError) -> Double {
        let (knob, now) = try figure(name)
        let value = knob.moved(now, by: steps, fine: fine)
        try set(knob, to: value, gesture: gesture)
        return value
    }

    /// The value goes from the preset's text: what it extends, or the table's default, holds again.
    public func reset(_ name: String) throws(PresetEditError) {
        try change([PresetEdit(Self.path(name), .remove)], label: "\(name) reset")
    }

    /// What undo took back, in words; nil when there was nothing.
    @discardableResult
    public func undo() throws(PresetEditError) -> String? {
        try edit { (state) throws(PresetEditError) in try state.current.undo() }
    }

    /// What redo made again, in words; nil when there was nothing.
    @discardableResult
    public func redo() throws(PresetEditError) -> String? {
        try edit { (state) throws(PresetEditError) in try state.current.redo() }
    }

    /// A is heard where B was, or the other way round; each has its own history.
    public func swapSides() {
        changed { state in
            swap(&state.current, &state.other)
            state.side = state.side == .a ? .b : .a
        }
    }

    /// The other side becomes what is heard now (a step of the other side's undo).
    public func copyToOtherSide() {
        changed { state in state.other.become(state.current.document, label: "copy of \(state.side.rawValue)") }
    }

    // MARK: Inside

    /// The path of a name that a person typed.
    public static func path(_ name: String) throws(PresetEditError) -> PresetPath {
        guard let path = PresetPath(name) else {
            throw PresetEditError(.unknownPath, at: name.isEmpty ? "no name" : name, "not the name of a value", "write one such as drops.rate or map.0.range.1")
        }
        return path
    }

    /// The knob of that name.
    public func knob(_ name: String) throws(PresetEditError) -> TuningKnob {
        try figure(name).knob
    }

    /// The knob of that name and what it stands at. A change is waited for by an ear: no other knob is looked at.
    private func figure(_ name: String) throws(PresetEditError) -> (knob: TuningKnob, value: Double) {
        let path = try Self.path(name)
        let document = state.withLock { $0.current.document }
        if let knob = TuningKnob.all(of: document).first(where: { $0.path == path }) { return (knob, knob.figure(in: document)) }
        throw PresetEditError(.unknownPath, at: name, "there is no such knob", "the list of the knobs has them all")
    }

    func edit<Result: Sendable>(_ body: (inout State) throws(PresetEditError) -> Result) throws(PresetEditError) -> Result {
        let outcome = state.withLock { state -> Swift.Result<Result, PresetEditError> in
            do throws(PresetEditError) {
                let result = try body(&state)
                state.tell()
                return .success(result)
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    func changed(_ body: (inout State) -> Void) {
        state.withLock { state in
            body(&state)
            state.tell()
        }
    }
}

extension TuningDesk.State {
    /// The preset is another: everybody hears of it.
    mutating func tell() {
        revision += 1
        playing.preset = current.document.preset
        for listener in listeners.values { listener.yield(revision) }
    }
}
