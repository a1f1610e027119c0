// SPDX-License-Identifier: MIT
import Foundation
import PlainText

/// Draws stacked panels over one time axis: curves, spectrograms and bands.
public struct TimelinePlot: Sendable {
    /// One line over time.
    public struct Curve: Sendable {
        var label: String
        /// Seconds, rising, one per value.
        var times: [Double]
        /// Non-finite values break the line.
        var values: [Double]
        var colour: PlotColour
        /// Fills the area under the line.
        var filled: Bool

        public init(label: String, times: [Double], values: [Double], colour: PlotColour = .blue, filled: Bool = false) {
            self.label = label
            self.times = times
            self.values = values
            self.colour = colour
            self.filled = filled
        }
    }

    /// One panel.
    public enum Panel: Sendable {
        /// Curves on one scale; `label` names it with its unit: `Speed (km/h)`. Values above `limit` are clipped, with a note.
        case curves(label: String, curves: [Curve], includesZero: Bool = false, limit: Double? = nil)
        case spectrogram(Spectrogram)
        /// Spans of time, each with a label; one of zero length is an instant.
        case bands(label: String, spans: [Span])
    }

    /// A named span of time.
    public struct Span: Equatable, Sendable {
        /// Seconds.
        var start: Double
        public var end: Double
        public var label: String
        /// Nil uses the plot's grey.
        var ink: PlotInk?
        /// The fraction of the panel's height that it fills, so that kinds can be distinguished without colour.
        public var height = 1.0

        var isInstant: Bool { end <= start }

        public init(start: Double, end: Double, label: String, ink: PlotInk? = nil) {
            self.start = start
            self.end = end
            self.label = label
            self.ink = ink
        }
    }

    /// An instant marked by a line through all panels.
    public struct Mark: Equatable, Sendable {
        /// Seconds.
        var time: Double
        var label: String

        public init(time: Double, label: String) {
            self.time = time
            self.label = label
        }
    }

    var title: String
    var subtitle: String
    var panels: [Panel]
    public var marks: [Mark] = []
    /// The caption of the time axis, without its unit.
    public var timeLabel = "Time"
    /// Heights of a spectrogram, a panel of curves and one of bands, in the picture's units (the width is 900).
    public var spectrogramHeight = 210.0
    private static let curveHeight = 120.0
    private static let bandHeight = 30.0
    /// Height of one kind of instants in a panel of bands.
    private static let laneHeight = 9.0

    public init(title: String, subtitle: String = "", panels: [Panel]) {
        self.title = title
        self.subtitle = subtitle
        self.panels = panels
    }

    /// Returns an upper limit for a panel, so that a few outliers do not flatten the rest; nil where there are none.
    public static func usualLimit(_ values: [Double]) -> Double? {
        let sorted = values.filter(\.isFinite).sorted()
        guard sorted.count > 50, let greatest = sorted.last else { return nil }
        let usual = sorted[sorted.count * 98 / 100] * 1.2
        return usual > 0 && greatest > 3 * usual ? usual : nil
    }

    /// The picture.
    public var svg: String {
        let entries = legend, left = labelWidth
        let rows = PlotCanvas.legendRows(entries, width: 874 - left)
        let top = PlotCanvas.contentTop(subtitle, legendRows: rows) + (marks.isEmpty ? 0 : 18)
        let heights = panels.map { panel in
            switch panel {
            case .spectrogram: spectrogramHeight
            case .curves: Self.curveHeight
            case .bands(_, let spans): max(Self.bandHeight, 4 + Self.laneHeight * Double(Self.kinds(of: spans).count))
            }
        }
        let gap = 18.0
        let height = top + heights.reduce(0, +) + gap * Double(max(panels.count - 1, 0)) + 54
        let right = heights.indices.contains { isSpectrogram(panels[$0]) } ? 96.0 : 26
        let x = timeAxis
        var canvas = PlotCanvas(width: 900, height: height, title: title, description: words(x))
        canvas.drawHeading(title, subtitle, left: left)
        canvas.drawLegend(entries, left: left, right: 874, y: PlotCanvas.legendTop(subtitle))
        var y = top
        for (index, panel) in panels.enumerated() {
            let area = PlotArea(left: left, top: y, width: 900 - left - right, height: heights[index])
            draw(panel, in: area, x: x, showsX: index == panels.count - 1, on: &canvas)
            y += heights[index] + gap
        }
        drawMarks(from: top, to: y - gap, x: x, area: PlotArea(left: left, top: top, width: 900 - left - right, height: 0), on: &canvas)
        return canvas.svg
    }

    /// Room on the left for the axes' numbers and for the longest label of a panel of bands, but for at most a quarter of the
    /// picture.
    private var labelWidth: Double {
        panels.reduce(74) { widest, panel in
            if case .bands(let label, _) = panel { max(widest, min(16 + PlotCanvas.estimatedWidth(label), 225)) } else { widest }
        }
    }

    private func isSpectrogram(_ panel: Panel) -> Bool { if case .spectrogram = panel { true } else { false } }

    /// Entries that the panels' labels do not cover: which curve of several, which colour of a band.
    private var legend: [LegendEntry] {
        panels.flatMap { panel -> [LegendEntry] in
            switch panel {
            case .curves(_, let curves, _, _) where curves.count > 1:
                curves.map { LegendEntry(label: $0.label, colour: $0.colour, mark: .line) }
            case .bands(_, let spans):
                spans.filter { !$0.label.isEmpty && ($0.isInstant || $0.ink != nil) }.map { span in
                    LegendEntry(
                        label: span.label, colour: span.isInstant ? .orange : .grey, mark: span.isInstant ? .instant : .area, ink: span.ink)
                }
            default: []
            }
        }.uniqued()
    }

    private var timeAxis: PlotAxis {
        let ends = panels.flatMap { panel -> [Double] in
            switch panel {
            case .curves(_, let curves, _, _): curves.flatMap { [$0.times.first, $0.times.last].compactMap { $0 } }
            case .spectrogram(let spectrogram): [0, spectrogram.duration]
            case .bands(_, let spans): spans.flatMap { [$0.start, $0.end] }
            }
        }
        return PlotAxis(.time, ends.min() ?? 0, ends.max() ?? 1, label: timeLabel)
    }

    private func draw(_ panel: Panel, in area: PlotArea, x: PlotAxis, showsX: Bool, on canvas: inout PlotCanvas) {
        switch panel {
        case .spectrogram(let spectrogram):
            let layer = SpectrogramLayer(spectrogram)
            let frame = PlotFrame(area: area, x: x, y: layer.frequencyAxis)
            frame.drawGrid(on: &canvas, lines: false)
            layer.draw(in: frame, on: &canvas)
            frame.drawAxes(on: &canvas, showsX: showsX)
        case .bands(let label, let spans): drawBands(label, spans, in: area, x: x, showsX: showsX, on: &canvas)
        case .curves(let label, let curves, let includesZero, let limit):
            let y = PlotAxis.covering(
                curves.flatMap { curve in
                    zip(curve.times, curve.values).filter { $0.0 >= x.lower && $0.0 <= x.upper }.map { min($0.1, limit ?? .infinity) }
                }, label: label, includingZero: includesZero)
            let frame = PlotFrame(area: area, x: x, y: y)
            frame.drawGrid(on: &canvas)
            canvas.clipped(to: area) { canvas in
                for curve in curves {
                    let points = Self.thinned(
                        zip(curve.times, curve.values).map { time, value in
                            value.isFinite ? frame.point(time, value) : nil
                        })
                    if curve.filled {
                        canvas.area(points, base: frame.down(max(0, y.lower)), style: "area f-\(curve.colour.rawValue)")
                    }
                    canvas.path(points, style: "line\(points.count > 500 ? " thin" : "") s-\(curve.colour.rawValue)")
                }
            }
            frame.drawAxes(on: &canvas, showsX: showsX)
            let highest = curves.flatMap(\.values).filter(\.isFinite).max() ?? 0
            if let limit, highest > limit {
                let words = "peaks up to \(PlotCanvas.number(highest, decimals: 0)) are cut off"
                let width = PlotCanvas.estimatedWidth(words)
                canvas.rectangle(PlotArea(left: area.right - width, top: area.top + 1, width: width, height: 17), style: "panel", radius: 3)
                canvas.text(words, x: area.right - 6, y: area.top + 14, style: "tick", anchor: .end)
            }
        }
    }

    /// Keeps at most the lowest and the highest point of each half unit of width.
    private static func thinned(_ points: [PlotPoint?]) -> [PlotPoint?] {
        var result: [PlotPoint?] = []
        var group: [PlotPoint] = []
        func flush() {
            guard group.count > 2, let low = group.indices.min(by: { group[$0].y < group[$1].y }),
                let high = group.indices.max(by: { group[$0].y < group[$1].y })
            else {
                result += group
                group = []
                return
            }
            result += low == high ? [group[low]] : [group[min(low, high)], group[max(low, high)]]
            group = []
        }
        for point in points {
            guard let point else {
                flush()
                result.append(nil)
                continue
            }
            if let first = group.first, point.x - first.x > 0.5 { flush() }
            group.append(point)
        }
        flush()
        return result
    }

    /// Draws lines through all panels; a label that would overlap the one before it is omitted.
    private func drawMarks(from top: Double, to bottom: Double, x: PlotAxis, area: PlotArea, on canvas: inout PlotCanvas) {
        var free = 0.0
        for mark in marks.sorted(by: { ($0.time, $0.label) < ($1.time, $1.label) }) where mark.time >= x.lower && mark.time <= x.upper {
            let place = area.left + x.position(mark.time) * area.width
            canvas.line(place, top - 4, place, bottom, style: "mark")
            // The label of one near the border is moved into the picture.
            let half = PlotCanvas.estimatedWidth(mark.label) / 2, middle = min(max(place, half), canvas.width - half)
            guard middle - half >= free else { continue }
            canvas.text(mark.label, x: middle, y: top - 9, style: "tick", anchor: .middle)
            free = middle + half + 6
        }
    }

    /// Each span with its start; of many, how often each kind occurs, since nobody listens to hundreds.
    private static func words(_ spans: [Span]) -> String {
        guard spans.count > 40 else {
            return spans.map { "\($0.label) from \(PlotCanvas.number($0.start, decimals: 0)) s" }.joined(separator: ", ")
        }
        let counts = spans.reduce(into: [:]) { $0[$1.label, default: 0] += 1 }
        return spans.map(\.label).uniqued().map { "\($0) \(counts[$0, default: 0]) times" }.joined(separator: ", ")
    }

    private func words(_ x: PlotAxis) -> String {
        let parts = panels.map { panel -> String in
            switch panel {
            case .spectrogram(let spectrogram):
                return "a spectrogram of \(PlotCanvas.number(spectrogram.duration, decimals: 1)) s"
            case .bands(let label, let spans): return "\(label): \(Self.words(spans))"
            case .curves(let label, let curves, _, _):
                let values = curves.flatMap(\.values).filter(\.isFinite)
                guard let low = values.min(), let high = values.max() else { return label }
                return "\(label) from \(PlotCanvas.number(low, decimals: 1)) to \(PlotCanvas.number(high, decimals: 1))"
            }
        }
        let ends =
            marks.isEmpty
            ? "" : " Marked: " + marks.map { "\($0.label) at \(PlotCanvas.number($0.time, decimals: 1)) s" }.joined(separator: ", ") + "."
        return "\(title). Over \(PlotCanvas.number(x.upper - x.lower, decimals: 1)) s: " + parts.joined(separator: "; ") + "." + ends
    }
}
