// SPDX-License-Identifier: MIT
import RainSynthesis
import Sonification
import Tracking

/// Adds, removes and changes the mappings and events of the preset's own file. Every change is one step of undo, and is
/// either applied completely or refused with the reason.
extension TuningDesk {
    // MARK: Adding and removing

    /// Adds a mapping as the file's last, with a usual domain and a clearly audible range.
    /// - Returns: the new mapping.
    public func addMapping(from channel: String, to parameter: String) throws(PresetEditError) -> TuningItem {
        let document = state.withLock { $0.current.document }
        let item = TuningItem.mapping(document.ownMappings.count)
        let draft = try draft(from: channel, to: parameter, in: document, before: item)
        try change([PresetEdit(PresetPath([.key("map")]), .append(draft.fields))], label: "new mapping, \(channel) → \(parameter)")
        return item
    }

    /// Adds an event as the file's last, with one note.
    /// - Returns: the new event.
    public func addEvent(on trigger: String) throws(PresetEditError) -> TuningItem {
        let item = TuningItem.event(state.withLock { $0.current.document.ownEvents.count })
        let fields: [PresetEdit.Field] = [.init("on", trigger), .init("play", "{ voice: wood, notes: [e4] }")]
        try change([PresetEdit(PresetPath([.key("events")]), .append(fields))], label: "new event, \(trigger)")
        return item
    }

    /// Removes a mapping or an event.
    /// - Returns: what was removed, in words.
    public func remove(_ item: TuningItem) throws(PresetEditError) -> String {
        let name = words(item.path)
        try change([PresetEdit(item.path, .removeItem)], label: "\(name) removed")
        return name
    }

    // MARK: Fields

    /// Sets a field as a form shows it; empty text removes it, so that its default applies again. If a mapping's
    /// other fields do not fit its new channel or parameter, they are replaced as in a new mapping.
    /// - Parameter name: `smooth.attack`, `play.notes`, `choose.JR-East.Yamanote`.
    public func setField(_ name: String, of item: TuningItem, to text: String) throws(PresetEditError) {
        let path = try Self.path("\(item.path).\(name)")
        let snapshot = snapshot
        let field = snapshot.fields(of: item).first { $0.form.path.joined(separator: ".") == name }?.form
        var edits: [PresetEdit]
        if text.isEmpty {
            edits = [PresetEdit(try emptied(path, field, in: snapshot), .remove)]
        } else if name == "curve", case .mapping(let index) = item, let mapping = snapshot.mapping(at: index) {
            edits = try curve(text, of: mapping, at: item.path)
        } else {
            edits = [PresetEdit(path, .set(field.map { TuningField.written(text, $0.kind) } ?? text))]
        }
        let label = text.isEmpty ? "\(words(path)) reset" : "\(words(path)) = \(text)"
        do throws(PresetEditError) {
            try change(edits, label: label)
        } catch {
            guard let renewed = renewed(item, name, text, in: snapshot) else { throw error }
            edits = renewed
            do throws(PresetEditError) { try change(edits, label: label) } catch _ { throw error }
        }
    }

    /// Gives a choice another name.
    public func renameChoice(_ name: String, of mapping: Int, to other: String) throws(PresetEditError) {
        let choices = TuningItem.mapping(mapping).path.appending("choose")
        guard let value = snapshot.document.value(at: choices.appending(name)) else {
            throw PresetEditError(.unknownPath, at: name, "there is no such name", "choose one from the list")
        }
        guard !other.isEmpty else { throw PresetEditError(.badValue, at: name, "a name cannot be empty", "write one, or remove it") }
        guard snapshot.document.value(at: choices.appending(other)) == nil else {
            throw PresetEditError(.badValue, at: other, "the name is already there", "choose another")
        }
        try change(
            [PresetEdit(choices.appending(other), .set(value)), PresetEdit(choices.appending(name), .remove)],
            label: "\(words(choices)), \(name) is now \(other)")
    }

    // MARK: Internals

    private func draft(from name: String, to parameter: String, in document: PresetDocument, before item: TuningItem)
        throws(PresetEditError) -> MappingDraft
    {
        guard let channel = ChannelTable.channel(named: name) else {
            throw PresetEditError(
                .badValue, at: "from", "there is no channel \"\(name)\"",
                NearestName.remedy(name, in: ChannelTable.names, else: "choose one from the list, or write csv.NAME for a column"))
        }
        guard let spec = ParameterTable.spec(named: parameter), !spec.fixedAtStart else {
            throw PresetEditError(.badValue, at: "to", "there is no parameter \"\(parameter)\" to map", "choose one from the list")
        }
        let knob = try knob(spec.name)
        let own = if case .mapping(let index) = item { index } else { 0 }
        let earlier = document.preset.mappings.prefix(document.ownMappings.startIndex + own)
        return MappingDraft(
            from: channel, to: spec, resting: knob.number(in: document), knob: knob,
            isAlreadyMapped: earlier.contains { $0.parameter == spec.id })
    }

    /// The edits that give a mapping another channel or parameter and reset what depends on it; nil for any other field.
    private func renewed(_ item: TuningItem, _ name: String, _ text: String, in snapshot: TuningSnapshot) -> [PresetEdit]? {
        guard name == "from" || name == "to", case .mapping(let index) = item, let mapping = snapshot.mapping(at: index) else { return nil }
        let channel = name == "from" ? text : mapping.channel.name
        let parameter = name == "to" ? text : mapping.parameterName
        guard let draft = try? draft(from: channel, to: parameter, in: snapshot.document, before: item) else { return nil }
        let kept = ["from", "to", "smooth", "missing", "say"]
        var gone = PresetForm.fields(of: mapping).compactMap(\.path.first).filter { !kept.contains($0) }
        if case .value = mapping.missing.then { gone.append("missing") }
        if ParameterTable.spec(named: parameter)?.choices.isEmpty == false { gone.append("smooth") }
        let removed = Set(gone).subtracting(draft.fields.map(\.key)).sorted().filter {
            snapshot.document.value(at: item.path.appending($0)) != nil
        }
        return draft.fields.map { PresetEdit(item.path.appending($0.key), .set($0.text)) }
            + removed.map { PresetEdit(item.path.appending($0), .remove) }
    }

    /// The path to remove when a field is emptied: that of its parent if the parent is invalid without the field.
    private func emptied(_ path: PresetPath, _ field: PresetForm.Field?, in snapshot: TuningSnapshot) throws(PresetEditError) -> PresetPath
    {
        guard field?.isRequired != true else {
            throw PresetEditError(.badValue, at: "\(path)", "this cannot be empty", "")
        }
        // Without a row in the form it is a name that is not in the file yet.
        guard field != nil || snapshot.document.value(at: path) != nil else {
            throw PresetEditError(.badValue, at: "\(path)", "a new name needs a value", "write one beside it")
        }
        let above = PresetPath(Array(path.steps.dropLast()))
        if case .number(let number)? = field?.kind, number.isRequired { return above }
        // `smooth: 0.5` is one value.
        let isShort = snapshot.document.value(at: path) == nil && snapshot.document.number(at: above) != nil
        return isShort ? above : path
    }

    /// The edits that change a curve's shape; a table has its own domain and range.
    private func curve(_ word: String, of mapping: Mapping, at path: PresetPath) throws(PresetEditError) -> [PresetEdit] {
        guard case .scale(let domain, let range, let shape) = mapping.rule else { return [PresetEdit(path.appending("curve"), .set(word))] }
        let text = word == "power" ? "{ power: 2 }" : word
        if case .table(let points) = shape, let first = points.first, let last = points.last {
            guard word != "table" else { return [] }
            return [
                PresetEdit(path.appending("domain"), .set(MappingDraft.pair(first.input, last.input))),
                PresetEdit(path.appending("range"), .set(MappingDraft.pair(first.output, last.output))),
                PresetEdit(path.appending("curve"), .set(text)),
            ]
        }
        guard word == "table" else { return [PresetEdit(path.appending("curve"), .set(text))] }
        guard case .values(let low, let high) = domain else {
            throw PresetEditError(.badValue, at: "curve", "a table needs two numbers as its domain", "give the domain two numbers first")
        }
        let middle = (low + high) / 2
        let value = (shape.value(middle, domain: (low, high), range: range) * 1000).rounded() / 1000
        let points = [(low, range.0), (middle, value), (high, range.1)].map { MappingDraft.pair($0, $1) }
        // The inputs of a table rise.
        let table = (low < high ? points : points.reversed()).joined(separator: ", ")
        return [
            PresetEdit(path.appending("curve"), .set("{ table: [\(table)] }")), PresetEdit(path.appending("domain"), .remove),
            PresetEdit(path.appending("range"), .remove),
        ]
    }
}
