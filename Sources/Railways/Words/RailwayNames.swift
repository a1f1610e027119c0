// SPDX-License-Identifier: MIT
import Tracking

extension RailwayMap {
    /// Advice if no name of the map is in one of these languages; nil if a name is, or if no language is given.
    public func missing(_ languages: [String]) -> String? {
        let names = railways.lazy.flatMap { [$0.name] + $0.stations.map(\.name) }
        guard let first = languages.first, !names.contains(where: { name in languages.contains(where: name.isGiven) }) else { return nil }
        let known = Set(names.flatMap(\.entries).map(\.language)).subtracting([""]).sorted()
        let list = known.isEmpty ? "the names have no language" : "the languages are \(known.joined(separator: ", "))"
        return "no name is in \(first); " + NearestName.remedy(first, in: known, else: list)
    }
}

/// The display names of a map's lines and stations, by id. Value type; any thread.
public struct RailwayNames: Sendable {
    public let map: RailwayMap
    /// Tags of the preferred languages, in order of preference.
    let languages: [String]
    private let lines: [String: Int]
    private let stops: [String: RailwayMap.FoundStation]

    /// - Parameter languages: BCP 47 tags. A name without any of them is given in English, else in the source's first language.
    public init(_ map: RailwayMap, languages: [String] = []) {
        self.map = map
        self.languages = languages
        var lines: [String: Int] = [:]
        var stops: [String: RailwayMap.FoundStation] = [:]
        for (index, railway) in map.railways.enumerated() {
            if lines[railway.id] == nil { lines[railway.id] = index }
            for (place, station) in railway.stations.enumerated() where stops[station.id] == nil {
                stops[station.id] = RailwayMap.FoundStation(railway: index, station: place)
            }
        }
        self.lines = lines
        self.stops = stops
    }

    public func railway(_ id: String) -> Railway? { lines[id].map { map.railways[$0] } }

    public func station(_ id: String) -> Railway.Station? { stops[id].map { map[$0] } }

    /// The name of a line; its id if it has none.
    public func line(_ id: String) -> String { railway(id)?.name.text(languages, else: id) ?? id }

    /// The name of a line as people say it: a name that lists the line's ends gives way to its code, `Line B1` or `Yellow Line`.
    public func spokenLine(_ id: String) -> String {
        let name = line(id)
        guard let code = railway(id)?.code, !code.isEmpty, code.count <= 12, code != name, Self.listsEnds(name) else { return name }
        // The destination of a one-way route states its direction.
        let plain = code.replacing(/-[NSEW]$/, with: "")
        return plain.count > 3 && plain.allSatisfy(\.isLetter) ? "\(plain) Line" : "Line \(plain)"
    }

    /// True for a name such as `Antioch to SFO/Millbrae` or `Ciudad Azteca - Buenavista`.
    private static func listsEnds(_ name: String) -> Bool {
        [" to ", " - ", " – ", " — ", "↔", "⇄", " <> ", "=>", "->"].contains { name.contains($0) }
    }

    /// The name of a station; its id if it has none.
    public func stationName(_ id: String) -> String { station(id)?.name.text(languages, else: id) ?? id }

    /// The destination of trains of a line in a direction, as a station's name: the last station, or on a loop one a quarter of
    /// it ahead.
    /// - Parameters:
    ///   - direction: One of the railway's two direction ids.
    ///   - station: The id of the next station, which a loop requires.
    /// - Returns: The name; nil if the destination cannot be determined.
    func destination(line: String, direction: String, from station: String? = nil) -> String? {
        guard let railway = railway(line), railway.stations.count > 1 else { return nil }
        let isAscending = direction == railway.ascending
        guard isAscending || direction == railway.descending else { return nil }
        let count = railway.stations.count
        guard railway.isLoop else {
            return nonEmpty(railway.stations[isAscending ? count - 1 : 0].name)
        }
        guard let station, let place = railway.stations.firstIndex(where: { $0.id == station }) else { return nil }
        let ahead = max(1, count / 4)
        return nonEmpty(railway.stations[(place + (isAscending ? ahead : count - ahead)) % count].name)
    }

    private func nonEmpty(_ name: LocalizedName) -> String? {
        let text = name.text(languages)
        return text.isEmpty ? nil : text
    }
}
