// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import Platform
import TestTraits
import Testing

@testable import Railways

@Suite(.computing) struct RailwayStoreTests {
    private static let talksMap = TestData.beside.appendingPathComponent("map/railway.sqlite").path

    @Test(.needs(data: "map/railway.sqlite")) func theTalksDatabaseReadsUnchanged() throws {
        let map = try RailwayStore.read(Self.talksMap).map
        // The figures of data/README.md.
        #expect(map.railways.count == 179)
        #expect(map.railways.reduce(0) { $0 + $1.stations.count } == 2583)
        #expect(map.railways.reduce(0) { $0 + $1.segments.count } == 274)
        #expect(Set(map.railways.flatMap { $0.segments.flatMap(\.points) }).count == 81_958)
        let yamanote = try #require(map.railway("JR-East.Yamanote"))
        #expect(yamanote.name.entries == [.init(language: "en", text: "Yamanote Line"), .init(language: "ja", text: "山手線")])
        #expect(yamanote.stations.map { $0.name["ja"] }.prefix(4) == ["大崎", "五反田", "目黒", "恵比寿"])
        #expect(yamanote.stations.first?.position == Railway.Position(latitude: 35.62019, longitude: 139.72816))
        #expect((yamanote.ascending, yamanote.descending, yamanote.color) == ("OuterLoop", "InnerLoop", "#80C342"))
        #expect(
            yamanote.segments.first?.points.prefix(2) == [
                .init(latitude: 35.6200232, longitude: 139.727704), .init(latitude: 35.6201907, longitude: 139.7276118),
            ])
        #expect(map.railways.allSatisfy { $0.patterns.isEmpty && $0.code == nil } && map.credits.isEmpty)
    }

    @Test(arguments: [RailwayStore.Layout.indexed, .compact])
    func whatIsWrittenIsRead(_ layout: RailwayStore.Layout) throws {
        let scratch = try Folder()
        try RailwayStore.write(.rich, notes: ["odd", "'odder'"], to: scratch.path("a.sqlite"), layout: layout)
        #expect(try RailwayStore.read(scratch.path("a.sqlite")) == RailwayImport(map: .rich.marked(), notes: ["odd", "'odder'"]))
        #expect(scratch.names == ["a.sqlite"])
        try Self.isReadAgain(try RailwayLibrary.greaterTokyo().map, layout)
    }

    @Test(.needs(data: "map/railway.sqlite"), arguments: [RailwayStore.Layout.indexed, .compact])
    func theTalksMapIsReadAgain(_ layout: RailwayStore.Layout) throws {
        try Self.isReadAgain(try RailwayStore.read(Self.talksMap).map, layout)
    }

    private static func isReadAgain(_ map: RailwayMap, _ layout: RailwayStore.Layout) throws {
        let scratch = try Folder()
        try RailwayStore.write(map, to: scratch.path("a.sqlite"), layout: layout)
        #expect(try RailwayStore.read(scratch.path("a.sqlite")).map == map)
    }

    @Test func theTreesFindWhatALookAtEveryPlaceFinds() throws { try Self.treesFind(try RailwayLibrary.greaterTokyo().map) }

    @Test(.needs(data: "map/railway.sqlite")) func theTreesOfTheTalksMapToo() throws {
        try Self.treesFind(try RailwayStore.read(Self.talksMap).map)
    }

    private static func treesFind(_ map: RailwayMap) throws {
        let scratch = try Folder()
        try RailwayStore.write(map, to: scratch.path("a.sqlite"))
        let found = try DatabaseQueue(path: scratch.path("a.sqlite")).read { database in
            #expect(try String.fetchOne(database, sql: "PRAGMA integrity_check") == "ok")
            #expect(try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").isEmpty)
            let plan = try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN SELECT * FROM segment WHERE railway = 'x'")
            #expect(plan.contains { ($0["detail"] as String).contains("segment_on_railway") })
            return try String.fetchAll(
                database,
                sql: """
                    SELECT s.id FROM station s JOIN station_rtree t ON t.id = s.rowid
                    WHERE t.minLat > 35.67 AND t.maxLat < 35.7 AND t.minLon > 139.74 AND t.maxLon < 139.78 ORDER BY s.id
                    """)
        }
        let expected = map.railways.flatMap(\.stations).filter {
            guard let position = $0.position else { return false }
            return position.latitude > 35.67 && position.latitude < 35.7 && position.longitude > 139.74 && position.longitude < 139.78
        }.map(\.id).sorted()
        #expect(found == expected && found.count > 20)
    }

    @Test func aWriteThatFailsLeavesTheOldFile() throws {
        let scratch = try Folder()
        let path = scratch.path("a.sqlite")
        try RailwayStore.write(.rich, to: path)
        let old = try Data(contentsOf: URL(fileURLWithPath: path))
        var twice = RailwayMap.rich
        twice.railways[1].stations[0].id = twice.railways[0].stations[0].id
        let error = #expect(throws: RailwayError.self) { try RailwayStore.write(twice, to: path) }
        #expect(error?.kind == .badValue && error?.place == "station Toy.Ring.0")
        #expect(throws: RailwayError.self) { try RailwayStore.write(RailwayMap(), to: path) }
        try scratch.write("x", to: "a.sqlite-wal")
        let open = #expect(throws: RailwayError.self) { try RailwayStore.write(.rich, to: path) }
        #expect(open?.kind == .unwritable)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == old)
        #expect(scratch.names == ["a.sqlite", "a.sqlite-wal"])
    }

    /// What takes long comes before: until then a signal may end the program, and leaves nothing.
    @Test func itTellsItsProgressAndWhenTheFileIsBegun() throws {
        let scratch = try Folder()
        let claims = OutputClaims(overwrites: true)
        var begun = 0
        var shares: [Double] = []
        func write(_ map: RailwayMap) throws {
            try RailwayStore.write(
                map, notes: [], to: scratch.path("a.sqlite"), layout: .compact, claims,
                progress: {
                    #expect(begun == 0)
                    shares.append($0.fraction ?? -1)
                },
                begins: {
                    begun += 1
                    #expect(scratch.names.isEmpty)
                })
        }
        #expect(throws: RailwayError.self) { try write(RailwayMap()) }
        #expect(begun == 0 && shares.isEmpty)
        try write(.rich)
        #expect(shares.count == 2 * RailwayMap.rich.railways.count && shares == shares.sorted() && shares.first == 0)
        #expect(shares.allSatisfy { $0 < 1 })
        #expect(begun == 1 && scratch.names == ["a.sqlite"])
    }

    @Test(arguments: ["missing/a.sqlite", "."])
    func whereNothingCanBeWrittenItSaysSo(_ name: String) throws {
        let scratch = try Folder()
        let error = #expect(throws: RailwayError.self) { try RailwayStore.write(.rich, to: scratch.path(name)) }
        #expect(error?.kind == .unwritable && error?.remedy.isEmpty == false)
        #expect(scratch.names.isEmpty)
    }
}
