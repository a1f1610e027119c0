// SPDX-License-Identifier: MIT
import Foundation

/// Draws a map of ways and places: north up, equal scales, with a scale bar.
public struct MapPlot: Sendable {
    /// Degrees, WGS 84.
    public struct Point: Equatable, Sendable {
        public var latitude: Double
        public var longitude: Double
        public init(latitude: Double, longitude: Double) {
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    /// One line on the map.
    public struct Way: Sendable {
        public enum Style: Sendable {
            /// The surroundings.
            case background
            /// The subject of the picture, in its own colour with a dark edge.
            case main
            /// A recorded track: a thin line over the rest.
            case recorded
        }

        /// The text in the legend, listed once for each label; an empty one is not listed.
        var label: String
        /// Nil breaks the line.
        var points: [Point?]
        var style: Style
        /// Nil uses the plot's grey.
        var ink: PlotInk?

        public init(label: String, points: [Point?], style: Style, ink: PlotInk? = nil) {
            self.label = label
            self.points = points
            self.style = style
            self.ink = ink
        }
    }

    /// A named place.
    public struct Place: Sendable {
        var label: String
        var point: Point
        public init(label: String, point: Point) {
            self.label = label
            self.point = point
        }
    }

    var title: String
    var subtitle: String
    /// What the picture shows, for readers who cannot see it.
    var summary: String
    /// Ways in drawing order.
    var ways: [Way]
    /// Places, the most important first: a label that would overlap another is omitted.
    var places: [Place]

    public init(title: String, subtitle: String = "", summary: String, ways: [Way], places: [Place]) {
        self.title = title
        self.subtitle = subtitle
        self.summary = summary
        self.ways = ways
        self.places = places
    }

    /// The picture.
    public var svg: String {
        // The recorded way must be completely visible.
        let recorded = ways.filter { $0.style == .recorded }.flatMap { $0.points.compactMap { $0 } }
        func project(top: Double) -> MapProjection { MapProjection(covering: recorded, left: 26, top: top, width: 848) }
        let heading = (subtitle.isEmpty ? 46.0 : 64) + 8
        // What is outside is not in the legend, whose height only moves the map down.
        let outline = project(top: heading)
        let entries = legend { outline.isOutside($0.points.compactMap { $0 }) }
        let places = PlotCanvas.legendPlaces(entries.map(\.label), width: 844)
        let projection = project(top: heading + Double((places.last?.row ?? -1) + 1) * 20)
        let area = projection.area
        var canvas = PlotCanvas(width: 900, height: area.bottom + 30, title: title, description: summary)
        canvas.drawHeading(title, subtitle, left: 26)
        for (entry, place) in zip(entries, places) {
            let x = 26 + place.x, y = PlotCanvas.legendTop(subtitle) + 20 * Double(place.row)
            stroke([.init(x: x, y: y - 4), .init(x: x + 20, y: y - 4)], as: entry, on: &canvas)
            canvas.text(PlotCanvas.fitted(entry.label, in: 26 + 844 - x - 27), x: x + 27, y: y)
        }
        canvas.rectangle(area, style: "panel")
        canvas.clipped(to: area) { canvas in
            for way in ways where !projection.isOutside(way.points.compactMap { $0 }) { draw(way, projection, on: &canvas) }
            drawPlaces(projection, ends: Self.ends(of: recorded, projection), on: &canvas)
        }
        drawScale(projection, on: &canvas)
        return canvas.svg
    }

    // MARK: The map

    private func draw(_ way: Way, _ projection: MapProjection, on canvas: inout PlotCanvas) {
        for run in way.points.split(separator: nil) {
            let points = projection.thinned(run.compactMap { $0 })
            guard points.count > 1 else { continue }
            stroke(points, as: way, on: &canvas)
        }
    }

    private func stroke(_ points: [PlotPoint?], as way: Way, on canvas: inout PlotCanvas) {
        switch way.style {
        case .background: canvas.path(points, style: "faint s-grey", ink: way.ink)
        case .main:
            canvas.path(points, style: "casing")
            canvas.path(points, style: "track s-grey", ink: way.ink)
        case .recorded: canvas.path(points, style: "line s-violet dash")
        }
    }

    /// The first and the last point of a recorded way; one for both where they can hardly be distinguished in the picture.
    private static func ends(of points: [Point], _ projection: MapProjection) -> [Place] {
        guard let first = points.first, let last = points.last, points.count > 1 else { return [] }
        let start = projection.place(first), end = projection.place(last)
        return hypot(end.x - start.x, end.y - start.y) < 12
            ? [Place(label: "start and end", point: first)] : [Place(label: "start", point: first), Place(label: "end", point: last)]
    }

    private func drawPlaces(_ projection: MapProjection, ends: [Place], on canvas: inout PlotCanvas) {
        // The north arrow is at the top right.
        var occupied = [PlotArea(left: projection.area.right - 28, top: projection.area.top, width: 28, height: 42)]
        for (index, place) in (ends + places).enumerated() {
            let point = projection.place(place.point)
            guard projection.area.holds(point) else { continue }
            canvas.dot(point, radius: index < ends.count ? 4.5 : 3.2, style: index < ends.count ? "f-violet" : "stop")
            let width = PlotCanvas.estimatedWidth(place.label)
            // Right of the dot, else left of it, below or above.
            let right = PlotArea(left: point.x + 6, top: point.y - 9, width: width, height: 14)
            let left = PlotArea(left: point.x - 6 - width, top: point.y - 9, width: width, height: 14)
            let below = PlotArea(left: point.x - width / 2, top: point.y + 5, width: width, height: 14)
            let above = PlotArea(left: point.x - width / 2, top: point.y - 21, width: width, height: 14)
            guard
                let free = [right, left, below, above].first(where: { spot in
                    spot.left > projection.area.left && spot.right < projection.area.right && spot.top >= projection.area.top
                        && spot.bottom <= projection.area.bottom && !occupied.contains { $0.meets(spot) }
                })
            else { continue }
            occupied.append(free)
            canvas.text(place.label, x: free.left, y: free.top + 13, style: "halo")
        }
    }

    private func drawScale(_ projection: MapProjection, on canvas: inout PlotCanvas) {
        let area = projection.area
        let most = 160 / projection.unitsPerMetre
        let decade = pow(10, log10(most).rounded(.down))
        let metres = ([5, 2, 1].first { $0 * decade <= most } ?? 1) * decade
        let width = metres * projection.unitsPerMetre
        let y = area.bottom + 14
        canvas.line(area.left, y, area.left + width, y, style: "line s-grey")
        for x in [area.left, area.left + width] { canvas.line(x, y - 4, x, y + 4, style: "line s-grey") }
        let length = metres >= 1000 ? "\(PlotCanvas.number(metres / 1000)) km" : "\(PlotCanvas.number(metres)) m"
        canvas.text(length, x: area.left + width + 8, y: y + 4, style: "tick")
        canvas.text("N", x: area.right - 14, y: area.top + 36, style: "halo", anchor: .middle)
        canvas.path(
            [
                .init(x: area.right - 19, y: area.top + 18), .init(x: area.right - 14, y: area.top + 8),
                .init(x: area.right - 9, y: area.top + 18),
            ],
            style: "line s-grey")
        canvas.line(area.right - 14, area.top + 8, area.right - 14, area.top + 23, style: "line s-grey")
    }

    // MARK: The legend

    /// - Parameter isOutside: whether nothing of a way is on the map.
    private func legend(_ isOutside: (Way) -> Bool) -> [Way] {
        var labels: [String] = []
        return ways.filter { way in
            guard !way.label.isEmpty, !labels.contains(way.label), !isOutside(way) else { return false }
            labels.append(way.label)
            return true
        }
    }
}
