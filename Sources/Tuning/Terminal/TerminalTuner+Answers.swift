// SPDX-License-Identifier: MIT
import Foundation
import Sonification
import TerminalIO

/// Handles typed text and answers to questions.
extension TerminalTuner {
    func answer(_ press: KeyPress) {
        if press.key != .enter { state.message = nil }
        switch state.mode {
        case .browse: break
        case .value(var entry):
            if press.key == .enter { return setValue(entry.text) }
            if press.key == .escape { return state.mode = .browse }
            if entry.apply(press) { state.mode = .value(entry) }
        case .search(var entry):
            if press.key == .enter { return state.mode = .browse }
            if press.key == .escape {
                filter(by: "")
                return state.mode = .browse
            }
            guard entry.apply(press) else { return }
            state.mode = .search(entry)
            filter(by: entry.text)
        case .name(var entry, let leaves):
            if press.key == .enter { return save(as: entry.text, overwrites: false, leaves: leaves) }
            if press.key == .escape { return state.mode = .browse }
            if entry.apply(press) { state.mode = .name(entry, leaves: leaves) }
        case .replace(let name, let leaves):
            if press.key == .character("y") { return save(as: name, overwrites: true, leaves: leaves) }
            state.mode = .browse
        case .sheet(let sheet): turn(sheet, press)
        case .leaving:
            switch press.key {
            case .character("y"), .character("s"), .enter: save(leaves: true)
            case .character("n"): leaveOtherSide()
            default: state.mode = .browse
            }
        case .leavingOtherSide:
            state.mode = .browse
            if press.key == .character("y") { isDone = true }
            if press.key == .character("a") { swapSides() }
        }
    }

    private func turn(_ sheet: TunerSheet, _ press: KeyPress) {
        var sheet = sheet
        switch press.key {
        case .up, .character("k"): sheet.top -= 1
        case .down, .character("j"): sheet.top += 1
        case .pageUp: sheet.top -= 10
        case .pageDown: sheet.top += 10
        case .mouse(let report) where report.action == .wheelUp: sheet.top -= 3
        case .mouse(let report) where report.action == .wheelDown: sheet.top += 3
        case .mouse(let report) where report.action != .press: break
        default: return state.mode = .browse
        }
        sheet.top = min(max(0, sheet.top), TunerPicture.lastTop(of: sheet, columns: size.columns, rows: size.rows))
        state.mode = .sheet(sheet)
    }

    private func setValue(_ typed: String) {
        guard let knob = selectedKnob else { return state.mode = .browse }
        endGesture()
        let isSet = attempt { () throws(PresetEditError) in try desk.set(knob.name, to: knob.withoutUnit(typed)) } != nil
        // Refused input stays in the field, to be corrected.
        if isSet { state.mode = .browse }
    }

    // MARK: Saving and leaving

    func save(leaves: Bool) {
        state.mode = .browse
        guard !snapshot.isShipped else { return askName(leaves: leaves) }
        let changes = desk.differences()
        guard let words = attempt({ () throws(PresetEditError) in try desk.save() }) else { return }
        announce(words, changes, leaves)
    }

    func askName(leaves: Bool) {
        let name = snapshot.preset.name
        state.mode = .name(LineEntry(snapshot.isShipped ? "\(name)-tuned.yaml" : snapshot.file), leaves: leaves)
    }

    func save(as name: String, overwrites: Bool, leaves: Bool) {
        state.mode = .browse
        guard !name.isEmpty else { return say("Not saved: it needs a name.") }
        let changes = desk.differences()
        do throws(PresetEditError) {
            announce(try desk.save(as: name, overwrites: overwrites), changes, leaves)
        } catch {
            if error.kind == .taken, !overwrites { return state.mode = .replace(name, leaves: leaves) }
            state.message = TunerState.Message(text: error.description, isProblem: true)
        }
    }

    /// Reports what was saved, with the changes.
    private func announce(_ words: String, _ changes: [String], _ leaves: Bool) {
        endGesture()
        say(changes.count == 1 ? "\(changes[0]), \(words)" : words)
        if leaves { leaveOtherSide() }
        if changes.count > 1, !leaves { state.mode = .sheet(.changes(changes, title: words)) }
    }

    func leave() {
        if desk.snapshot.isChanged { state.mode = .leaving } else { leaveOtherSide() }
    }

    private func leaveOtherSide() {
        if desk.snapshot.isOtherSideChanged { state.mode = .leavingOtherSide } else { isDone = true }
    }
}
