// SPDX-License-Identifier: MIT
import GRDB
import Railways

/// The map queried by SQL at every fix, through the R-tree, as in the talk.
///
/// Each query is one transaction. The railways themselves are cached here, whereas the talk fetches them again for every use.
struct TalkMapDatabase: TalkMap {
    private let queue: DatabaseQueue
    private let ids: [String]
    private let places: [String: Int]

    init(path: String, _ map: RailwayMap) throws {
        var configuration = Configuration()
        configuration.readonly = true
        queue = try DatabaseQueue(path: path, configuration: configuration)
        ids = map.railways.map(\.id)
        places = Dictionary(ids.enumerated().map { ($1, $0) }) { first, _ in first }
    }

    func nearestVertices(_ position: Railway.Position) throws -> [(line: Int, vertex: Railway.Position)] {
        let sql = """
            SELECT railway, latitude, longitude FROM (
                SELECT segment.railway, coordinate.latitude, coordinate.longitude,
                    row_number() OVER (PARTITION BY segment.railway ORDER BY
                        (coordinate.latitude - :lat) * (coordinate.latitude - :lat)
                        + (coordinate.longitude - :lon) * (coordinate.longitude - :lon)) AS rank
                FROM coordinate_rtree AS box
                JOIN coordinate ON coordinate.id = box.id
                JOIN segmentCoordinate ON segmentCoordinate.coordinate = coordinate.id
                JOIN segment ON segment.id = segmentCoordinate.segment
                WHERE box.minLat <= :lat + :reach AND box.maxLat >= :lat - :reach
                    AND box.minLon <= :lon + :reach AND box.maxLon >= :lon - :reach
            ) WHERE rank = 1
            """
        return try queue.read { database in
            try Row.fetchAll(
                database, sql: sql,
                arguments: ["lat": position.latitude, "lon": position.longitude, "reach": TalkMapInMemory.reach]
            ).compactMap { row in
                places[row[0]].map { ($0, Railway.Position(latitude: row[1], longitude: row[2])) }
            }
        }
    }

    func nearestStations(_ position: Railway.Position, of lines: [Int]) throws -> [(line: Int, pair: [TalkStation])] {
        let sql = """
            SELECT railway, "order", latitude, longitude FROM (
                SELECT railway, "order", latitude, longitude,
                    row_number() OVER (PARTITION BY railway ORDER BY
                        (latitude - ?) * (latitude - ?) + (longitude - ?) * (longitude - ?)) AS rank
                FROM station
                WHERE latitude IS NOT NULL AND railway IN (\(lines.map { _ in "?" }.joined(separator: ",")))
            ) WHERE rank <= 2
            """
        let here = [position.latitude, position.latitude, position.longitude, position.longitude]
        var pairs: [Int: [TalkStation]] = [:]
        try queue.read { database in
            for row in try Row.fetchAll(
                database, sql: sql, arguments: StatementArguments(here) + StatementArguments(lines.map { ids[$0] }))
            {
                guard let line = places[row[0]] else { continue }
                pairs[line, default: []].append(Self.station(row, from: 1))
            }
        }
        return pairs.filter { $0.value.count == 2 }.map { ($0.key, $0.value) }
    }

    func stations(of line: Int) throws -> [TalkStation] {
        try queue.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT "order", latitude, longitude FROM station
                    WHERE railway = ? AND latitude IS NOT NULL ORDER BY "order"
                    """,
                arguments: [ids[line]]
            ).map { Self.station($0, from: 0) }
        }
    }

    private static func station(_ row: Row, from column: Int) -> TalkStation {
        TalkStation(
            order: row[column], position: Railway.Position(latitude: row[column + 1], longitude: row[column + 2]))
    }
}
