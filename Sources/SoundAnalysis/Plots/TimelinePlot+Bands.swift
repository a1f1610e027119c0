// SPDX-License-Identifier: MIT
import PlainText

extension TimelinePlot {
    /// Draws spans side by side, labelled where they fit; instants as strokes, each kind in a lane of its own, which the legend names.
    func drawBands(
        _ label: String, _ spans: [Span], in area: PlotArea, x: PlotAxis, showsX: Bool, on canvas: inout PlotCanvas
    ) {
        let frame = PlotFrame(area: area, x: x, y: PlotAxis(.linear, 0, 1, label: ""))
        canvas.rectangle(area, style: "panel")
        canvas.clipped(to: area) { canvas in
            for span in spans where !span.isInstant {
                let left = frame.across(span.start)
                let height = (area.height - 4) * min(max(span.height, 0), 1)
                let place = PlotArea(
                    left: left, top: area.bottom - 2 - height, width: max(1, frame.across(span.end) - left - 0.5), height: height)
                canvas.rectangle(place, style: "f-grey", radius: 2, ink: span.ink)
                let room = min(place.right, area.right) - max(left, area.left)
                // A label that does not fit is in the legend.
                guard height > 14, let label = Self.fitted(span.label, in: room - 8) else { continue }
                canvas.text(
                    label, x: max(left, area.left) + room / 2, y: place.top + height / 2 + 4, anchor: .middle,
                    ink: span.ink?.writing ?? .white)
            }
            let kinds = Self.kinds(of: spans)
            let lane = (area.height - 4) / Double(max(kinds.count, 1))
            for span in spans where span.isInstant {
                guard let row = kinds.firstIndex(of: span.label) else { continue }
                let top = area.top + 2 + lane * Double(row)
                canvas.rectangle(
                    PlotArea(left: frame.across(span.start) - 1, top: top, width: 2, height: lane - 1), style: "f-orange", ink: span.ink)
            }
        }
        frame.drawLowerAxis(on: &canvas, showsNumbers: showsX)
        let place = PlotPoint(x: area.left - 9, y: area.top + area.height / 2 + 4)
        canvas.text(PlotCanvas.fitted(label, in: area.left - 15), x: place.x, y: place.y, style: "tick", anchor: .end)
    }
}

extension TimelinePlot {
    /// The labels of the instants, from the top lane down.
    static func kinds(of spans: [Span]) -> [String] {
        spans.filter(\.isInstant).map(\.label).uniqued()
    }

    /// The part of a label that fits; nil when too little is left to be of use.
    private static func fitted(_ label: String, in room: Double) -> String? {
        let part = PlotCanvas.fitted(label, in: room)
        return part == label || part.count >= 9 ? part : nil
    }
}
