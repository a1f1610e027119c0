// SPDX-License-Identifier: MIT
import Tracking

extension TrackNetwork {
    /// Metres within which a station of another railway is the same place as an own station.
    private static let samePlace = 300.0
    /// The number of foreign stations between two own ones from which the stretch is foreign.
    private static let leastForeign = 5

    /// The positions where each line passes stations of other lines on the same track (the same vertices) without stations of its
    /// own.
    ///
    /// Maps draw some railways along the track of another as far as their through trains run. Without these positions such a
    /// railway would explain an express there better than the railway whose stations it passes.
    static func foreignStations(_ lines: [Line], _ points: [MapPoint], _ along: [Double]) -> [[Double]] {
        /// The vertices of all lines, sorted by point and vertex.
        let order = points.indices.sorted { (points[$0].x, points[$0].y, $0) < (points[$1].x, points[$1].y, $1) }
        var lineOf = [Int](repeating: 0, count: points.count)
        for (number, line) in lines.enumerated() { for vertex in line.first..<line.end { lineOf[vertex] = number } }
        func vertices(at point: MapPoint) -> ArraySlice<Int> {
            let low = order.partitioningIndex { (points[$0].x, points[$0].y) >= (point.x, point.y) }
            var end = low
            while end < order.count, points[order[end]] == point { end += 1 }
            return order[low..<end]
        }
        var found = [[Double]](repeating: [], count: lines.count)
        for (number, line) in lines.enumerated() {
            for station in line.stations {
                let vertex = vertex(at: station.along, on: line, along)
                let here = vertices(at: points[vertex])
                let next = Set(vertices(at: points[vertex + 1]).map { lineOf[$0] })
                for other in here where lineOf[other] != number && next.contains(lineOf[other]) {
                    found[lineOf[other]].append(along[other])
                }
            }
        }
        return zip(lines, found).map { stretches(of: $0.0, $0.1.sorted()) }
    }

    /// Keeps the positions in long stretches without an own station, each once.
    private static func stretches(of line: Line, _ places: [Double]) -> [Double] {
        var kept: [Double] = []
        var stretch: [Double] = []
        func close() { if stretch.count >= leastForeign { kept += stretch } }
        var station = 0
        for place in places {
            while station < line.stations.count, line.stations[station].along < place {
                station += 1
                close()
                stretch = []
            }
            let isOwn =
                station < line.stations.count && line.stations[station].along - place < samePlace
                || station > 0 && place - line.stations[station - 1].along < samePlace
            if isOwn { continue }
            if let last = stretch.last, place - last < samePlace { continue }
            stretch.append(place)
        }
        close()
        return kept
    }
}
