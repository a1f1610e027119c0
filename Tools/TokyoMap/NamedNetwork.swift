// SPDX-License-Identifier: MIT
import Railways

/// The railways and stations named in `routes.csv` and `stations.csv`, without any order or track.
struct NamedNetwork {
    /// Their stations are in the order of the file.
    private(set) var railways: [Railway] = []
    private(set) var notes: [String] = []

    /// The languages; the two files write some of their column names differently.
    private static let languages: [(tag: String, columns: [String])] = [
        ("ja", ["name_ja"]), ("en", ["name_en"]), ("ko", ["name_ko"]), ("zh-Hans", ["name_zh-Hans", "name_zh_hans"]),
        ("zh-Hant", ["name_zh-Hant", "name_zh_hant"]),
    ]

    /// The source's names of modes.
    private static let modes: [String: RailwayMode] = ["metro": .subway, "monorail": .monorail, "rail": .train, "tram": .tram]

    init(routes: String, stations: String) throws(RailwayError) {
        var places: [String: Int] = [:]
        let routeTable = try SourceTable(routes, needs: ["id", "name_ja"])
        while try routeTable.next() {
            let id = routeTable["id"]
            guard !id.isEmpty, places[id] == nil else {
                throw routeTable.fault("id", id.isEmpty ? "it is blank" : "duplicate id")
            }
            places[id] = railways.count
            let color = routeTable["color"]
            var railway = Railway(id: id, name: Self.name(routeTable), color: color.isEmpty ? Railway.unknownColor : "#\(color)")
            railway.code = Self.filled(routeTable["code"])
            railway.mode = Self.modes[routeTable["mode"]]
            railways.append(railway)
        }
        let table = try SourceTable(stations, needs: ["id", "name_ja"])
        var seen: Set<String> = []
        var strangers: [(railway: String, count: Int)] = []
        while try table.next() {
            let id = table["id"]
            guard seen.insert(id).inserted else { throw table.fault("id", "duplicate id") }
            let parts = id.split(separator: ".", omittingEmptySubsequences: false)
            // A name without a railway is a place where several railways meet, not a station of one.
            guard parts.count > 2 else { continue }
            let owner = (2..<parts.count).reversed().map { parts[..<$0].joined(separator: ".") }
            guard let railway = owner.lazy.compactMap({ places[$0] }).first else {
                let name = owner[owner.count - 1]
                if let known = strangers.firstIndex(where: { $0.railway == name }) {
                    strangers[known].count += 1
                } else {
                    strangers.append((name, 1))
                }
                continue
            }
            let position = table["lat"].isEmpty && table["lon"].isEmpty ? nil : try table.position()
            var station = Railway.Station(id: id, name: Self.name(table), position: position)
            station.code = Self.filled(table["code"])
            railways[railway].stations.append(station)
        }
        for stranger in strangers {
            notes.append(
                "\(stranger.railway): \(stranger.count) station\(stranger.count == 1 ? "" : "s") of a railway that routes.csv "
                    + "does not name; left out")
        }
    }

    private static func name(_ table: SourceTable) -> LocalizedName {
        LocalizedName(
            languages.compactMap { tag, columns in
                columns.lazy.map { table[$0] }.first { !$0.isEmpty }.map { LocalizedName.Entry(language: tag, text: $0) }
            })
    }

    private static func filled(_ text: String) -> String? { text.isEmpty ? nil : text }
}
