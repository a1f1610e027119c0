// SPDX-License-Identifier: MIT
import Railways
import Tracking

/// The stops of each kind of train, from the StationAPI's groups of trains.
struct StopPatterns {
    /// Trains that run as one service: their kind and whether they stop, by station code. One train may be a local on one railway
    /// and an express on the next.
    private struct Group {
        var rows: [Int: (kind: Int, stops: Bool)] = [:]
    }
    private var kinds: [Int: LocalizedName] = [:]
    /// In the order of the source.
    private var groups: [Group] = []
    /// The StationAPI's codes of each station's partners, by station id.
    private var codes: [String: [Int]] = [:]

    /// The source's value for a station that all trains of a group pass; with other values some of them stop.
    private static let passed = "1"

    /// - Parameter folder: Holds `4!types.csv` and `5!station_station_types.csv`.
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
                groups.append(Group())
            }
            groups[place].rows[try table.integer("station_cd")] =
                (try table.integer("type_cd"), table["pass"] != Self.passed)
        }
        let owners = Self.owners(directory, join)
        for (place, railway) in join.railways.enumerated() {
            for (index, station) in railway.stations.enumerated() {
                codes[station.id] = railway.partners[index].compactMap { partner in
                    owners[directory.stations[partner].line]?.contains(place) == true ? directory.stations[partner].code : nil
                }
            }
        }
    }

    /// The railways served by the trains of each StationAPI line, by the line's code: railways with more than half as many of its
    /// stations as the railway with the most, and branches, which have stations that this one lacks. A railway that only shares
    /// stations with a line is served by other trains.
    private static func owners(_ directory: StationDirectory, _ join: StationJoin) -> [Int: Set<Int>] {
        var partners: [Int: [Int: Set<Int>]] = [:]
        for (place, railway) in join.railways.enumerated() {
            for partner in railway.partners.joined() {
                partners[directory.stations[partner].line, default: [:]][place, default: []].insert(partner)
            }
        }
        return partners.mapValues { railways in
            let most = railways.values.map(\.count).max() ?? 0
            let main = railways.values.filter { 2 * $0.count > most }
            return Set(
                railways.filter { entry in
                    2 * entry.value.count > most || main.allSatisfy { !entry.value.isSubset(of: $0) }
                }.keys)
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

    /// Adds to each railway the patterns of the groups that run over it.
    func add(to map: inout RailwayMap) {
        // Groups by the stations they name, so that each railway examines only its own.
        var naming: [Int: [Int]] = [:]
        for (index, group) in groups.enumerated() { for code in group.rows.keys { naming[code, default: []].append(index) } }
        for index in map.railways.indices {
            let stations = map.railways[index].stations
            let own = stations.map { codes[$0.id] ?? [] }
            for group in Set(own.joined().flatMap { naming[$0] ?? [] }).sorted() {
                guard let pattern = pattern(of: groups[group], at: own), !map.railways[index].patterns.contains(pattern) else {
                    continue
                }
                map.railways[index].patterns.append(pattern)
            }
        }
    }

    /// The stops of a group on a railway; nil if the group only touches it, that is, names fewer than two of its stations or
    /// omits more than a fifth of those between the first and the last.
    private func pattern(of group: Group, at stations: [[Int]]) -> Railway.StopPattern? {
        let rows = stations.map { codes in codes.lazy.compactMap { group.rows[$0] }.first }
        guard let first = rows.firstIndex(where: { $0 != nil }), let last = rows.lastIndex(where: { $0 != nil }), last > first
        else { return nil }
        let known = rows[first...last].compactMap { $0 }
        guard known.count * 5 >= (last - first + 1) * 4, known.contains(where: \.stops) else { return nil }
        var counts: [Int: Int] = [:]
        for row in known { counts[row.kind, default: 0] += 1 }
        let kind = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        guard let name = kind.flatMap({ kinds[$0] }) else { return nil }
        return Railway.StopPattern(name: name, stops: rows.map { $0?.stops ?? false })
    }
}
