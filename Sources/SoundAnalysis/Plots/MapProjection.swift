// SPDX-License-Identifier: MIT
import Foundation

/// Projects coordinates into a picture: equirectangular around the middle, so that both scales are equal there.
struct MapProjection {
    let area: PlotArea
    let unitsPerMetre: Double
    private let latitude: Double
    private let longitude: Double
    private let metresPerDegreeEast: Double
    private static let metresPerDegreeNorth = 111_195.0

    /// - Parameter points: these lie in the picture with some margin around them.
    init(covering points: [MapPlot.Point], left: Double, top: Double, width: Double) {
        let first = points.first ?? MapPlot.Point(latitude: 0, longitude: 0)
        // Relative to the first point, so that a track across the antimeridian stays in one piece.
        let easts = points.map { Self.turned($0.longitude - first.longitude) }
        let west = easts.min() ?? 0, east = easts.max() ?? 0
        let south = points.map(\.latitude).min() ?? 0, north = points.map(\.latitude).max() ?? 0
        latitude = (south + north) / 2
        longitude = first.longitude + (west + east) / 2
        metresPerDegreeEast = Self.metresPerDegreeNorth * max(0.02, cos(latitude * .pi / 180))
        let across = max(400, (east - west) * metresPerDegreeEast) * 1.16
        let down = max(400, (north - south) * Self.metresPerDegreeNorth) * 1.16
        // Never taller than wide, nor flatter than a third.
        let height = min(max(down / across * width, width / 3), width)
        unitsPerMetre = min(width / across, height / down)
        area = PlotArea(left: left, top: top, width: width, height: height)
    }

    func place(_ point: MapPlot.Point) -> PlotPoint {
        PlotPoint(
            x: area.left + area.width / 2 + Self.turned(point.longitude - longitude) * metresPerDegreeEast * unitsPerMetre,
            y: area.top + area.height / 2 - (point.latitude - latitude) * Self.metresPerDegreeNorth * unitsPerMetre)
    }

    /// The way in the picture, without points that cannot be distinguished from the one before.
    func thinned(_ points: [MapPlot.Point]) -> [PlotPoint] {
        var result: [PlotPoint] = []
        for (index, point) in points.enumerated() {
            let next = place(point)
            guard next.x.isFinite, next.y.isFinite else { continue }
            if let last = result.last, index < points.count - 1, abs(next.x - last.x) + abs(next.y - last.y) < 0.8 { continue }
            result.append(next)
        }
        return result
    }

    /// True for a way without a point in the picture.
    func isOutside(_ points: [MapPlot.Point]) -> Bool { !points.contains { area.holds(place($0)) } }

    private static func turned(_ degrees: Double) -> Double { degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees }
}

extension PlotArea {
    func holds(_ point: PlotPoint) -> Bool { point.x >= left && point.x <= right && point.y >= top && point.y <= bottom }

    func meets(_ other: PlotArea) -> Bool {
        left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }
}
