// SPDX-License-Identifier: MIT
import Railways
import Tracking

/// Puts a railway's stations in order of travel; the order of its longest StationAPI line is ascending.
///
/// If the track is one line without a fork, its own order decides. Otherwise the line's order does, and stations of other lines
/// are inserted where they make the shortest detour.
struct StationOrder {
    private(set) var stations: [Railway.Station] = []

    private let joined: StationJoin.Joined
    /// For each station of `joined` its index on the railway's first line; nil if it is not on it.
    private let ranks: [Int?]
    /// Stations of a place that occurs twice although the line has it once: the train returns over its own track.
    private let returning: Set<Int>

    init(_ joined: StationJoin.Joined, directory: StationDirectory?) {
        self.joined = joined
        (ranks, returning) = Self.ranks(joined, directory)
        let placed = joined.stations.indices.filter { joined.stations[$0].position != nil && !returning.contains($0) }
        var order = alongTrack(placed) ?? alongLine(placed)
        for index in joined.stations.indices where joined.stations[index].position == nil && !returning.contains(index) {
            order.insert(index, at: place(ofUnplaced: index, in: order))
        }
        order += joined.stations.indices.filter { returning.contains($0) }
            .sorted { (ranks[$0] ?? 0, $0) > (ranks[$1] ?? 0, $1) }
        stations = order.map { joined.stations[$0] }
    }

    private static func ranks(_ joined: StationJoin.Joined, _ directory: StationDirectory?) -> (ranks: [Int?], returning: Set<Int>) {
        var ranks = [Int?](repeating: nil, count: joined.stations.count)
        guard let directory, let line = joined.lines.first, let listed = directory.byLine[line] else { return (ranks, []) }
        var taken: Set<Int> = []
        var returning: Set<Int> = []
        for index in joined.stations.indices {
            let key = StationName.key(joined.stations[index].name["ja"] ?? "")
            // By name alone, because a station beyond the end of the track has an index on the line, too.
            let places = listed.indices.filter { StationName.key(directory.stations[listed[$0]].name) == key }
            guard let place = places.first(where: { !taken.contains($0) }) ?? places.first else { continue }
            if !taken.insert(place).inserted { returning.insert(index) }
            ranks[index] = place
        }
        return (ranks, returning)
    }

    /// The order by distance along the track; nil if the track forks or closes, or a place occurs twice.
    private func alongTrack(_ placed: [Int]) -> [Int]? {
        guard returning.isEmpty else { return nil }
        let graph = TrackGraph(joined.pieces)
        guard graph.edges.count == 1, let edge = graph.edges.first, edge.vertices.first != edge.vertices.last else { return nil }
        let offsets = placed.map { index -> (index: Int, offset: Double) in
            guard let position = joined.stations[index].position else { return (index, 0) }
            return (index, TrackPlaces(graph, near: position.place).stands.first?.stand.offset ?? 0)
        }.sorted { ($0.offset, $0.index) < ($1.offset, $1.index) }
        let order = offsets.map(\.index)
        return isAscending(order) ? order : order.reversed()
    }

    private func isAscending(_ order: [Int]) -> Bool {
        let ranked = order.compactMap { ranks[$0] }
        return zip(ranked, ranked.dropFirst()).reduce(0) { $0 + ($1.0 < $1.1 ? 1 : -1) } >= 0
    }

    private func alongLine(_ placed: [Int]) -> [Int] {
        var order = placed.filter { ranks[$0] != nil }.sorted { (ranks[$0] ?? 0, $0) < (ranks[$1] ?? 0, $1) }
        let places = joined.stations.map { $0.position?.place }
        func metres(_ a: Int, _ b: Int) -> Double {
            guard let first = places[a], let second = places[b] else { return 0 }
            return first.distance(to: second)
        }
        var open = placed.filter { ranks[$0] == nil }
        if order.isEmpty, !open.isEmpty { order.append(open.removeFirst()) }
        while !open.isEmpty {
            var best: (detour: Double, open: Int, at: Int)?
            for (which, station) in open.enumerated() {
                for at in 0...order.count {
                    let detour: Double
                    if at == 0 {
                        detour = metres(station, order[0])
                    } else if at == order.count {
                        detour = metres(order[at - 1], station)
                    } else {
                        detour = metres(order[at - 1], station) + metres(station, order[at]) - metres(order[at - 1], order[at])
                    }
                    if detour < best?.detour ?? .infinity { best = (detour, which, at) }
                }
            }
            guard let best else { break }
            order.insert(open.remove(at: best.open), at: best.at)
        }
        return order
    }

    /// Where a station without a position belongs: after the last one before it on the line; at the end if it is not on the line.
    private func place(ofUnplaced index: Int, in order: [Int]) -> Int {
        guard let rank = ranks[index] else { return order.count }
        let before = order.lastIndex { ranks[$0].map { $0 < rank } ?? false }
        if let before { return before + 1 }
        return order.firstIndex { ranks[$0].map { $0 > rank } ?? false } ?? order.count
    }
}
