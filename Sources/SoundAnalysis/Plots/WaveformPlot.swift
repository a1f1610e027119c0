// SPDX-License-Identifier: MIT
import Foundation

/// Draws a short sound sample by sample, its segments in different colours, with their durations in the legend.
public struct WaveformPlot: Sendable {
    /// A named segment.
    public struct Segment: Equatable, Sendable {
        var label: String
        /// Where it starts and ends, in seconds from the first sample.
        var start: Double
        var end: Double
        var colour: PlotColour

        public init(label: String, start: Double, end: Double, colour: PlotColour) {
            self.label = label
            self.start = start
            self.end = end
            self.colour = colour
        }
    }

    var title: String
    var subtitle: String
    /// Samples; full scale is -1 ... 1.
    var samples: [Float]
    var sampleRate: Int
    /// In order; anything that no segment covers is drawn in grey.
    var segments: [Segment]

    public init(title: String, subtitle: String = "", samples: [Float], sampleRate: Int, segments: [Segment] = []) {
        self.title = title
        self.subtitle = subtitle
        self.samples = samples
        self.sampleRate = sampleRate
        self.segments = segments
    }

    /// The picture.
    public var svg: String {
        let inMilliseconds = duration < 2
        let entries = segments.map { LegendEntry(label: "\($0.label) \(Self.length($0.end - $0.start))", colour: $0.colour, mark: .area) }
        let words =
            "\(title). Waveform of \(Self.length(duration))"
            + (entries.isEmpty ? "." : ": " + entries.map(\.label).joined(separator: ", ") + ".")
        var canvas = PlotCanvas(width: 900, height: 420, title: title, description: words)
        canvas.drawHeading(title, subtitle, left: 74)
        let rows = PlotCanvas.legendRows(entries, width: 800)
        let top = PlotCanvas.contentTop(subtitle, legendRows: rows)
        let scale = inMilliseconds ? 1000.0 : 1
        let x = PlotAxis(.linear, 0, duration * scale, label: inMilliseconds ? "Time (ms)" : "Time (s)")
        let largest = Double(samples.reduce(0) { max($0, abs($1)) })
        let range = max(PlotAxis.covering([0, largest * 1.04], label: "").upper, 1e-6)
        let frame = PlotFrame(
            area: PlotArea(left: 74, top: top, width: 800, height: 420 - top - 56), x: x,
            y: PlotAxis(.linear, -range, range, label: "Amplitude (full scale = 1)"))
        frame.drawGrid(on: &canvas)
        canvas.drawLegend(entries, left: 74, right: 874, y: PlotCanvas.legendTop(subtitle))
        canvas.clipped(to: frame.area) { canvas in
            for segment in segments {
                let left = frame.across(segment.start * scale)
                let area = PlotArea(
                    left: left, top: frame.area.top, width: max(0, frame.across(segment.end * scale) - left),
                    height: frame.area.height)
                canvas.rectangle(area, style: "band f-\(segment.colour.rawValue)")
                if segment.start > 0 { canvas.line(left, area.top, left, area.bottom, style: "hair s-\(segment.colour.rawValue)") }
            }
            canvas.line(frame.area.left, frame.down(0), frame.area.right, frame.down(0), style: "axis")
            for (start, end, colour) in stretches {
                let points = points(from: start, to: end, frame: frame, scale: scale)
                canvas.area(points, base: frame.down(0), style: "area f-\(colour.rawValue)")
                canvas.path(points, style: "line s-\(colour.rawValue)")
            }
        }
        frame.drawAxes(on: &canvas)
        return canvas.svg
    }

    private var duration: Double { Double(max(samples.count - 1, 1)) / Double(sampleRate) }

    /// The complete sound cut at the segments' borders, in sample indices.
    private var stretches: [(start: Int, end: Int, colour: PlotColour)] {
        var result: [(start: Int, end: Int, colour: PlotColour)] = []
        var position = 0
        for segment in segments {
            let start = min(max(Int((segment.start * Double(sampleRate)).rounded()), position), samples.count)
            let end = min(max(Int((segment.end * Double(sampleRate)).rounded()), start), samples.count)
            if start > position { result.append((position, start, .grey)) }
            if end > start { result.append((start, end, segment.colour)) }
            position = end
        }
        if position < samples.count { result.append((position, samples.count, .grey)) }
        return result
    }

    /// The line of a stretch, joined to the next one; where samples are dense, the extremes of every half unit of width.
    private func points(from start: Int, to end: Int, frame: PlotFrame, scale: Double) -> [PlotPoint?] {
        let last = min(end, samples.count - 1)
        guard start <= last else { return [] }
        let stride = max(1, Int(Double(samples.count) / (frame.area.width * 2)))
        func point(_ index: Int) -> PlotPoint? {
            frame.point(Double(index) / Double(sampleRate) * scale, Double(samples[index]))
        }
        if stride < 4 { return Self.withoutStraightRuns((start...last).map(point)) }
        return Swift.stride(from: start, through: last, by: stride).flatMap { first -> [PlotPoint?] in
            let group = first...min(first + stride - 1, last)
            guard let low = group.min(by: { samples[$0] < samples[$1] }), let high = group.max(by: { samples[$0] < samples[$1] })
            else { return [] }
            return [point(min(low, high)), point(max(low, high))]
        }
    }

    /// The same line with fewer points: a point within 0.03 units of the chord is dropped, at most seven in a row (so that a slow
    /// bend is kept) unless the line is level.
    private static func withoutStraightRuns(_ points: [PlotPoint?]) -> [PlotPoint?] {
        let points = points.compactMap { $0 }
        guard var kept = points.first else { return [] }
        var result: [PlotPoint?] = [kept]
        var skipped = 0
        for (point, next) in zip(points.dropFirst(), points.dropFirst(2)) {
            let chord = kept.y + (next.y - kept.y) * (point.x - kept.x) / (next.x - kept.x)
            let isLevel = kept.y == point.y && point.y == next.y
            if isLevel || (abs(chord - point.y) < 0.03 && skipped < 7) {
                skipped += 1
                continue
            }
            result.append(point)
            kept = point
            skipped = 0
        }
        if points.count > 1, let last = points.last { result.append(last) }
        return result
    }

    /// 7.5 ms, 1.25 s.
    private static func length(_ seconds: Double) -> String {
        seconds < 2 ? PlotCanvas.number(seconds * 1000, decimals: 1) + " ms" : PlotCanvas.number(seconds) + " s"
    }
}
