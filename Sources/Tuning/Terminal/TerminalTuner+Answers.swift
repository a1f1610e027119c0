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
        case .name(var entry, let thenQuits):
            if press.key == .enter { return save(as: entry.text, overwrites: false, thenQuits: thenQuits) }
            if press.key == .escape { return state.mode = .browse }
            if entry.apply(press) { state.mode = .name(entry, thenQuits: thenQuits) }
        case .replace(let name, let thenQuits):
            if press.key == .character("y") { return save(as: name, overwrites: true, thenQuits: thenQuits) }
            state.mode = .browse
        case .sheet(let sheet): turn(sheet, press)
        case .leaving:
            switch press.key {
            case .character("y"), .character("s"), .enter: save(thenQuits: true)
            case .character("n"): quitUnlessOtherSideChanged()
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
        let isSet = attempt { try desk.set(knob.name, to: knob.withoutUnit(typed)) } != nil
        // Refused input stays in the field, to be corrected.
        if isSet { state.mode = .browse }
    }

    // MARK: Saving and leaving

    func save(thenQuits: Bool) {
        state.mode = .browse
        guard !snapshot.isShipped else { return askName(thenQuits: thenQuits) }
        let changes = desk.differences()
        guard let words = attempt({ try desk.save() }) else { return }
        announce(words, changes, thenQuits)
    }

    func askName(thenQuits: Bool) {
        let name = snapshot.preset.name
        state.mode = .name(LineEntry(snapshot.isShipped ? "\(name)-tuned.yaml" : snapshot.file), thenQuits: thenQuits)
    }

    private func save(as name: String, overwrites: Bool, thenQuits: Bool) {
        state.mode = .browse
        guard !name.isEmpty else { return showMessage("Not saved: it needs a name.") }
        let changes = desk.differences()
        do throws(PresetEditError) {
            announce(try desk.save(as: name, overwrites: overwrites), changes, thenQuits)
        } catch {
            if error.kind == .taken, !overwrites { return state.mode = .replace(name, thenQuits: thenQuits) }
            state.message = TunerState.Message(text: error.description, isProblem: true)
        }
    }

    /// Reports what was saved, with the changes.
    private func announce(_ words: String, _ changes: [String], _ thenQuits: Bool) {
        endGesture()
        showMessage(changes.count == 1 ? "\(changes[0]), \(words)" : words)
        if thenQuits { quitUnlessOtherSideChanged() }
        if changes.count > 1, !thenQuits { state.mode = .sheet(.changes(changes, title: words)) }
    }

    func quit() {
        if desk.snapshot.isChanged { state.mode = .leaving } else { quitUnlessOtherSideChanged() }
    }

    private func quitUnlessOtherSideChanged() {
        if desk.snapshot.isOtherSideChanged { state.mode = .leavingOtherSide } else { isDone = true }
    }
}
