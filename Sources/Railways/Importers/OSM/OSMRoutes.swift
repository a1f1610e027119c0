// SPDX-License-Identifier: MIT
import Tracking

/// Builds lines from route relations.
struct OSMRoutes {
    private let extract: OSMExtract
    private(set) var stations: OSMStations
    private(set) var notes: [String] = []

    init(_ extract: OSMExtract) {
        self.extract = extract
        stations = OSMStations(extract)
    }

    /// The lines, in the order of their first route.
    mutating func lines() -> [LineSource] {
        let groups = groups(
            extract.routes.filter { route in
                let isIdle = extract.isIdle(route)
                if isIdle {
                    notes.append("\(Self.title(Group(routes: [route]))): left out: it is proposed, or none of its track is in use")
                }
                return !isIdle
            })
        var lines: [LineSource] = []
        /// The indices of those that are of track, not of trains.
        var tracks: Set<Int> = []
        var uses: [String: Int] = [:]
        for group in groups { uses[Self.title(group), default: 0] += 1 }
        for group in groups {
            let title = Self.title(group)
            let relation = group.relations[0]
            let id = uses[title] == 1 ? title : "\(title).\(relation.id)"
            var line = LineSource(
                id: id, name: Self.name(group), code: relation.tags["ref"] ?? group.routes[0].tags["ref"], color: Self.color(group),
                mode: group.routes[0].tags["route"].flatMap { RailwayMode.ofRoutes[$0] })
            line.specifiesLoops = false
            for route in group.routes { add(route, to: &line) }
            if group.routes.allSatisfy({ $0.tags["route"] == "railway" }) { tracks.insert(lines.count) }
            lines.append(line)
        }
        return withoutTracks(tracks, of: lines)
    }

    /// Leaves out the relations of track along which lines of trains are known: every ride would be on both. Some of their stations
    /// may be for freight.
    private mutating func withoutTracks(_ tracks: Set<Int>, of lines: [LineSource]) -> [LineSource] {
        func stations(_ line: LineSource) -> Set<Int> { Set(line.sequences.flatMap(\.stations)) }
        let trains = lines.indices.filter { !tracks.contains($0) && [.train, .lightRail].contains(lines[$0].mode) }
        let served = trains.reduce(into: Set<Int>()) { $0.formUnion(stations(lines[$1])) }
        return lines.indices.filter { index in
            let own = stations(lines[index])
            guard tracks.contains(index), !own.isEmpty, own.intersection(served).count * 2 > own.count else { return true }
            notes.append("\(lines[index].id): left out: it describes the track (route=railway), and other relations its trains")
            return false
        }.map { lines[$0] }
    }

    // MARK: Grouping routes into lines

    private struct Group {
        var master: OSMObject? = nil
        var routes: [OSMObject]
        /// The master first, if there is one.
        var relations: [OSMObject] { [master].compactMap(\.self) + routes }
    }

    private func groups(_ routes: [OSMObject]) -> [Group] {
        var masterOf: [Int64: Int] = [:]
        for (index, master) in extract.masters.enumerated() {
            for member in master.members where member.kind == .relation && masterOf[member.id] == nil { masterOf[member.id] = index }
        }
        var groups: [Group] = []
        var numbers: [[String]: Int] = [:]
        for route in routes {
            let master = masterOf[route.id]
            let tags = route.tags
            let kind = [tags["route"] ?? "", tags["network"] ?? tags["operator"] ?? ""]
            let key: [String]
            if let master {
                key = ["master", "\(extract.masters[master].id)"]
            } else if let ref = tags["ref"], !ref.isEmpty {
                key = ["ref"] + kind + [ref]
            } else if let name = Self.name(Group(routes: [route])).entries.first?.text, !name.isEmpty {
                key = ["name"] + kind + [name]
            } else {
                key = ["route", "\(route.id)"]
            }
            if let number = numbers[key] {
                groups[number].routes.append(route)
            } else {
                numbers[key] = groups.count
                groups.append(Group(master: master.map { extract.masters[$0] }, routes: [route]))
            }
        }
        return groups
    }

    /// The title of a line: its ref, else its name, else its number in OpenStreetMap.
    private static func title(_ group: Group) -> String {
        for relation in group.relations {
            if let ref = relation.tags["ref"], !ref.isEmpty { return ref }
        }
        let name = name(group).entries.first?.text ?? ""
        return name.isEmpty ? "relation \(group.relations[0].id)" : name
    }

    /// The name of the master, else that of the route without its direction (`Subway U2: A => B`).
    private static func name(_ group: Group) -> LocalizedName {
        if let master = group.master, !master.name.entries.isEmpty { return master.name }
        let route = group.routes[0]
        let arrows = ["=>", "→", "->", "⇒", "–>", "↔", "<=>"]
        let entries = route.name.entries.map { entry in
            guard arrows.contains(where: { entry.text.contains($0) }) else { return entry }
            guard let colon = entry.text.firstIndex(of: ":") else {
                return LocalizedName.Entry(language: entry.language, text: route.tags["ref"] ?? entry.text)
            }
            return LocalizedName.Entry(language: entry.language, text: String(entry.text[..<colon]))
        }
        return entries.isEmpty ? LocalizedName(route.tags["ref"] ?? "") : LocalizedName(entries)
    }

    private static func color(_ group: Group) -> String {
        for relation in group.relations {
            if let color = (relation.tags["colour"] ?? relation.tags["color"]).flatMap(OSMColour.hexadecimal) { return color }
        }
        return Railway.unknownColor
    }

    // MARK: One route

    private mutating func add(_ route: OSMObject, to line: inout LineSource) {
        let track = track(of: route, line.id)
        // Older relations hold both directions, distinguished by their roles.
        let ways = Dictionary(grouping: route.members) { $0.role.hasPrefix("backward") && $0.role.contains("stop") }
        for (index, members) in [ways[false] ?? [], ways[true]].compactMap(\.self).enumerated() {
            var sequence = LineSequence(stations: stops(members))
            sequence.track = track
            if index == 0 { sequence.headsign = route.tags["to"] ?? Self.goal(route.tags["name"]) }
            line.sequences.append(sequence)
        }
        if line.sequences.allSatisfy({ Set($0.stations).count < 2 }) { stationsOnTrack(route, track, &line) }
        let missing = route.members.count { isMissing($0) }
        if missing > 0 {
            notes.append("\(line.id): \(missing) of the \(route.members.count) members of relation \(route.id) are not in the extract")
        }
    }

    private func isMissing(_ member: OSMObject.Member) -> Bool {
        switch member.kind {
        case .node: extract.positions[member.id] == nil
        case .way: extract.ways[member.id] == nil && !member.role.hasPrefix("platform")
        case .relation: false
        }
    }

    /// The part of a name after the arrow.
    private static func goal(_ name: String?) -> String? {
        guard let name, let arrow = name.range(of: "=>") ?? name.range(of: "→") else { return nil }
        let goal = name[arrow.upperBound...].drop { $0 == " " }
        return goal.isEmpty || goal.contains("=>") ? nil : String(goal)
    }

    /// A node of a route, with tags if the extract has any; nil if it is missing.
    private func stop(_ id: Int64) -> OSMObject? {
        extract.stops[id] ?? extract.positions[id].map { OSMObject(kind: .node, id: id, position: $0) }
    }

    /// The stop positions, and the platforms of stations without one.
    private mutating func stops(_ members: [OSMObject.Member]) -> [Int] {
        var stops: [(station: Int, place: EarthPoint)] = []
        for member in members where member.kind == .node {
            guard let stop = stop(member.id), let position = stop.position,
                member.role.contains("stop") || (member.role.isEmpty && Self.isStop(stop))
            else { continue }
            stops.append((stations.station(of: stop, at: position), position.place))
        }
        let platforms = members.compactMap { platform($0) }
        guard Set(stops.map(\.station)).count > 1 else {
            return platforms.map { stations.station(of: $0.object, at: $0.position) }
        }
        guard stops.count + platforms.count <= Self.mostCompared else { return stops.map(\.station) }
        // Relations name stops and platforms by turns, or first all of the ones: the order is that of the platforms either way.
        var next = 0
        for (platform, position) in platforms {
            let distances = stops.map { $0.place.distance(to: position.place) }
            let least = distances.min() ?? .infinity
            if least <= Self.platformReach {
                if let own = distances[next...].firstIndex(where: { $0 <= least + Self.otherTrack }) { next = own + 1 }
            } else if let name = platform.tags["name"], !name.isEmpty {
                let station = stations.station(of: platform, at: position)
                guard !stops.contains(where: { $0.station == station }) else { continue }
                stops.insert((station, position.place), at: next)
                next += 1
            }
        }
        return stops.map(\.station)
    }

    /// Metres from a platform to a stop position of its station, and between the stop positions of one station's tracks.
    private static let platformReach = 300.0, otherTrack = 100.0

    /// More stops and platforms are not those of one route, and comparing them all takes too long.
    private static let mostCompared = 5_000

    /// The platform that a member is, as a node or a way.
    private func platform(_ member: OSMObject.Member) -> (object: OSMObject, position: Railway.Position)? {
        guard member.role.contains("platform") else { return nil }
        if member.kind == .node, let stop = stop(member.id), let position = stop.position { return (stop, position) }
        guard member.kind == .way, let way = extract.ways[member.id],
            let position = Railway.Position.middle(of: way.nodes.compactMap({ extract.positions[$0] }))
        else { return nil }
        return (way, position)
    }

    private static func isStop(_ node: OSMObject) -> Bool {
        node.tags["public_transport"] == "stop_position" || OSMExtract.isStation(node)
            || ["stop", "tram_stop"].contains(node.tags["railway"] ?? "")
    }

    /// The pieces of the member ways; a node missing from the extract splits a way.
    private func track(of route: OSMObject, _ line: String) -> [Railway.Segment] {
        var pieces: [Railway.Segment] = []
        for member in route.members where member.kind == .way && !member.role.contains("platform") {
            // The extract also has ways that are platforms, with or without a tag of the railway; some members have no role.
            guard let way = extract.ways[member.id], way.tags["railway"].map({ $0 != "platform" }) ?? false else { continue }
            var points: [Railway.Position] = []
            func finish(_ pieces: inout [Railway.Segment]) {
                if points.count > 1 { pieces.append(Railway.Segment(isUnderground: Self.isUnderground(way), points: points)) }
                points = []
            }
            for node in way.nodes {
                if let position = extract.positions[node] { points.append(position) } else { finish(&pieces) }
            }
            finish(&pieces)
        }
        return pieces
    }

    private static func isUnderground(_ way: OSMObject) -> Bool {
        let tunnel = way.tags["tunnel"] ?? "no"
        return !["no", "building_passage", "avalanche_protector"].contains(tunnel) || way.tags["location"] == "underground"
    }

    /// Adds the stations of a route that names no stops, as is usual for infrastructure: the stations that are nodes of its ways,
    /// in order along the track.
    private mutating func stationsOnTrack(_ route: OSMObject, _ track: [Railway.Segment], _ line: inout LineSource) {
        let ways = route.members.filter { $0.kind == .way }
        let nodes = Set(ways.flatMap { extract.ways[$0.id]?.nodes ?? [] })
        let own = extract.stations.filter { nodes.contains($0.id) }
        guard own.count > 1 else { return }
        for trunk in TrackTrunks(track).trunks {
            var placed: [(offset: Double, station: Int)] = []
            for node in own {
                guard let position = node.position else { continue }
                let found = trunk.nearest(to: position.place)
                if found.distance < 30 { placed.append((found.offset, stations.station(of: node, at: position))) }
            }
            placed.sort { ($0.offset, $0.station) < ($1.offset, $1.station) }
            guard placed.count > 1 else { continue }
            var sequence = LineSequence(stations: placed.map(\.station))
            if trunk.isLoop { sequence.stations.append(placed[0].station) }
            sequence.track = track
            line.sequences.append(sequence)
        }
        notes.append("\(line.id): relation \(route.id) lists no stops; the stations on its track are used")
    }
}

/// Parses the values of OpenStreetMap's `colour`: hexadecimal, or the names of CSS 2.1 and others that mappers use for lines.
enum OSMColour {
    private static let names: [String: String] = [
        "black": "#000000", "silver": "#C0C0C0", "gray": "#808080", "grey": "#808080", "white": "#FFFFFF", "maroon": "#800000",
        "red": "#FF0000", "purple": "#800080", "fuchsia": "#FF00FF", "magenta": "#FF00FF", "green": "#008000", "lime": "#00FF00",
        "olive": "#808000", "yellow": "#FFFF00", "navy": "#000080", "blue": "#0000FF", "teal": "#008080", "aqua": "#00FFFF",
        "cyan": "#00FFFF", "orange": "#FFA500", "brown": "#A52A2A", "pink": "#FFC0CB", "violet": "#EE82EE", "gold": "#FFD700",
    ]

    /// `#80C342`; nil if the text is not a colour.
    static func hexadecimal(_ text: String) -> String? {
        let value = text.lowercased()
        if let named = names[value] { return named }
        let digits = value.hasPrefix("#") ? String(value.dropFirst()) : value
        guard digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
        switch digits.count {
        case 6: return "#" + digits.uppercased()
        case 3: return "#" + digits.uppercased().map { "\($0)\($0)" }.joined()
        default: return nil
        }
    }
}
