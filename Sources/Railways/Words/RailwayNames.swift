import Tracking

/// What people call the lines and stations of a map, by their ids. Value type; any thread.
public struct RailwayNames: Sendable {
    private struct Stop: Sendable {
        var railway: Int
        var place: Int
    }

    public let map: RailwayMap
    /// Tags of the languages wanted, the first one first.
    public let languages: [String]
    private let lines: [String: Int]
    private let stops: [String: Stop]

    /// - Parameter languages: BCP 47 tags; a name that has none of them is told in English, else as its source has it.
    public init(_ map: RailwayMap, languages: [String] = []) {
        self.map = map
        self.languages = languages
        var lines: [String: Int] = [:]
        var stops: [String: Stop] = [:]
        for (index, railway) in map.railways.enumerated() {
            if lines[railway.id] == nil { lines[railway.id] = index }
            for (place, station) in railway.stations.enumerated() where stops[station.id] == nil {
                stops[station.id] = Stop(railway: index, place: place)
            }
        }
        self.lines = lines
        self.stops = stops
    }

    public func railway(_ id: String) -> Railway? { lines[id].map { map.railways[$0] } }

    public func station(_ id: String) -> Railway.Station? {
        stops[id].map { map.railways[$0.railway].stations[$0.place] }
    }

    /// What a line is called; its id where it has no name.
    public func line(_ id: String) -> String { nonEmpty(railway(id)?.name, else: id) }

    /// What a station is called; its id where it has no name.
    public func stationName(_ id: String) -> String { nonEmpty(station(id)?.name, else: id) }

    /// Where trains of a line go in a direction, as a station's name: the last one, or on a loop one a quarter of it ahead.
    /// - Parameters:
    ///   - direction: one of the railway's two ids.
    ///   - station: the id of the station that is next, which a loop needs.
    /// - Returns: nil where that cannot be said.
    public func destination(line: String, direction: String, from station: String? = nil) -> String? {
        guard let railway = railway(line), railway.stations.count > 1 else { return nil }
        let isAscending = direction == railway.ascending
        guard isAscending || direction == railway.descending else { return nil }
        let count = railway.stations.count
        guard railway.isLoop else {
            return nonEmpty(railway.stations[isAscending ? count - 1 : 0].name, else: nil)
        }
        guard let station, let place = railway.stations.firstIndex(where: { $0.id == station }) else { return nil }
        let ahead = max(1, count / 4)
        return nonEmpty(railway.stations[(place + (isAscending ? ahead : count - ahead)) % count].name, else: nil)
    }

    private func nonEmpty(_ name: LocalizedName?, else id: String) -> String {
        nonEmpty(name, else: nil) ?? id
    }

    private func nonEmpty(_ name: LocalizedName?, else other: String?) -> String? {
        let text = name?.text(languages) ?? ""
        return text.isEmpty ? other : text
    }
}

extension Railway {
    /// True when its last station is followed by its first: they lie no further apart than twice its widest gap.
    var isLoop: Bool {
        let places = stations.compactMap { $0.position?.place }
        guard places.count == stations.count, places.count > 3, let first = places.first, let last = places.last else {
            return false
        }
        let widest = zip(places, places.dropFirst()).map { $0.distance(to: $1) }.max() ?? 0
        // A line that comes back to where it began, but whose ends are two places, is open.
        let extent = places.map { first.distance(to: $0) }.max() ?? 0
        return first.distance(to: last) <= min(2 * widest, extent / 3)
    }
}
