// SPDX-License-Identifier: MIT
import Tracking

/// The stations of the stops of routes.
///
/// A stop has its own name, or that of the nearest station within 300 m. Stops with one name within 500 m of each other form one
/// station; the station node of that name there provides its id, its names and its code.
struct OSMStations {
    private(set) var stations: [LineStation] = []
    private(set) var notes: [String] = []
    private var numbers: [Int64: Int] = [:]
    /// By name: the number of the station and the place of its first stop.
    private var named: [String: [(number: Int, place: EarthPoint)]] = [:]
    /// The station nodes that have a name.
    private let nodes: [(node: OSMObject, name: LocalizedName, place: EarthPoint)]
    private var nodesByName: [String: [Int]] = [:]

    private static let nameReach = 300.0
    private static let together = 500.0

    init(_ extract: OSMExtract) {
        nodes = extract.stations.compactMap { node in
            let name = node.name
            return name.entries.isEmpty ? nil : node.position.map { (node, name, $0.place) }
        }
        for (index, entry) in nodes.enumerated() {
            if let name = entry.node.tags["name"] { nodesByName[name, default: []].append(index) }
        }
    }

    /// The number of a stop's station, which is created if it is new.
    /// - Parameters:
    ///   - stop: A node, or the way of a platform.
    ///   - position: The position of the stop.
    mutating func station(of stop: OSMObject, at position: Railway.Position) -> Int {
        // Node and way ids overlap; no node has an id near the lowest number.
        let key = stop.kind == .node ? stop.id : .min &+ (stop.id & .max)
        if let number = numbers[key] { return number }
        let place = position.place
        var name = stop.name
        var node: Int?
        if let own = stop.tags["name"], !own.isEmpty {
            node = nearest(nodesByName[own] ?? [], to: place, within: Self.together)
        } else {
            node = nearest(nodes.indices, to: place, within: Self.nameReach)
            if let node {
                name = nodes[node].name
            } else {
                notes.append("stop \(stop.id) has no name, and no station lies within 300 m")
            }
        }
        let title = name.entries.first?.text ?? ""
        if !title.isEmpty, let known = named[title]?.first(where: { $0.place.distance(to: place) <= Self.together }) {
            numbers[key] = known.number
            stations[known.number].stops.append(position)
            return known.number
        }
        let source = node.map { nodes[$0].node } ?? stop
        if let node, nodes[node].name.entries.count >= name.entries.count { name = nodes[node].name }
        let code = node.flatMap { nodes[$0].node.tags["ref"] }
        numbers[key] = stations.count
        if !title.isEmpty { named[title, default: []].append((stations.count, place)) }
        stations.append(LineStation(id: "\(source.id)", name: name, code: code, stops: [position]))
        return stations.count - 1
    }

    private func nearest(_ candidates: some Sequence<Int>, to place: EarthPoint, within reach: Double) -> Int? {
        var best: (index: Int, distance: Double)?
        for index in candidates {
            let distance = nodes[index].place.distance(to: place)
            if distance <= reach, distance < best?.distance ?? .infinity { best = (index, distance) }
        }
        return best?.index
    }
}
