// SPDX-License-Identifier: MIT
import Sonification
import TerminalIO
import Transport

/// Handles keys in the list of knobs.
extension TerminalTuner {
    func take(_ press: KeyPress) {
        refresh()
        if case .browse = state.mode {
            state.message = nil
            browse(press)
        } else {
            answer(press)
        }
    }

    private func browse(_ press: KeyPress) {
        let isFine = press.modifiers.contains(.shift)
        let page = max(1, (layout?.list.rows ?? 10) - 1)
        switch press.key {
        case .up: select(list.moved(state.selected, by: -1))
        case .down: select(list.moved(state.selected, by: 1))
        case .left: turn(by: -1, fine: isFine)
        case .right: turn(by: 1, fine: isFine)
        case .pageUp: select(list.moved(state.selected, by: -page))
        case .pageDown: select(list.moved(state.selected, by: page))
        case .home: select(list.first)
        case .end: select(list.last)
        case .tab: select(list.nextGroup(state.selected, by: isFine ? -1 : 1))
        case .enter: edit(selectedText)
        case .escape: if !state.filter.isEmpty { filter(by: "") }
        case .delete, .backspace: reset()
        case .paste(let text): edit(text.prefix { !$0.isNewline }.description)
        case .mouse(let report): handle(report)
        case .function(1): state.mode = .sheet(.help)
        case .character(let character): browse(character, control: press.modifiers.contains(.control))
        case .insert, .function: break
        }
    }

    private func browse(_ character: Character, control: Bool) {
        guard !control else {
            switch character {
            case "r": redo()
            case "z", "_": undo()
            case "l": redraw()
            case "s": save(thenQuits: false)
            default: break
            }
            return
        }
        switch character {
        case "k": select(list.moved(state.selected, by: -1))
        case "j": select(list.moved(state.selected, by: 1))
        case "g": select(list.first)
        case "G": select(list.last)
        case "h": turn(by: -1)
        case "l": turn(by: 1)
        case "H": turn(by: -10)
        case "L": turn(by: 10)
        case ",": turn(by: -1, fine: true)
        case ".": turn(by: 1, fine: true)
        case "0"..."9", "-", "+": edit(character == "+" ? "" : String(character))
        case "=": edit("")
        case "x": reset()
        case "u": undo()
        case "r": redo()
        case "a": swapSides()
        case "A":
            desk.copyToOtherSide()
            showMessage("The other side is now a copy of this one.")
        case "R": randomise()
        case "/": state.mode = .search(LineEntry(state.filter))
        case "d": state.mode = .sheet(.changes(desk.differences(), title: "Differences from the file"))
        case "D": state.mode = .sheet(.changes(desk.differences(from: .otherSide), title: "Differences from the other side"))
        case "s": save(thenQuits: false)
        case "S": askName(thenQuits: false)
        case "q": quit()
        case "?": state.mode = .sheet(.help)
        default: play(character)
        }
    }

    /// Handles the keys of track and sound.
    private func play(_ character: Character) {
        let wasPaused = moment?.status.isPaused ?? false, wasFrozen = moment?.status.isFrozen ?? false
        switch character {
        case " ": desk.send(.setPaused(!wasPaused))
        case "f": desk.send(.freeze(!wasFrozen))
        case "<": desk.send(.seek(-5))
        case ">": desk.send(.seek(5))
        case "(": desk.send(.seek(-60))
        case ")": desk.send(.seek(60))
        case "[": desk.send(.changeSpeed(1 / 1.1))
        case "]": desk.send(.changeSpeed(1.1))
        case "{": desk.send(.changeSpeed(0.5))
        case "}": desk.send(.changeSpeed(2))
        case "v": desk.send(.changeVolume(-2))
        case "V": desk.send(.changeVolume(2))
        case "m": desk.send(.toggleMute)
        case "e":
            guard let knob = selectedKnob, case .event(let index) = knob.subject else {
                return showMessage("Select a knob of an event to hear it.")
            }
            desk.send(.strike(snapshot.inheritedEvents + index))
        default: break
        }
    }

    // MARK: Knobs

    func select(_ path: PresetPath?) { if let path { state.selected = path } }

    private func turn(by steps: Double, fine: Bool = false) {
        guard let name = selectedKnob?.name else { return }
        let gesture = gestureNumber()
        attempt { try desk.nudge(name, by: steps, fine: fine, gesture: gesture) }
    }

    /// Sets the selected knob to a position from 0 to 1 along its slider.
    func slide(to position: Double) {
        guard let knob = selectedKnob else { return }
        let gesture = gestureNumber()
        attempt { try desk.set(knob.name, to: knob.value(at: position), gesture: gesture) }
    }

    private func reset() {
        guard let name = selectedKnob?.name else { return }
        if attempt({ try desk.reset(name) }) != nil { showMessage("\(name) is reset to the inherited value.") }
    }

    private func edit(_ text: String) {
        guard selectedKnob != nil else { return }
        state.mode = .value(LineEntry(text))
    }

    /// The selected knob's value in the form in which it is typed.
    private var selectedText: String {
        guard let knob = selectedKnob, let value = snapshot.value(knob.name) else { return "" }
        return knob.text(value.value)
    }

    // MARK: The preset

    private func undo() {
        guard let done = attempt({ try desk.undo() }) else { return }
        showMessage(done.map { "Undone: \($0)" } ?? "There is nothing to undo.")
    }

    private func redo() {
        guard let done = attempt({ try desk.redo() }) else { return }
        showMessage(done.map { "Redone: \($0)" } ?? "There is nothing to redo.")
    }

    func swapSides() {
        desk.swapSides()
        let differences = desk.differences(from: .otherSide)
        let side = desk.snapshot.side.rawValue
        showMessage(
            differences.isEmpty ? "Side \(side); both sides are equal." : "Side \(side); D says how it differs (\(differences.count)).")
    }

    private func randomise() {
        let seed = UInt64.random(in: 1...9999)
        guard attempt({ try desk.randomise(seed: seed) }) != nil else { return }
        showMessage("Randomised (seed \(seed)): d lists the changes, u undoes them.")
    }
}
