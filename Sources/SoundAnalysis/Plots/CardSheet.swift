// SPDX-License-Identifier: MIT
import Foundation

/// Draws small pictures side by side, three in a row, each with a heading and a sentence: how one quantity depends on another.
public struct CardSheet: Sendable {
    /// One axis of a curve.
    public struct Scale: Sendable {
        /// The quantity's unit or name.
        var label: String
        public var lower: Double
        public var upper: Double
        var isLogarithmic = false
        /// Names of the two ends, for a quantity without numbers.
        var ends: [String] = []

        public init(label: String, lower: Double, upper: Double, isLogarithmic: Bool = false, ends: [String] = []) {
            self.label = label
            self.lower = lower
            self.upper = upper
            self.isLogarithmic = isLogarithmic
            self.ends = ends
        }
    }

    /// A value and the names that map to it.
    public struct Row: Sendable {
        var value: String
        var names: String
        public init(value: String, names: String) {
            self.value = value
            self.names = names
        }
    }

    public enum Content: Sendable {
        /// Points in the units of the scales.
        case curve(x: Scale, y: Scale, points: [(x: Double, y: Double)])
        case rows([Row])
    }

    public struct Card: Sendable {
        var heading: String
        var note: String
        var content: Content
        var colour: PlotColour

        public init(heading: String, note: String, content: Content, colour: PlotColour) {
            self.heading = heading
            self.note = note
            self.content = content
            self.colour = colour
        }
    }

    var title: String
    var subtitle: String
    /// What the picture shows, for readers who cannot see it.
    var summary: String
    var cards: [Card]

    private static let width = 900.0, margin = 26.0, gap = 18.0, perRow = 3
    private static let rowHeight = 17.0, mostRows = 8
    private static var cardWidth: Double { (width - 2 * margin - gap * Double(perRow - 1)) / Double(perRow) }
    private static let headHeight = 66.0, plotHeight = 108.0, footHeight = 42.0

    public init(title: String, subtitle: String = "", summary: String, cards: [Card]) {
        self.title = title
        self.subtitle = subtitle
        self.summary = summary
        self.cards = cards
    }

    /// The picture.
    public var svg: String {
        let top = subtitle.isEmpty ? 52.0 : 70
        let rows = stride(from: 0, to: cards.count, by: Self.perRow).map { cards[$0..<min($0 + Self.perRow, cards.count)] }
        let heights = rows.map { $0.map(Self.height).max() ?? 0 }
        let height = top + heights.reduce(0) { $0 + $1 + Self.gap } + 10
        var canvas = PlotCanvas(width: Self.width, height: height, title: title, description: summary)
        canvas.drawHeading(title, subtitle, left: Self.margin)
        var y = top
        for (row, height) in zip(rows, heights) {
            for (column, card) in row.enumerated() {
                let left = Self.margin + Double(column) * (Self.cardWidth + Self.gap)
                draw(card, in: PlotArea(left: left, top: y, width: Self.cardWidth, height: height), on: &canvas)
            }
            y += height + Self.gap
        }
        return canvas.svg
    }

    private static func height(_ card: Card) -> Double {
        switch card.content {
        case .curve: headHeight + plotHeight + footHeight
        case .rows(let rows): headHeight + Double(min(rows.count, mostRows) + (rows.count > mostRows ? 1 : 0)) * rowHeight + 16
        }
    }

    private func draw(_ card: Card, in area: PlotArea, on canvas: inout PlotCanvas) {
        canvas.rectangle(area, style: "panel", radius: 8)
        canvas.rectangle(
            PlotArea(left: area.left + 12, top: area.top + 12, width: 4, height: 13), style: "f-\(card.colour.rawValue)", radius: 2)
        canvas.text(Self.heading(card.heading, in: area.width - 36), x: area.left + 23, y: area.top + 23, style: "heading")
        for (line, text) in Self.wrapped(card.note, in: area.width - 26).enumerated() {
            canvas.text(text, x: area.left + 13, y: area.top + 41 + Double(line) * 14, style: "tick")
        }
        switch card.content {
        case .rows(let rows): draw(rows, card, in: area, on: &canvas)
        case .curve(let x, let y, let points): draw(points, x, y, card, in: area, on: &canvas)
        }
    }

    private func draw(
        _ points: [(x: Double, y: Double)], _ x: Scale, _ y: Scale, _ card: Card, in area: PlotArea, on canvas: inout PlotCanvas
    ) {
        let place = PlotArea(
            left: area.left + 58, top: area.top + Self.headHeight + 18, width: area.width - 58 - 22, height: Self.plotHeight - 18)
        let across = PlotAxis(x.isLogarithmic ? .logarithmic : .linear, x.lower, x.upper, label: x.label)
        let down = PlotAxis(y.isLogarithmic ? .logarithmic : .linear, y.lower, y.upper, label: y.label)
        let frame = PlotFrame(area: place, x: across, y: down)
        // The end labels are exact: they are the preset's numbers. Between them, lines at the quarters.
        for quarter in 0...4 {
            let share = Double(quarter) / 4
            if x.ends.isEmpty || quarter % 4 == 0 {
                canvas.line(place.left + share * place.width, place.top, place.left + share * place.width, place.bottom, style: "grid")
            }
            canvas.line(place.left, place.bottom - share * place.height, place.right, place.bottom - share * place.height, style: "grid")
        }
        let hasZero = down.scale == .linear && down.lower < 0 && down.upper > 0
        if hasZero { canvas.line(place.left, frame.down(0), place.right, frame.down(0), style: "axis") }
        let line = points.map { frame.point($0.x, $0.y) }
        canvas.area(line, base: hasZero ? frame.down(0) : place.bottom, style: "area f-\(card.colour.rawValue)")
        canvas.path(line, style: "line s-\(card.colour.rawValue)")
        for end in [line.first, line.last] { if let end, let end { canvas.dot(end, radius: 3, style: "f-\(card.colour.rawValue)") } }
        canvas.line(place.left, place.bottom, place.right, place.bottom, style: "axis")

        let names =
            x.ends.isEmpty ? [x.lower, (x.lower + x.upper) / 2, x.upper].map(Self.number) : [x.ends.first ?? "", "", x.ends.last ?? ""]
        for (share, name) in zip([0, 0.5, 1], names) {
            canvas.text(name, x: place.left + share * place.width, y: place.bottom + 17, style: "tick", anchor: .middle)
        }
        let middle = place.left + place.width / 2
        let caption = PlotCanvas.fittedCaption(x.label, in: 2 * (area.right - 8 - middle), letter: PlotCanvas.Letter.tick)
        canvas.text(caption, x: middle, y: place.bottom + 33, style: "tick", anchor: .middle)
        for value in y.lower == y.upper ? [y.lower] : [y.lower, y.upper] {
            canvas.text(Self.number(value), x: place.left - 9, y: frame.down(value) + 4, style: "tick", anchor: .end)
        }
        let between = hasZero ? 0 : y.isLogarithmic ? (y.lower * y.upper).squareRoot() : (y.lower + y.upper) / 2
        if min(frame.down(between) - place.top, place.bottom - frame.down(between)) > 12 {
            canvas.text(Self.number(between), x: place.left - 9, y: frame.down(between) + 4, style: "tick", anchor: .end)
        }
        let unit = PlotCanvas.fittedCaption(y.label, in: area.width - 26, letter: PlotCanvas.Letter.tick)
        canvas.text(unit, x: area.left + 13, y: place.top - 12, style: "tick")
    }

    /// A value with three significant digits: 240, 930, 3,600, −0.7, 0.0045.
    private static func number(_ value: Double) -> String {
        guard value != 0, value.isFinite else { return "0" }
        let decimals = max(0, 2 - Int(log10(abs(value)).rounded(.down)))
        var text = PlotCanvas.number(abs(value), decimals: min(decimals, 6))
        if abs(value) >= 1000, text.allSatisfy(\.isNumber) {
            for place in stride(from: text.count - 3, to: 0, by: -3) { text.insert(",", at: text.index(text.startIndex, offsetBy: place)) }
        }
        return (value < 0 ? "\u{2212}" : "") + text
    }

    private func draw(_ rows: [Row], _ card: Card, in area: PlotArea, on canvas: inout PlotCanvas) {
        let column = 14 + (rows.map { PlotCanvas.estimatedWidth($0.value) }.max() ?? 0)
        for (index, row) in rows.prefix(Self.mostRows).enumerated() {
            let y = area.top + Self.headHeight + 20 + Double(index) * Self.rowHeight
            canvas.dot(PlotPoint(x: area.left + 17, y: y - 4), radius: 3, style: "f-\(card.colour.rawValue)")
            canvas.text(row.value, x: area.left + 26, y: y)
            let left = area.left + 26 + column
            let names = PlotCanvas.fitted(row.names, in: area.right - 10 - left, letter: PlotCanvas.Letter.tick)
            canvas.text(names, x: left, y: y, style: "tick")
        }
        if rows.count > Self.mostRows {
            let y = area.top + Self.headHeight + 20 + Double(Self.mostRows) * Self.rowHeight
            canvas.text("and \(rows.count - Self.mostRows) more", x: area.left + 26, y: y, style: "tick")
        }
    }

    // MARK: Text

    /// A heading; if it is too long and has an arrow, the part after the arrow is kept.
    private static func heading(_ text: String, in room: Double) -> String {
        let goal = text.ranges(of: " → ").last.map { String(text[$0.lowerBound...]) } ?? ""
        return PlotCanvas.fitted(text, in: room, letter: PlotCanvas.Letter.heading, keeping: goal)
    }

    /// A sentence on two lines at most; a word that is longer than a line, such as a Japanese sentence, is broken.
    private static func wrapped(_ text: String, in room: Double) -> [String] {
        let letter = PlotCanvas.Letter.tick, fits = PlotCanvas.beginning(of: text, in: room, letter: letter)
        guard fits.endIndex < text.endIndex else { return [text] }
        // A line that ends before a blank ends there.
        let end = text[...fits.endIndex].lastIndex(of: " ") ?? fits.endIndex
        let rest = text[end...].trimmingCharacters(in: .whitespaces)
        return [String(text[..<end]), PlotCanvas.fitted(rest, in: room, letter: letter)]
    }
}
