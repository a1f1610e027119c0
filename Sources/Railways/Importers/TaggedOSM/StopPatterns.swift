import Tracking

/// Where which kind of train stops, from the StationAPI's groups of trains.
struct StopPatterns {
    private struct Group {
        var kind: Int
        /// By station code: whether its trains stop there.
        var stops: [Int: Bool] = [:]
    }
    private var kinds: [Int: LocalizedName] = [:]
    /// In the order of the source.
    private var groups: [Group] = []
    /// The StationAPI's codes of each station's partners, by station id.
    private var codes: [String: [Int]] = [:]

    /// The source's word for a station that all trains of a group pass; other numbers mean that some of them stop.
    private static let passed = "1"

    /// - Parameter folder: holds `4!types.csv` and `5!station_station_types.csv`.
    init(
        folder: String, directory: StationDirectory, join: StationJoin, progress: (ImportProgress) -> Void
    ) throws(RailwayError) {
        progress(ImportProgress(stage: "reading stop patterns"))
        let types = try SourceTable(folder + "/4!types.csv", needs: ["type_cd", "type_name", "type_name_r"])
        while try types.next() { kinds[try types.integer("type_cd")] = Self.name(types) }
        let table = try SourceTable(
            folder + "/5!station_station_types.csv", needs: ["station_cd", "type_cd", "line_group_cd", "pass"])
        var places: [Int: Int] = [:]
        while try table.next() {
            let number = try table.integer("line_group_cd")
            let place = places[number] ?? groups.count
            if place == groups.count {
                places[number] = place
                groups.append(Group(kind: try table.integer("type_cd")))
            }
            groups[place].stops[try table.integer("station_cd")] = table["pass"] != Self.passed
        }
        for railway in join.railways {
            for (index, station) in railway.stations.enumerated() {
                codes[station.id] = railway.partners[index].map { directory.stations[$0].code }
            }
        }
    }

    private static func name(_ table: SourceTable) -> LocalizedName {
        let columns = [("ja", "type_name"), ("en", "type_name_r"), ("ko", "type_name_ko"), ("zh-Hans", "type_name_zh")]
        return LocalizedName(
            columns.compactMap { tag, column in
                let text = table[column].replacing("\\n", with: " ").replacing("\n", with: " ")
                return text.isEmpty ? nil : LocalizedName.Entry(language: tag, text: text)
            })
    }

    /// Gives each railway the patterns of the groups that run over it.
    func add(to map: inout RailwayMap) {
        // Groups by the stations they name, so that each railway looks at its own alone.
        var naming: [Int: [Int]] = [:]
        for (index, group) in groups.enumerated() { for code in group.stops.keys { naming[code, default: []].append(index) } }
        for index in map.railways.indices {
            let stations = map.railways[index].stations
            let own = stations.map { codes[$0.id] ?? [] }
            for group in Set(own.joined().flatMap { naming[$0] ?? [] }).sorted() {
                guard let stops = stops(of: groups[group], at: own), let name = kinds[groups[group].kind] else { continue }
                let pattern = Railway.StopPattern(name: name, stops: stops)
                if !map.railways[index].patterns.contains(pattern) { map.railways[index].patterns.append(pattern) }
            }
        }
    }

    /// Where a group stops on a railway; nil when it only touches it: when it names fewer than two of its stations, or leaves
    /// out more than a fifth of those between the first and the last.
    private func stops(of group: Group, at stations: [[Int]]) -> [Bool]? {
        let named = stations.map { codes in codes.lazy.compactMap { group.stops[$0] }.first }
        guard let first = named.firstIndex(where: { $0 != nil }), let last = named.lastIndex(where: { $0 != nil }), last > first
        else { return nil }
        let known = named[first...last].count { $0 != nil }
        guard known * 5 >= (last - first + 1) * 4 else { return nil }
        let stops = named.map { $0 ?? false }
        return stops.contains(true) ? stops : nil
    }
}
