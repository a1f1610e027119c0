// SPDX-License-Identifier: MIT
import RainSynthesis
import TerminalIO

/// Draws the drop and the spectrum, in braille.
extension TunerPicture {
    /// Draws the current drop, its segments in colours and separated by dotted lines; its durations in the row below.
    func drawDrop(_ grid: inout CellGrid, _ area: TunerLayout.Area) {
        let outline = DropOutline(moment?.status.parameters ?? snapshot.preset.restingParameters)
        var canvas = BrailleCanvas(columns: area.columns, rows: area.rows)
        let length = outline.length
        guard length > 0, length.isFinite else { return }
        // Several samples per dot, so that no half wave of a high bubble is missed.
        let count = canvas.width * 16
        let samples = (0..<count).map { outline.value(at: (Double($0) + 0.5) / Double(count) * length) }
        let largest = samples.reduce(0) { max($0, $1.magnitude) }
        canvas.drawWave(samples, limit: max(largest, 1e-6))
        func column(_ time: Double) -> Int { min(area.columns, Int((time / length * Double(area.columns)).rounded())) }
        var caption = area.column
        for segment in outline.segments {
            let ink = Self.ink(segment.kind)
            for place in column(segment.start)..<max(column(segment.start), column(segment.end)) {
                for row in 0..<area.rows {
                    let character = canvas.character(row, place, isUnicode: abilities.isUnicode)
                    let isBoundary = character == " " && place == column(segment.start) && place > 0
                    grid.put(
                        String(isBoundary ? glyphs.boundary : character), area.row + row, area.column + place,
                        isBoundary ? TunerInk.hint : ink)
                }
            }
            guard segment.kind != .initialPadding, segment.kind != .trailingPadding else { continue }
            let unit = segment.kind == .bubble ? " ms" : ""
            let words = "\(segment.kind.rawValue) \(Self.figure((segment.end - segment.start) * 1000))\(unit)"
            caption = grid.put(words, area.end, caption, ink, width: max(0, area.column + area.columns - caption)) + 2
        }
        let peak = "peak \(Self.figure(largest))"
        if caption + peak.count <= area.column + area.columns { grid.put(peak, area.end, caption, TunerInk.hint) }
    }

    private static func ink(_ kind: DropOutline.Segment.Kind) -> Ink {
        switch kind {
        case .impact: TunerInk.impact
        case .pause: TunerInk.pause
        case .bubble: TunerInk.bubble
        case .initialPadding, .trailingPadding: TunerInk.silence
        }
    }

    /// Draws levels as bars of dots, with frequencies in the row below.
    func drawSpectrum(_ grid: inout CellGrid, _ area: TunerLayout.Area) {
        var canvas = BrailleCanvas(columns: area.columns, rows: area.rows)
        for (x, level) in spectrum.enumerated() where x < canvas.width {
            let share = (level - TunerSpectrum.floor) / (TunerSpectrum.ceiling - TunerSpectrum.floor)
            guard share.isFinite else { continue }
            let height = Int((min(max(share, 0), 1) * Double(canvas.height)).rounded())
            if height > 0 { canvas.setColumn(x, from: canvas.height - height, to: canvas.height - 1) }
        }
        for row in 0..<area.rows {
            let words = (0..<area.columns).map { canvas.character(row, $0, isUnicode: abilities.isUnicode) }
            grid.put(String(words), area.row + row, area.column, TunerInk.bubble)
        }
        var free = area.column
        for (frequency, words) in [(50.0, "50 Hz"), (200, "200"), (1000, "1 kHz"), (5000, "5 kHz"), (20_000, "20 kHz")] {
            let place = area.column + Int(TunerSpectrum.place(of: frequency) * Double(area.columns))
            let start = max(area.column, min(place - words.count / 2, area.column + area.columns - words.count))
            guard start >= free else { continue }
            free = grid.put(words, area.end, start, TunerInk.hint) + 1
        }
    }
}
