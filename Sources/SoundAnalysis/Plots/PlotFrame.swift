// SPDX-License-Identifier: MIT
/// A pair of axes around a plot area.
struct PlotFrame {
    let area: PlotArea
    let x: PlotAxis
    let y: PlotAxis

    /// The x coordinate of a value in the picture.
    func across(_ value: Double) -> Double { area.left + x.position(value) * area.width }

    /// The y coordinate of a value in the picture, clamped near the area so that infinities can be drawn.
    func down(_ value: Double) -> Double {
        let position = min(max(y.position(value), -2), 3)
        return area.bottom - (position.isNaN ? 0 : position) * area.height
    }

    /// The point for a pair of values; nil where either is not drawable.
    func point(_ xValue: Double, _ yValue: Double) -> PlotPoint? {
        guard xValue.isFinite, !yValue.isNaN else { return nil }
        return PlotPoint(x: across(xValue), y: down(yValue))
    }

    /// Draws the background and grid, before the content.
    func drawGrid(on canvas: inout PlotCanvas, lines: Bool = true) {
        canvas.rectangle(area, style: "panel")
        guard lines else { return }
        for tick in x.ticks(xTickCount) {
            canvas.line(across(tick.value), area.top, across(tick.value), area.bottom, style: tick.label.isEmpty ? "minor" : "grid")
        }
        for tick in y.ticks(yTickCount) {
            canvas.line(area.left, down(tick.value), area.right, down(tick.value), style: tick.label.isEmpty ? "minor" : "grid")
        }
    }

    /// Draws lines, ticks, numbers and captions, after the content.
    func drawAxes(on canvas: inout PlotCanvas, showsX: Bool = true) {
        canvas.line(area.left, area.top, area.left, area.bottom, style: "axis")
        drawLowerAxis(on: &canvas, showsNumbers: showsX)
        for tick in y.ticks(yTickCount) {
            let place = down(tick.value)
            canvas.line(area.left - (tick.label.isEmpty ? 3 : 5), place, area.left, place, style: "axis")
            canvas.text(tick.label, x: area.left - 9, y: place + 4, style: "tick", anchor: .end)
        }
        // It may reach into the gaps between panels.
        let caption = PlotCanvas.fittedCaption(y.caption, in: area.height + 18)
        canvas.text(caption, x: area.left - 52, y: area.top + area.height / 2, anchor: .middle, turned: true)
    }

    /// Draws the line below the area, with ticks, numbers and caption where they are to be shown.
    func drawLowerAxis(on canvas: inout PlotCanvas, showsNumbers: Bool) {
        canvas.line(area.left, area.bottom, area.right, area.bottom, style: "axis")
        guard showsNumbers else { return }
        for tick in x.ticks(xTickCount) {
            let place = across(tick.value)
            canvas.line(place, area.bottom, place, area.bottom + (tick.label.isEmpty ? 3 : 5), style: "axis")
            canvas.text(tick.label, x: place, y: area.bottom + 18, style: "tick", anchor: .middle)
        }
        canvas.text(x.caption, x: area.left + area.width / 2, y: area.bottom + 37, anchor: .middle)
    }

    private var xTickCount: Int { max(2, Int(area.width / 90)) }
    private var yTickCount: Int { max(2, Int(area.height / 30)) }
}

/// One entry of a legend.
struct LegendEntry: Hashable {
    enum Mark { case line, area, instant }
    let label: String
    let colour: PlotColour
    let mark: Mark
    /// A colour that replaces the style's.
    var ink: PlotInk?
}

extension PlotCanvas {
    /// Draws title and subtitle at the top left, as much of them as fits.
    mutating func drawHeading(_ title: String, _ subtitle: String, left: Double) {
        let room = width - left - 26
        text(Self.fitted(title, in: room, letter: Letter.title), x: left, y: 32, style: "title")
        guard !subtitle.isEmpty else { return }
        text(Self.fitted(subtitle, in: room, letter: Letter.subtitle), x: left, y: 51, style: "subtitle text")
    }

    /// The y coordinates, under a heading, of a legend's first row and of the content below the legend.
    static func legendTop(_ subtitle: String) -> Double { subtitle.isEmpty ? 58 : 77 }

    static func contentTop(_ subtitle: String, legendRows rows: Int) -> Double {
        (subtitle.isEmpty ? 46 : 65) + Double(rows) * 20 + 6
    }

    /// Draws a legend in rows from `left`, never beyond `right`.
    mutating func drawLegend(_ entries: [LegendEntry], left: Double, right: Double, y: Double) {
        for (entry, place) in zip(entries, Self.legendPlaces(entries.map(\.label), width: right - left)) {
            let x = left + place.x, row = y + 20 * Double(place.row)
            switch entry.mark {
            case .line: line(x, row - 4, x + 20, row - 4, style: "line s-\(entry.colour.rawValue)")
            case .area:
                let patch = PlotArea(left: x + 3, top: row - 10, width: 14, height: 12)
                rectangle(patch, style: "f-\(entry.colour.rawValue)", radius: 3, ink: entry.ink)
            case .instant:
                let stroke = PlotArea(left: x + 9, top: row - 10, width: 2, height: 12)
                rectangle(stroke, style: "f-\(entry.colour.rawValue)", ink: entry.ink)
            }
            text(Self.fitted(entry.label, in: right - x - 27), x: x + 27, y: row)
        }
    }

    /// The number of rows that a legend needs.
    static func legendRows(_ entries: [LegendEntry], width: Double) -> Int {
        legendPlaces(entries.map(\.label), width: width).last.map { $0.row + 1 } ?? 0
    }

    /// Where each entry of a legend begins, from its left edge, and in which row.
    static func legendPlaces(_ labels: [String], width: Double) -> [(x: Double, row: Int)] {
        var x = 0.0, row = 0
        return labels.map { label in
            let own = 43 + estimatedWidth(label)
            if x > 0, x + own - 16 > width { (x, row) = (0, row + 1) }
            defer { x += own }
            return (x, row)
        }
    }
}
