// SPDX-License-Identifier: MIT
import Foundation
import Sonification
import Synchronization
import Transport
import Tuning

/// Carries out the requests of pages.
extension Studio {
    /// Answers one message; a faulty one is answered with the error and the page stays connected.
    func receive(_ message: Data, from page: Page) {
        var answer = PageAnswer()
        do {
            let request = try PageRequest(reading: message)
            answer.id = request.id
            try carryOut(request.action, for: page, &answer)
        } catch let error as PresetEditError {
            answer.error = PageFault(error)
        } catch let fault as PageFault {
            answer.error = fault
        } catch {
            answer.error = PageFault("The request failed: \(error).", "")
        }
        if answer.error != nil, answer.id == nil { answer.id = PageRequest.id(of: message) }
        page.outbox.answer(Envelope(type: "answer", content: answer).bytes)
    }

    private func carryOut(_ action: PageRequest.Action, for page: Page, _ answer: inout PageAnswer) throws {
        switch action {
        case .set(let name, let text): try desk.set(name, to: text)
        case .slide(let name, let place, let gesture):
            let knob = try desk.knob(name)
            try desk.set(name, to: knob.value(at: place), gesture: gesture)
            show(name, &answer)
        case .nudge(let name, let steps, let fine, let gesture):
            try desk.nudge(name, by: steps, fine: fine, gesture: gesture)
            show(name, &answer)
        case .reset(let name): try desk.reset(name)
        case .point(let mapping, let point, let input, let output, let gesture):
            try move(mapping: mapping, point: point, to: (input, output), gesture: gesture)
        case .undo: answer.words = try desk.undo().map { "Undone: \($0)." } ?? "There is nothing to undo."
        case .redo: answer.words = try desk.redo().map { "Redone: \($0)." } ?? "There is nothing to redo."
        case .ab:
            desk.swapSides()
            answer.words = "Version \(desk.snapshot.side.rawValue) is heard."
        case .copy:
            desk.copyToOtherSide()
            let side = desk.snapshot.side
            answer.words = "Version \(side == .a ? "B" : "A") is a copy of version \(side.rawValue) now."
        case .vary(let amount): try desk.randomise(seed: UInt64.random(in: 0 ... .max), amount: amount)
        case .diff: describeSaving(&answer)
        case .openPreset(let file): try openPreset(file)
        case .openTracks(let uploads): answer.words = try openTracks(uploads)
        case .save(let name): answer.words = try save(name)
        case .test(let channel, let text): try test(channel, text)
        case .rest: rest()
        case .play(let isOn): play(isOn)
        case .freeze(let isOn):
            try requirePlaying()
            desk.send(.freeze(isOn))
        case .scrub(let place):
            guard let survey = track?.survey else { throw PageFault("There is no track to seek in.", "Open one.") }
            try requirePlaying()
            desk.send(.seekTo(place * survey.duration))
        case .speed(let factor):
            // Also for the track's next start, and for exports.
            state.withLock { $0.track?.speed = factor }
            desk.send(.setSpeed(factor))
        case .strike(let event):
            desk.send(.strike(event))
            if !desk.isPlaying { answer.words = "Start the rain to hear it." }
        case .form(let item):
            let snapshot = desk.snapshot
            answer.fields = snapshot.fields(of: item).map { FormField($0, of: item, in: snapshot) }
        case .field(let item, let name, let text): try setField(name, of: item, to: text)
        case .renameChoice(let mapping, let name, let text): try desk.renameChoice(name, of: mapping, to: text)
        case .addMapping(let channel, let parameter): answer.index = try desk.addMapping(from: channel, to: parameter).index
        case .addEvent(let trigger):
            answer.index = try desk.addEvent(on: trigger).index
            playNotes(of: .event(answer.index ?? 0))
        case .remove(let item): answer.words = "Removed: \(try desk.remove(item)). Undo brings it back."
        case .exportable:
            answer.folder = settings.folder
            answer.hasTrack = track != nil
            answer.seconds = exportSeconds
        case .export(let seconds): try export(seconds: seconds)
        case .cancelExport: state.withLock { $0.export?.cancel() }
        case .listen(let isOn):
            guard settings.streams else {
                throw PageFault("The sound plays on this machine's device; start the studio with --stream to hear it here.", "")
            }
            page.isListening.store(isOn, ordering: .relaxed)
            if !isOn { page.outbox.dropSound() }
        }
    }

    /// Refuses a command of playback while nothing plays, since it would have no effect.
    private func requirePlaying() throws(PageFault) {
        guard desk.isPlaying else { throw PageFault("The track has not begun.", "Start the rain first.") }
    }

    private func show(_ name: String, _ answer: inout PageAnswer) {
        guard let value = desk.snapshot.value(name) else { return }
        answer.value = value.value
        answer.words = value.words
    }

    /// Moves a curve's point to the dragged position; both coordinates form one step of undo.
    private func move(mapping number: Int, point: Int, to place: (input: Double, output: Double), gesture: Int) throws {
        guard let mapping = desk.snapshot.mapping(at: number) else { throw PageFault("There is no mapping \(number).", "") }
        guard case .scale(let domain, let range, let curve) = mapping.rule else { throw PageFault("That mapping has no curve.", "") }
        var edits: [(String, Double)] = []
        if case .table(let points) = curve {
            guard points.indices.contains(point) else { throw PageFault("The curve has no point \(point).", "") }
            if points[point].input != place.input { edits.append(("curve.table.\(point).0", place.input)) }
            if points[point].output != place.output { edits.append(("curve.table.\(point).1", place.output)) }
        } else {
            guard (0...1).contains(point) else { throw PageFault("The curve has no point \(point).", "") }
            if case .values(let low, let high) = domain, (point == 0 ? low : high) != place.input {
                edits.append(("domain.\(point)", place.input))
            }
            if (point == 0 ? range.0 : range.1) != place.output { edits.append(("range.\(point)", place.output)) }
        }
        guard !edits.isEmpty else { return }
        let changes = try edits.map { path, value in PresetEdit(try TuningDesk.path("map.\(number).\(path)"), value) }
        try desk.change(changes, label: "curve of \(mapping.channel.name) to \(mapping.parameterName)", gesture: gesture)
    }

    // MARK: Mappings and events

    /// Sets a field; the place of a fault is the field itself, beside which the page shows it.
    private func setField(_ name: String, of item: TuningItem, to text: String) throws {
        do throws(PresetEditError) { try desk.setField(name, of: item, to: text) } catch {
            throw PageFault(atField: error)
        }
        playNotes(of: item)
    }

    /// Plays the notes of a changed event.
    private func playNotes(of item: TuningItem) {
        if case .event(let index) = item { desk.send(.strike(desk.snapshot.inheritedEvents + index)) }
    }

    // MARK: Saving

    private func describeSaving(_ answer: inout PageAnswer) {
        let snapshot = desk.snapshot
        answer.lines = desk.differences(from: .file)
        answer.file = snapshot.file
        answer.isShipped = snapshot.isShipped
        answer.comesWithProgram = snapshot.comesWithProgram
        answer.folder = settings.folder
        answer.suggestion = (snapshot.comesWithProgram ? "my-" : "") + Self.plain(snapshot.preset.name)
    }

    /// - Parameter name: of the new preset; nil saves to the existing file.
    private func save(_ name: String?) throws -> String {
        guard let name else { return try desk.save() }
        guard !name.isEmpty, name == Self.plain(name) else {
            throw PageFault("A preset's name may contain only letters, digits, - and _.", "Choose another name.")
        }
        return try desk.save(as: URL(fileURLWithPath: settings.folder).appendingPathComponent("\(name).yaml").path)
    }

    /// Returns a name that is valid in any folder, and contains no path.
    static func plain(_ name: String) -> String {
        let kept = name.unicodeScalars.filter {
            ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0) || $0 == "-" || $0 == "_"
        }
        return String(String.UnicodeScalarView(kept.prefix(60)))
    }
}
