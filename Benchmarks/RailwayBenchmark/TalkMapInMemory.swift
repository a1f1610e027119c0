// SPDX-License-Identifier: MIT
import Railways

/// The map in plain arrays. Its vertices are in grid cells as wide as the algorithm's search radius.
struct TalkMapInMemory: TalkMap {
    static let reach = 0.02

    private struct Square: Hashable {
        var north: Int
        var east: Int

        init(_ position: Railway.Position) {
            north = Int((position.latitude / TalkMapInMemory.reach).rounded(.down))
            east = Int((position.longitude / TalkMapInMemory.reach).rounded(.down))
        }
    }

    private var vertices: [Square: [(line: Int, position: Railway.Position)]] = [:]
    private var stations: [[TalkStation]] = []

    init(_ map: RailwayMap) {
        for (line, railway) in map.railways.enumerated() {
            for segment in railway.segments {
                for point in segment.points { vertices[Square(point), default: []].append((line, point)) }
            }
            stations.append(
                railway.stations.enumerated().compactMap { order, station in
                    station.position.map { TalkStation(order: order, position: $0) }
                })
        }
    }

    func nearestVertices(_ position: Railway.Position) -> [(line: Int, vertex: Railway.Position)] {
        var nearest: [Int: (squared: Double, vertex: Railway.Position)] = [:]
        let middle = Square(position)
        for north in -1...1 {
            for east in -1...1 {
                var square = middle
                square.north += north
                square.east += east
                for (line, vertex) in vertices[square] ?? [] {
                    guard abs(vertex.latitude - position.latitude) <= Self.reach,
                        abs(vertex.longitude - position.longitude) <= Self.reach
                    else { continue }
                    let squared = vertex.squaredDegrees(to: position)
                    if squared < nearest[line]?.squared ?? .infinity { nearest[line] = (squared, vertex) }
                }
            }
        }
        return nearest.map { ($0.key, $0.value.vertex) }
    }

    func nearestStations(_ position: Railway.Position, of lines: [Int]) -> [(line: Int, pair: [TalkStation])] {
        lines.compactMap { line in
            var first: (squared: Double, station: TalkStation)?
            var second: (squared: Double, station: TalkStation)?
            for station in stations[line] {
                let squared = station.position.squaredDegrees(to: position)
                if squared < first?.squared ?? .infinity {
                    second = first
                    first = (squared, station)
                } else if squared < second?.squared ?? .infinity {
                    second = (squared, station)
                }
            }
            guard let first, let second else { return nil }
            return (line, [first.station, second.station])
        }
    }

    func stations(of line: Int) -> [TalkStation] { stations[line] }
}
