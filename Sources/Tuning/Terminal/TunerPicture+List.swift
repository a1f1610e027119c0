// SPDX-License-Identifier: MIT
import RainSynthesis
import Sonification
import TerminalIO

/// Draws the knobs as rows: name, value, slider, and the mapping that moves it now.
extension TunerPicture {
    func drawList(_ grid: inout CellGrid, _ area: TunerLayout.Area) {
        let columns = TunerLayout.Columns(area)
        guard !list.rows.isEmpty else {
            grid.put("No knob has \(state.filter). Esc shows all.".cut(toColumns: area.columns), area.row, area.column)
            return
        }
        for line in 0..<area.rows {
            let row = state.top + line
            guard list.rows.indices.contains(row) else { break }
            switch list.rows[row] {
            case .heading(let words): grid.put(words.cut(toColumns: area.columns), area.row + line, area.column, TunerInk.heading)
            case .knob(let index): drawKnob(&grid, area.row + line, index, area, columns)
            }
        }
    }

    private func drawKnob(_ grid: inout CellGrid, _ row: Int, _ index: Int, _ area: TunerLayout.Area, _ columns: TunerLayout.Columns) {
        let value = snapshot.values[index], knob = value.knob
        let isSelected = knob.path == state.selected
        if isSelected {
            grid.put(String(glyphs.selected), row, area.column, .bold)
            if grid.cursor == nil { grid.cursor = CellGrid.Place(row: row, column: columns.name.lowerBound) }
        }
        if value.isChanged { grid.put("*", row, area.column + 1, TunerInk.changed) }
        grid.put(
            shortName(index).cut(toColumns: columns.name.count), row, columns.name.lowerBound,
            value.isWritten ? .plain : TunerInk.hint)
        grid.put(
            value.words.aligned(toColumns: columns.value.count), row, columns.value.lowerBound,
            value.isChanged ? TunerInk.changed : .plain)
        drawSlider(&grid, row, columns.slider, knob, value.value)
        if !columns.mapping.isEmpty {
            grid.put(mover(of: knob).cut(toColumns: columns.mapping.count), row, columns.mapping.lowerBound, TunerInk.live)
        }
        if isSelected {
            grid.ink(row, area.column..<columns.slider.lowerBound - 1) { ink in
                ink.attributes.remove(.faint)
                ink.attributes.insert(.reversed)
            }
        }
    }

    /// The part of a name that is needed below its heading, and below the parameter that it varies.
    private func shortName(_ index: Int) -> String {
        let knob = snapshot.values[index].knob, name = knob.name
        if index > 0, case let above = snapshot.values[index - 1].knob.name + ".", name.hasPrefix(above) {
            return "  " + name.dropFirst(above.count)
        }
        // The heading of a mapping or event already contains its number.
        guard case .parameter = knob.subject else { return name.split(separator: ".", maxSplits: 2).last.map(String.init) ?? name }
        return name.hasPrefix(knob.group + ".") ? String(name.dropFirst(knob.group.count + 1)) : name
    }

    private func drawSlider(_ grid: inout CellGrid, _ row: Int, _ range: Range<Int>, _ knob: TuningKnob, _ value: Double) {
        for column in range { grid.put(String(glyphs.line), row, column, TunerInk.hint) }
        func mark(_ value: Double, _ glyph: Character, _ ink: Ink) {
            grid.put(String(glyph), row, TunerPicture.column(of: knob.position(of: value), in: range), ink)
        }
        if let value = knob.defaultValue { mark(value, glyphs.defaultMark, .plain) }
        mark(value, glyphs.thumb, .bold)
        if let live = liveValue(knob) { mark(live, glyphs.live, TunerInk.live) }
    }

    /// The column for a position from 0 to 1 along a slider.
    static func column(of position: Double, in range: Range<Int>) -> Int {
        guard position.isFinite, !range.isEmpty else { return range.lowerBound }
        return range.lowerBound + Int((min(max(position, 0), 1) * Double(range.count - 1)).rounded())
    }

    /// The position from 0 to 1 for a column along a slider.
    static func position(of column: Int, in range: Range<Int>) -> Double {
        guard range.count > 1 else { return 0 }
        return Double(min(max(column, range.lowerBound), range.upperBound - 1) - range.lowerBound) / Double(range.count - 1)
    }

    // MARK: What moves it

    /// A parameter's current value where a mapping moves it; nil where its resting value applies.
    private func liveValue(_ knob: TuningKnob) -> Double? {
        guard case .parameter(let id) = knob.subject, let status = moment?.status,
            zip(snapshot.preset.mappings, status.movements).contains(where: { $0.parameter == id && $1.takesPart })
        else { return nil }
        return Double(status.parameters[id])
    }

    /// `1,510 /min by speed`, for the end of a row.
    private func mover(of knob: TuningKnob) -> String {
        guard case .parameter(let id) = knob.subject else { return "" }
        let channels = snapshot.preset.mappings.filter { $0.parameter == id }.map(\.channel.name)
        guard !channels.isEmpty else { return "" }
        guard let live = liveValue(knob) else { return "by \(channels.joined(separator: ", "))" }
        return "\(knob.liveWords(live)) by \(channels.joined(separator: ", "))"
    }

    /// The mapping that moves the selected knob, on one line.
    var mappingWords: String {
        guard let knob = selectedKnob else { return "" }
        let preset = snapshot.preset
        switch knob.subject {
        case .parameter(let id):
            let own = preset.mappings.indices.filter { preset.mappings[$0].parameter == id }
            guard !own.isEmpty else { return "Not mapped." }
            return own.map { words(forMapping: $0) }.joined(separator: "; ")
        case .mapping(let own):
            // Inherited mappings come before the preset's own.
            let index = snapshot.inheritedMappings + own
            return preset.mappings.indices.contains(index) ? words(forMapping: index) : ""
        case .event(let own):
            let index = snapshot.inheritedEvents + own
            guard preset.events.indices.contains(index) else { return "" }
            return "e plays the event \(preset.events[index].trigger.name)"
        }
    }

    /// `speed 43 km/h -> drops.rate 1,510 /min`.
    private func words(forMapping index: Int) -> String {
        let mapping = snapshot.preset.mappings[index]
        let target = ParameterTable.spec(mapping.parameter)
        var text = mapping.channel.name
        if let value = channelWords(mapping) { text += " \(value)" }
        text += " -> \(target.name)"
        guard let moment, moment.duration != nil || moment.status.update != nil,
            moment.status.movements.indices.contains(index)
        else { return text }
        let movement = moment.status.movements[index]
        guard movement.takesPart else { return text + " (missing)" }
        guard let knob = snapshot.value(target.name)?.knob else { return text }
        func format(_ value: Double) -> String { mapping.combine == .multiply ? "x\(Self.figure(value))" : knob.liveWords(value) }
        text += " \(format(movement.value))"
        if movement.isMoving { text += ", going to \(format(movement.goal))" }
        return text
    }

    /// The channel's value in the mapping's unit.
    private func channelWords(_ mapping: Mapping) -> String? {
        switch moment?.status.update?.channels[mapping.channel.name] {
        case .number(let value)?:
            let unit = mapping.unit
            let figure = Self.figure(value / (unit.scale > 0 ? unit.scale : 1))
            return unit.name.isEmpty ? figure : "\(figure) \(unit.name)"
        case .category(let name)?: return name
        case nil: return nil
        }
    }

    /// Draws the effect of every mapping, where there is room.
    func drawMovements(_ grid: inout CellGrid, _ area: TunerLayout.Area) {
        guard area.rows > 1 else { return }
        grid.put("Mappings", area.row, area.column, TunerInk.heading)
        let mappings = snapshot.preset.mappings
        if mappings.isEmpty { grid.put("Nothing is mapped.", area.row + 1, area.column) }
        for index in mappings.indices where index < area.rows - 1 {
            let isLast = index == area.rows - 2 && mappings.count > area.rows - 1
            let text = isLast ? "and \(mappings.count - index) more" : words(forMapping: index)
            let isMoving = moment?.status.movements.dropFirst(index).first?.isMoving == true
            grid.put(text.cut(toColumns: area.columns), area.row + 1 + index, area.column, isMoving ? TunerInk.live : .plain)
        }
    }
}
