// SPDX-License-Identifier: MIT
import PlainText
import Tracking

/// The stops of a feed and their stations.
struct GTFSStops {
    private struct Stop {
        var id: String
        var name: String
        var code: String?
        var parent: String?
        var position: Railway.Position?
    }
    private var stops: [Stop] = []
    private(set) var numbers: [String: Int] = [:]
    private(set) var notes: [String] = []

    /// Stops with the same name within this distance of each other, in metres, form one station.
    private static let together = 300.0
    /// More stops with one name are not two sides of a street, and comparing them all takes too long.
    private static let mostOfOneName = 10_000

    init(_ feed: GTFSFeed) throws(RailwayError) {
        guard let table = try feed.table("stops.txt", needs: ["stop_id"]) else { return }
        let id = table.column("stop_id")
        let name = table.column("stop_name")
        let code = table.column("stop_code")
        let parent = table.column("parent_station")
        let latitude = table.column("stop_lat")
        let longitude = table.column("stop_lon")
        var unreadable = 0
        while try table.next() {
            let own = table.text(id)
            if own.isEmpty {
                notes.append("stops.txt:\(table.csv.line): a stop without id was ignored")
                continue
            }
            if numbers[own] != nil {
                notes.append("stops.txt:\(table.csv.line): duplicate id \(own); the first one is used")
                continue
            }
            var stop = Stop(id: own, name: table.text(name))
            if stop.name.contains("\u{FFFD}") { unreadable += 1 }
            let texts = (code: table.text(code), parent: table.text(parent))
            stop.code = texts.code.isEmpty ? nil : texts.code
            stop.parent = texts.parent.isEmpty || texts.parent == own ? nil : texts.parent
            if let latitude = table.csv.number(latitude), let longitude = table.csv.number(longitude) {
                let position = Railway.Position(latitude: latitude, longitude: longitude)
                // 0, 0 is in the sea; it means "unknown".
                if position.isOnEarth, latitude != 0 || longitude != 0 {
                    stop.position = position
                } else {
                    notes.append("stops.txt:\(table.csv.line): invalid position of \(own): \(latitude), \(longitude)")
                }
            }
            numbers[own] = stops.count
            stops.append(stop)
        }
        if unreadable > 0 {
            notes.append("stops.txt: \(CountText.of(unreadable, "name is", "names are")) not in UTF-8, and some letters are lost")
        }
        if stops.isEmpty {
            throw RailwayError(
                kind: .empty, source: feed.path, place: "stops.txt", message: "the feed has no stops", remedy: "use the complete feed")
        }
    }

    /// The distance in metres between two stops, by their numbers; infinite if a position is unknown.
    func distance(from stop: Int, to other: Int) -> Double {
        guard let here = stops[stop].position?.place, let there = stops[other].position?.place else { return .infinity }
        return here.distance(to: there)
    }

    /// The stations of the stops of these calls, numbered in the order of their first call, and the station of each stop.
    mutating func stations(of calls: [Int], names: GTFSNames) -> (stations: [LineStation], station: [Int: Int]) {
        let used = calls.uniqued()
        var roots: [Int: Int] = [:]
        for stop in used { roots[stop] = root(stop) }
        var sets = DisjointSets(count: stops.count)
        // A parent determines a stop's station; other stops with the same name are two sides of a street.
        var named: [String: [Int]] = [:]
        for stop in used {
            let root = roots[stop] ?? stop
            guard root == stop, stops[stop].position != nil, !stops[stop].name.isEmpty else { continue }
            named[stops[stop].name, default: []].append(stop)
        }
        for name in named.keys.sorted() {
            let group = named[name] ?? []
            let places = group.compactMap { stops[$0].position?.place }
            guard group.count > 1, group.count == places.count else { continue }
            guard group.count <= Self.mostOfOneName else {
                notes.append(
                    "stops.txt: \(group.count) stops are named \(name); more than \(Self.mostOfOneName) are not merged into one station")
                continue
            }
            for a in group.indices {
                for b in (a + 1)..<max(a + 1, group.count) where places[a].distance(to: places[b]) <= Self.together {
                    sets.unite(group[a], group[b])
                }
            }
        }
        var stations: [LineStation] = []
        var byRoot: [Int: Int] = [:]
        var station: [Int: Int] = [:]
        for stop in used {
            let root = sets.root(roots[stop] ?? stop)
            let number = byRoot[root] ?? stations.count
            if number == stations.count {
                byRoot[root] = number
                let top = stops[root]
                let title = top.name.isEmpty ? stops[stop].name : top.name
                stations.append(
                    LineStation(
                        id: top.id, name: names.name(title, table: "stops", field: "stop_name", record: top.id),
                        code: top.code ?? stops[stop].code))
            }
            if let position = stops[stop].position { stations[number].stops.append(position) }
            station[stop] = number
        }
        // The place where trains stop is a better position than that of the building.
        for number in stations.indices where stations[number].stops.isEmpty {
            if let building = numbers[stations[number].id].flatMap({ stops[$0].position }) { stations[number].stops = [building] }
        }
        return (stations, station)
    }

    /// The station above a stop, at most four levels up (a boarding area, its platform, its station).
    private func root(_ stop: Int) -> Int {
        var at = stop
        for _ in 0..<4 {
            guard let parent = stops[at].parent, let next = numbers[parent] else { break }
            at = next
        }
        return at
    }
}
