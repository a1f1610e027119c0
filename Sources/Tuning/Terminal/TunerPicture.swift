// SPDX-License-Identifier: MIT
import PlainText
import RainSynthesis
import TerminalIO

/// The complete screen of the tuner, drawn from a snapshot of all data. A value: equal data give equal screens.
struct TunerPicture {
    let snapshot: TuningSnapshot
    let list: TunerList
    /// Nil while nothing plays.
    let moment: TuningMoment?
    let state: TunerState
    /// Levels from the left to the right edge, in dB; the lowest while nothing plays.
    let spectrum: [Double]
    let abilities: TerminalAbilities
    /// The device in use, or why there is none.
    let sound: String
    /// The rider's position in words; nil without a track.
    let whereabouts: String?

    var glyphs: TunerGlyphs { TunerGlyphs(isUnicode: abilities.isUnicode) }
    var selectedKnob: TuningKnob? { state.selected.flatMap(snapshot.knob) }

    /// The number of spectrum levels on a screen of this size.
    static func spectrumColumns(_ columns: Int, _ rows: Int) -> Int {
        2 * (TunerLayout(columns: columns, rows: rows)?.spectrum?.columns ?? 0)
    }

    /// Draws the screen at exactly this size.
    func grid(columns: Int, rows: Int) -> CellGrid {
        var grid = CellGrid(columns: columns, rows: rows)
        guard let layout = TunerLayout(columns: columns, rows: rows) else {
            drawTooSmall(&grid)
            return grid
        }
        drawTitle(&grid, layout)
        drawMeters(&grid, layout)
        drawTrack(&grid, layout)
        if let area = layout.wave { drawDrop(&grid, area) }
        if let area = layout.spectrum { drawSpectrum(&grid, area) }
        drawList(&grid, layout.list)
        if let area = layout.movements { drawMovements(&grid, area) }
        drawHelp(&grid, layout)
        drawMapping(&grid, layout)
        drawMessage(&grid, layout)
        if case .sheet(let sheet) = state.mode { draw(sheet, on: &grid) }
        return grid
    }

    private func drawTooSmall(_ grid: inout CellGrid) {
        let lines = [
            "\(grid.columns)x\(grid.rows) is too small.", "The tuner needs", "\(TunerLayout.leastColumns)x\(TunerLayout.leastRows).",
            "q quits",
        ]
        for (row, line) in lines.enumerated() { grid.put(line, row, 0) }
        grid.cursor = CellGrid.Place(row: 0, column: 0)
    }

    // MARK: The rows at the top

    private func drawTitle(_ grid: inout CellGrid, _ layout: TunerLayout) {
        let name = snapshot.file.split(separator: "/").last.map(String.init) ?? snapshot.file
        let isWide = grid.columns >= 60
        var left = isWide ? "Amaoto  \(name)" : name
        if snapshot.isShipped, isWide { left += " (shipped)" }
        left += snapshot.isChanged ? "  changed" : snapshot.isShipped ? "" : "  saved"
        left += isWide ? "  side \(snapshot.side.rawValue)" : "  \(snapshot.side.rawValue)"
        if !state.filter.isEmpty { left += "  /\(state.filter): \(list.count) of \(snapshot.values.count)" }
        grid.put(String(repeating: " ", count: grid.columns), layout.title, 0, .reversed)
        let end = grid.put(left.cut(toColumns: grid.columns - 1), layout.title, 1, Ink(nil, [.reversed, .bold]))
        let right = sound.cut(toColumns: max(0, grid.columns - end - 3))
        grid.put(right, layout.title, grid.columns - 1 - right.terminalWidth, .reversed)
    }

    private func drawMeters(_ grid: inout CellGrid, _ layout: TunerLayout) {
        guard let moment else {
            return _ = grid.put("Nothing plays yet.", layout.meters, 0, TunerInk.hint)
        }
        let width = min(30, max(6, (grid.columns - 30) / 2))
        var column = 0
        for (name, level, peak) in [("L", moment.level.left, moment.peak.left), ("R", moment.level.right, moment.peak.right)] {
            column = grid.put("\(name) ", layout.meters, column)
            column = drawMeter(&grid, layout.meters, column, width: width, level: level, peak: peak)
            column = grid.put("\(Self.decibels(level)) ".aligned(toColumns: 5), layout.meters, column) + 1
        }
        let rate = moment.dropsPerSecond
        column = grid.put("\(Self.figure(rate)) drops/s", layout.meters, column) + 2
        let limiter = Double(moment.status.telemetry.limiterGain)
        if limiter < 0.99 { grid.put("limiter \(Self.decibels(amplitude: limiter)) dB", layout.meters, column, TunerInk.clipping) }
    }

    /// Draws a bar from -60 to 0 dB, with a distinct mark for the peak.
    private func drawMeter(_ grid: inout CellGrid, _ row: Int, _ column: Int, width: Int, level: Double, peak: Double) -> Int {
        func cells(_ decibels: Double) -> Int {
            let share = min(max((decibels + 60) / 60, 0), 1)
            return share.isFinite ? Int((share * Double(width)).rounded()) : 0
        }
        let full = cells(level), top = cells(peak)
        for cell in 0..<width {
            let decibels = Double(cell + 1) / Double(width) * 60 - 60
            let ink = decibels > -3 ? TunerInk.clipping : decibels > -12 ? TunerInk.loud : TunerInk.quiet
            if cell < full {
                grid.put(String(glyphs.full), row, column + cell, ink)
            } else if cell == top - 1 {
                grid.put(String(glyphs.defaultMark), row, column + cell, ink)
            } else {
                grid.put(String(glyphs.empty), row, column + cell, TunerInk.hint)
            }
        }
        return column + width
    }

    private func drawTrack(_ grid: inout CellGrid, _ layout: TunerLayout) {
        guard let moment else { return }
        let status = moment.status
        var parts: [String] = []
        if status.isPaused { parts.append("paused") }
        if status.isFrozen { parts.append("frozen") }
        if status.isMuted { parts.append("muted") }
        if status.gain != 0 { parts.append("volume \(Self.decibels(Double(status.gain))) dB") }
        guard let elapsed = moment.elapsed, let duration = moment.duration else {
            // A live track has no length.
            let words = status.update == nil ? ["resting rain, no track"] + parts : parts + [whereabouts ?? "live track"]
            grid.put(words.joined(separator: ", ").cut(toColumns: grid.columns), layout.track, 0)
            return
        }
        var column = grid.put("\(ClockText.text(elapsed)) of \(ClockText.text(duration)) ", layout.track, 0)
        let width = min(24, max(4, grid.columns / 6))
        let share = duration > 0 ? min(max(elapsed / duration, 0), 1) : 0
        let place = min(width - 1, Int(share * Double(width)))
        for cell in 0..<width {
            grid.put(String(cell == place ? glyphs.thumb : glyphs.line), layout.track, column + cell, cell == place ? .bold : TunerInk.hint)
        }
        column += width + 1
        if status.speed != 1 { parts.insert("x\(Self.figure(status.speed))", at: 0) }
        if let whereabouts { parts.append(whereabouts) }
        grid.put(parts.joined(separator: ", ").cut(toColumns: grid.columns - column), layout.track, column)
    }

    // MARK: The rows at the bottom

    private func drawHelp(_ grid: inout CellGrid, _ layout: TunerLayout) {
        guard let knob = selectedKnob else { return }
        var words = knob.name
        if knob.isChoice {
            words += ": \(knob.choices.joined(separator: ", "))"
        } else {
            words += ", \(knob.words(knob.range.lowerBound)) to \(knob.words(knob.range.upperBound))"
        }
        if let value = knob.defaultValue { words += ", default \(knob.words(value))" }
        words += ". \(knob.help)"
        if knob.isFixedAtStart { words += " A change takes effect at the next start." }
        let lines = Self.wrap(words, columns: layout.help.columns)
        for (line, text) in lines.prefix(layout.help.rows).enumerated() {
            let isCut = line == layout.help.rows - 1 && lines.count > layout.help.rows
            grid.put((isCut ? text + " ..." : text).cut(toColumns: layout.help.columns), layout.help.row + line, 0)
        }
    }

    /// Draws the mapping that moves the knob; during typing, the error in the input.
    private func drawMapping(_ grid: inout CellGrid, _ layout: TunerLayout) {
        if state.mode != .browse, let message = state.message, message.isProblem {
            draw(message, from: layout.help.row, through: layout.message - 1, &grid)
        } else if let row = layout.mapping {
            grid.put(mappingWords.cut(toColumns: grid.columns), row, 0, TunerInk.live)
        }
    }

    private func drawMessage(_ grid: inout CellGrid, _ layout: TunerLayout) {
        func ask(_ question: String, _ entry: LineEntry) {
            let start = grid.put(question.cut(toColumns: grid.columns * 2 / 3), layout.message, 0, .bold)
            let room = grid.columns - start - 1
            // Keeps the cursor visible.
            var text = entry.text, column = entry.cursorColumn
            while column > room, let first = text.first {
                column -= first.terminalWidth
                text.removeFirst()
            }
            grid.put(text, layout.message, start, width: room)
            grid.cursor = CellGrid.Place(row: layout.message, column: start + column)
        }
        /// A question that one key answers, on as many rows as it needs: it ends with the keys.
        func ask(_ question: String) {
            draw(TunerState.Message(text: question, isProblem: false), from: layout.help.row, through: layout.message, &grid)
            let end = Self.wrap(question, columns: grid.columns).last?.terminalWidth ?? 0
            grid.cursor = CellGrid.Place(row: layout.message, column: min(end + 1, grid.columns - 1))
        }
        switch state.mode {
        case .value(let entry):
            guard let knob = selectedKnob else { return }
            ask("\(knob.name)\(knob.unit.isEmpty ? "" : " (\(knob.unit))") = ", entry)
        case .search(let entry): ask("Search: ", entry)
        case .name(let entry, _): ask("Save as: ", entry)
        case .replace(let name, _): ask("\(name.cut(toColumns: grid.columns)) already exists; replace it? (y, n)")
        case .leaving: ask("Save the changes before leaving? (y: save, n: leave without, Esc: stay)")
        case .leavingOtherSide: ask("The other side has unsaved changes; leave without them? (y, n; a goes there)")
        case .browse, .sheet:
            let hints =
                grid.columns < 80
                ? "? keys  , . fine  = type  s save  q quit"
                : "? keys  arrows turn  , . fine  = type  / search  a A/B  u undo  s save  q quit"
            grid.put(hints.cut(toColumns: grid.columns), layout.message, 0, TunerInk.hint)
            if let message = state.message {
                // A message leaves the row of keys visible; a problem may need it.
                draw(message, from: layout.help.row, through: layout.message - (message.isProblem ? 0 : 1), &grid)
            }
        }
    }

    /// Draws a message on as many of the last rows as it needs, in place of the help.
    private func draw(_ message: TunerState.Message, from first: Int, through last: Int, _ grid: inout CellGrid) {
        let text = (message.isProblem ? "! " : "") + message.text
        var lines = text.split(separator: "\n").flatMap { Self.wrap(String($0), columns: grid.columns) }
        let room = max(1, last - first + 1)
        if lines.count > room {
            lines.removeSubrange(room...)
            lines[room - 1] = lines[room - 1].cut(toColumns: grid.columns - 4) + " ..."
        }
        for (line, text) in lines.enumerated() {
            grid.put(
                text.padded(toColumns: grid.columns), last - lines.count + 1 + line, 0, message.isProblem ? TunerInk.problem : .bold)
        }
    }

    private static func lines(of sheet: TunerSheet, columns: Int) -> [String] {
        sheet.lines.flatMap { wrap($0, columns: columns - 2) }
    }

    /// Without the title and the hint.
    private static func sheetRows(of rows: Int) -> Int { max(1, rows - 2) }

    /// The line with which the last page of a sheet begins.
    static func lastTop(of sheet: TunerSheet, columns: Int, rows: Int) -> Int {
        max(0, lines(of: sheet, columns: columns).count - sheetRows(of: rows))
    }

    private func draw(_ sheet: TunerSheet, on grid: inout CellGrid) {
        let height = grid.rows
        grid.put(" \(sheet.title)".padded(toColumns: grid.columns), 0, 0, Ink(nil, [.reversed, .bold]))
        let lines = Self.lines(of: sheet, columns: grid.columns), room = Self.sheetRows(of: height)
        let top = max(0, min(sheet.top, lines.count - room))
        for row in 0..<room {
            let line = lines.indices.contains(top + row) ? lines[top + row] : ""
            grid.put(" \(line)".padded(toColumns: grid.columns), row + 1, 0)
        }
        let more = lines.count > room ? "up, down: more.  " : ""
        grid.put("\(more)Any other key: back.".padded(toColumns: grid.columns), height - 1, 0, TunerInk.hint)
        grid.cursor = CellGrid.Place(row: 1, column: 1)
    }
}
