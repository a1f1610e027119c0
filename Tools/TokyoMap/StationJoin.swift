// SPDX-License-Identifier: MIT
import Railways

/// Finds each named station's partner in the StationAPI: by operator, line and Japanese name, within 500 m of the railway's
/// track.
struct StationJoin {
    /// A railway's stations with the data of their partners.
    struct Joined {
        var pieces: [Railway.Segment]
        /// In the order of the source.
        var stations: [Railway.Station]
        /// The StationAPI's lines over which the railway runs, the one with most of its stations first.
        var lines: [Int] = []
        /// For each station its partners on those lines, as indexes into the directory; the best first.
        var partners: [[Int]]
        var notes: [String] = []
    }
    private(set) var railways: [Joined] = []

    static let reach = 500.0

    /// - Parameters:
    ///   - tracks: The pieces of track of each railway of the network.
    ///   - operators: Operator names by the first part of a railway's id.
    init(
        network: NamedNetwork, tracks: [[Railway.Segment]], directory: StationDirectory?, operators: [String: String],
        progress: (ImportProgress) -> Void
    ) {
        // For each railway and station, the directory stations of that name near its track, with their distances in metres.
        var near: [[[(station: Int, distance: Double)]]] = []
        for (index, railway) in network.railways.enumerated() {
            progress(ImportProgress(stage: "joining stations", fraction: Double(index) / Double(network.railways.count)))
            guard let directory else {
                near.append(railway.stations.map { _ in [] })
                continue
            }
            let ruler = TrackRuler(tracks[index])
            near.append(
                railway.stations.map { station in
                    (directory.byName[StationName.key(station.name["ja"] ?? "")] ?? []).compactMap { place in
                        ruler.distance(to: directory.stations[place].position, atMost: Self.reach).map { (place, $0) }
                    }
                })
        }
        let companies = directory.map { Self.companies(network, near, $0, operators) } ?? [:]
        for (index, railway) in network.railways.enumerated() {
            var joined = Joined(
                pieces: tracks[index], stations: railway.stations, partners: railway.stations.map { _ in [] })
            if let directory {
                joined.join(near[index], company: companies[Self.agency(railway.id)], directory: directory)
            }
            railways.append(joined)
        }
    }

    private static func agency(_ id: String) -> String { String(id.prefix { $0 != "." }) }

    /// The company of each agency: the one with its name, else the one with the most stations near its tracks.
    private static func companies(
        _ network: NamedNetwork, _ near: [[[(station: Int, distance: Double)]]], _ directory: StationDirectory,
        _ operators: [String: String]
    ) -> [String: Int] {
        var votes: [String: [Int: Int]] = [:]
        for (index, railway) in network.railways.enumerated() {
            for candidates in near[index] {
                for company in Set(candidates.compactMap { directory.lines[directory.stations[$0.station].line]?.company }) {
                    votes[agency(railway.id), default: [:]][company, default: 0] += 1
                }
            }
        }
        var companies: [String: Int] = [:]
        for (agency, counts) in votes {
            if let name = operators[agency], let company = directory.companies[name], counts[company] != nil {
                companies[agency] = company
            } else {
                companies[agency] = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
            }
        }
        return companies
    }
}

extension StationJoin.Joined {
    fileprivate mutating func join(
        _ near: [[(station: Int, distance: Double)]], company: Int?, directory: StationDirectory
    ) {
        func isOwn(_ place: Int) -> Bool { directory.lines[directory.stations[place].line]?.company == company }
        let own = near.map { $0.filter { isOwn($0.station) } }
        lines = Self.cover(own.map { $0.map { directory.stations[$0.station].line } }, directory)
        var seen: [Int: Int] = [:]
        for index in stations.indices {
            let name = stations[index].name["ja"] ?? stations[index].id
            var candidates = own[index]
            if candidates.isEmpty, let foreign = near[index].min(by: { ($0.distance, $0.station) < ($1.distance, $1.station) }) {
                candidates = [foreign]
                notes.append("\(stations[index].id) (\(name)): its partner belongs to another operator")
            }
            // Of one line, prefer the record that no earlier station has taken (for a loop that passes a place twice).
            partners[index] = candidates.map(\.station).sorted { a, b in
                let first = (lines.firstIndex(of: directory.stations[a].line) ?? .max, seen[a] ?? 0, directory.stations[a].rank)
                let second = (lines.firstIndex(of: directory.stations[b].line) ?? .max, seen[b] ?? 0, directory.stations[b].rank)
                return first < second
            }.filter { lines.isEmpty || lines.contains(directory.stations[$0].line) || !isOwn($0) }
            guard let partner = partners[index].first else {
                notes.append(
                    "\(stations[index].id) (\(name)): no partner of that name within 500 m of the track"
                        + (stations[index].position == nil ? "; it has no coordinates" : ""))
                continue
            }
            seen[partner, default: 0] += 1
            if stations[index].position == nil { stations[index].position = directory.stations[partner].position }
            for entry in directory.stations[partner].otherNames where stations[index].name[entry.language] == nil {
                stations[index].name.entries.append(entry)
            }
        }
    }

    /// A minimal set of lines that covers the stations: repeatedly the one with most of the stations not yet covered. Ties go to
    /// the one with the fewest stations of its own, over all of which the railway then runs.
    private static func cover(_ lines: [[Int]], _ directory: StationDirectory) -> [Int] {
        var open = Set(lines.indices.filter { !lines[$0].isEmpty })
        var cover: [Int] = []
        while !open.isEmpty {
            var counts: [Int: Int] = [:]
            for index in open { for line in Set(lines[index]) { counts[line, default: 0] += 1 } }
            let best = counts.max { a, b in
                (a.value, -(directory.lines[a.key]?.count ?? 0), -a.key) < (b.value, -(directory.lines[b.key]?.count ?? 0), -b.key)
            }
            guard let best else { break }
            cover.append(best.key)
            open = open.filter { !lines[$0].contains(best.key) }
        }
        return cover
    }
}
