// SPDX-License-Identifier: MIT
import HeapModule
import Tracking

/// Finds the trains for a ride: the fewest changes, then the shortest time. One search.
///
/// The nodes of the search are the stations before boarding, the same after alighting, and each kind of train at each station.
struct RideSearch {
    /// A kind of train of a line.
    private struct Service {
        let line: Int
        /// Nil for a train that stops everywhere.
        let pattern: StopPattern?
        /// The node at its line's first station.
        let first: Int
    }

    private let network: TrackNetwork
    /// The railways whose trains may be used.
    private let lines: [Int]
    /// The first station node of each line.
    private let base: [Int]
    /// The line of each station node, and its place in `Line.stations`.
    private let stations: [(line: Int, place: Int)]
    private let services: [Service]
    private let nodes: Int

    /// Seconds for which a train stands at a station, and for which a rider waits for one.
    private static let dwell = RailwayEstimate.dwell
    private static let wait = 180.0
    /// In metres per second.
    private static let pace = RailwayEstimate.usualPace
    static let walkingPace = 1.3
    /// Penalties in seconds that exceed any time of travel: for a change, and for a train that the source does not specify.
    private static let change = 1e6
    private static let unspecified = 4e5

    /// - Parameter only: the one railway to use, with its branches; nil for all.
    init(_ network: TrackNetwork, only: Int?) {
        self.network = network
        let usable = only.map(network.map.parts) ?? Array(network.lines.indices)
        lines = usable.filter { network.lines[$0].stations.count > 1 }
        var base = [Int](repeating: 0, count: network.lines.count)
        var stations: [(line: Int, place: Int)] = []
        for line in lines {
            base[line] = stations.count
            stations += network.lines[line].stations.indices.map { (line, $0) }
        }
        var first = 2 * stations.count
        var services: [Service] = []
        for line in lines {
            for pattern in network.lines[line].patterns.map(Optional.some) + [nil] {
                services.append(Service(line: line, pattern: pattern, first: first))
                first += network.lines[line].stations.count
            }
        }
        self.base = base
        self.stations = stations
        self.services = services
        nodes = first
    }

    /// The trains from a station to another, in order.
    /// - Parameters: ids of the stations that are meant.
    /// - Returns: Nil if no way was found.
    func legs(from: [String], to: [String]) -> [RideLeg]? {
        let start = named(from), goal = Set(named(to).map { $0 + stations.count })
        var costs = [Double](repeating: .infinity, count: nodes)
        var origins = [Int](repeating: -1, count: nodes)
        var reached = Heap<ReachedNode>()
        for node in start {
            costs[node] = 0
            reached.insert(ReachedNode(cost: 0, node: node))
        }
        let serviceOfLine = Dictionary(grouping: services.indices) { services[$0].line }
        let walks = self.walks
        while let nearest = reached.popMin() {
            let (cost, node) = (nearest.cost, nearest.node)
            guard cost <= costs[node] else { continue }
            if goal.contains(node) { return legs(to: node, origins) }
            func reach(_ next: Int, _ way: Double) {
                guard cost + way < costs[next] else { return }
                costs[next] = cost + way
                origins[next] = node
                reached.insert(ReachedNode(cost: cost + way, node: next))
            }
            if node < stations.count {
                let (line, place) = stations[node]
                for index in serviceOfLine[line] ?? [] where stops(index, at: place) {
                    let isMadeUp = services[index].pattern == nil && !network.lines[line].patterns.isEmpty
                    reach(services[index].first + place, Self.change + Self.wait + (isMadeUp ? Self.unspecified : 0))
                }
            } else if node < 2 * stations.count {
                for (other, metres) in walks[node - stations.count] { reach(other, metres / Self.walkingPace) }
            } else {
                let index = service(of: node), place = node - services[index].first
                let line = network.lines[services[index].line]
                if stops(index, at: place) { reach(stations.count + base[services[index].line] + place, 0) }
                for isAscending in line.ways {
                    guard let next = next(index, after: place, isAscending: isAscending) else { continue }
                    let way = line.way(from: place, to: next, isAscending: isAscending)
                    reach(services[index].first + next, way / Self.pace + (stops(index, at: next) ? Self.dwell : 0))
                }
            }
        }
        return nil
    }

    private func named(_ ids: [String]) -> [Int] {
        let ids = Set(ids)
        return stations.indices.filter { ids.contains(station($0).id) }
    }

    private func station(_ node: Int) -> Railway.Station {
        let (line, place) = stations[node]
        return network.map.railways[line].stations[network.lines[line].stations[place].station]
    }

    /// For each station, where a rider can walk for another train, with the metres.
    private var walks: [[(station: Int, metres: Double)]] {
        let placed = stations.indices.compactMap { node in
            station(node).position.flatMap { position in MapPoint(position).map { (node: node, place: position.place, point: $0) } }
        }
        var walks = [[(station: Int, metres: Double)]](repeating: [], count: stations.count)
        // The plane finds the pairs, with a little more than its error; the distances are those on the ellipsoid.
        MapPoint.pairs(of: placed.map(\.point), within: 1.01 * Railway.Station.longestWalkInStation) { one, other, _ in
            let (a, b) = (placed[one].node, placed[other].node)
            let metres = placed[one].place.distance(to: placed[other].place)
            guard station(a).isChange(to: station(b), metres: metres),
                stations[a].line != stations[b].line || station(a).hasName(of: station(b))
            else { return }
            walks[a].append((b, metres))
            walks[b].append((a, metres))
        }
        return walks
    }

    // MARK: Trains

    private func service(of node: Int) -> Int { services.partitioningIndex { $0.first > node } - 1 }

    private func stops(_ service: Int, at place: Int) -> Bool { services[service].pattern.map { $0.calls[place] == .stops } ?? true }

    private func next(_ service: Int, after place: Int, isAscending: Bool) -> Int? {
        let line = network.lines[services[service].line]
        guard let next = line.next(after: place, isAscending: isAscending) else { return nil }
        if let pattern = services[service].pattern, !line.isRing, !pattern.runs(after: min(place, next)) { return nil }
        return next
    }

    private func legs(to goal: Int, _ origins: [Int]) -> [RideLeg] {
        var path: [Int] = []
        var node = goal
        while node >= 0 {
            path.append(node)
            node = origins[node]
        }
        path.reverse()
        return path.split { $0 < 2 * stations.count }.compactMap { part in
            guard part.count > 1, let first = part.first else { return nil }
            let index = service(of: first), (railway, pattern) = (services[index].line, services[index].pattern)
            let places = part.map { $0 - services[index].first }
            return RideLeg(
                railway: railway, on: network.lines[railway], isAscending: next(index, after: places[0], isAscending: true) == places[1],
                places: places, pattern: pattern)
        }
    }
}
