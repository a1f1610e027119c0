// SPDX-License-Identifier: MIT
/// The railway data of an OpenStreetMap extract: routes, the ways and nodes they refer to, and stations.
final class OSMExtract {
    private(set) var routes: [OSMObject] = []
    private(set) var masters: [OSMObject] = []
    private(set) var ways: [Int64: OSMObject] = [:]
    /// The positions of the nodes of ways and of the node members of routes.
    private(set) var positions: [Int64: Railway.Position] = [:]
    /// Nodes with tags that are members of routes.
    private(set) var stops: [Int64: OSMObject] = [:]
    /// Nodes that are stations, in the order of the source.
    private(set) var stations: [OSMObject] = []
    /// The nodes to keep; nil for all.
    private var needed: Set<Int64>?

    /// The values of `route` that are railways.
    static let routeKinds = Set(RailwayMode.ofRoutes.keys)
    private static let stationKinds: Set = ["station", "halt", "tram_stop"]
    /// The values of `railway` of tracks on which nothing runs yet or any more.
    private static let idleTracks: Set = ["abandoned", "construction", "dismantled", "disused", "planned", "proposed", "razed"]

    init(_ path: String, progress: (ImportProgress) -> Void) throws(RailwayError) {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let head = RailwayFormat.head(of: path)
        if OSMConversion.isNeeded(path, head: head) {
            // The output of osmium is small enough to keep in full.
            let conversion = try OSMConversion(path, head: head)
            try read(OSMParser(conversion.source, take: take), stage: "reading \(name) through osmium", progress)
            return
        }
        // Nodes come before the ways that need them; reading twice keeps unneeded nodes out of memory.
        needed = []
        try read(OSMParser(path: path, take: take), stage: "reading \(name)", progress)
        var nodes: Set<Int64> = []
        for route in routes { for member in route.members where member.kind == .node { nodes.insert(member.id) } }
        for route in routes {
            for member in route.members where member.kind == .way { nodes.formUnion(ways[member.id]?.nodes ?? []) }
        }
        if !nodes.isEmpty {
            needed = nodes
            try read(OSMParser(path: path, take: take), stage: "reading the track of \(name)", progress)
        }
    }

    /// Replaces what was read before.
    private func read(_ parser: OSMParser, stage: String, _ progress: (ImportProgress) -> Void) throws(RailwayError) {
        (routes, masters, stations) = ([], [], [])
        (ways, positions, stops) = ([:], [:], [:])
        try parser.parse { progress(ImportProgress(stage: stage, fraction: $0)) }
    }

    private func take(_ object: OSMObject) {
        switch object.kind {
        case .node:
            if Self.isStation(object) { stations.append(object) }
            guard needed?.contains(object.id) ?? true, let position = object.position else { return }
            positions[object.id] = position
            if !object.tags.isEmpty { stops[object.id] = object }
        case .way:
            if object.tags["railway"] != nil || object.tags["public_transport"] == "platform" { ways[object.id] = object }
        case .relation:
            if object.tags["type"] == "route", Self.routeKinds.contains(object.tags["route"] ?? "") {
                routes.append(object)
            } else if object.tags["type"] == "route_master", Self.routeKinds.contains(object.tags["route_master"] ?? "") {
                masters.append(object)
            }
        }
    }

    /// Whether nothing runs on a route yet or any more: it is proposed, or none of its track is in use.
    func isIdle(_ route: OSMObject) -> Bool {
        if route.tags["state"] == "proposed" { return true }
        let tracks = route.members.compactMap { $0.kind == .way ? ways[$0.id]?.tags["railway"] : nil }.filter { $0 != "platform" }
        return !tracks.isEmpty && tracks.allSatisfy(Self.idleTracks.contains)
    }

    static func isStation(_ node: OSMObject) -> Bool {
        // A tram stop may serve buses too; what is no more than a station of public transport may be one of buses alone.
        let isOfTrains =
            stationKinds.contains(node.tags["railway"] ?? "") || node.tags["public_transport"] == "station" && node.tags["bus"] != "yes"
        return node.position != nil && isOfTrains
    }
}
