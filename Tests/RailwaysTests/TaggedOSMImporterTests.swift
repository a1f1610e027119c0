// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import Railways
@testable import TokyoMap

/// A handmade folder of tagged ways: a line A of four stations in three ways of mixed direction, one of them shared with line B,
/// which meets it in the middle.
private func folder(_ scratch: Folder, osm: String? = nil, stations: String? = nil, routes: String? = nil) throws -> String {
    let nodes = [(1, 0.0, 0.0), (2, 0.0, 0.01), (3, 0.0, 0.02), (4, 0.0, 0.03), (5, 0.0, 0.04), (6, 0.01, 0.02)]
    let ways = [([3, 2, 1], ["Toy.A"]), ([3, 4], ["Toy.A", "Toy.B"]), ([5, 4], ["Toy.A"]), ([6, 3], ["Toy.B"])]
    var text = "<?xml version='1.0'?>\n<osm version='0.6'>\n"
    for (id, north, east) in nodes { text += "<node id='-\(id)' lat='\(46 + north)' lon='\(7 + east)'/>\n" }
    for (refs, ids) in ways {
        text += "<way id='-\(refs[0])'>" + refs.map { "<nd ref='-\($0)'/>" }.joined()
        text += ids.map { "<tag k='\($0)' v='yes'/>" }.joined() + (ids.count == 2 ? "<tag k='tunnel' v='yes'/>" : "") + "</way>\n"
    }
    try scratch.write(osm ?? text + "</osm>\n", to: "rail_geo.osm")
    try scratch.write(
        routes ?? "id,code,name_ja,name_en,color\nToy.A,A,A線,Line A,FF0000\nToy.B,,B線,Line B,\nToy.C,,C線,Line C,00FF00\n",
        to: "routes.csv")
    try scratch.write(
        stations ?? """
            id,code,name_ja,name_en,lat,lon
            Toy.A.West,A1,西,West,46.0001,7.0
            Toy.A.East,A4,東,East,46.0001,7.04
            Toy.A.Mid,A2,中,Mid,46.0001,7.02
            Toy.A.Half,A3,半,Half,46.0001,7.03
            Mid,,中,Mid,46.0001,7.02
            Toy.B.Mid,,中,Mid,46.0001,7.02
            Toy.B.North,,北,North,46.01,7.02
            Toy.D.Lost,,迷,Lost,,
            """, to: "stations.csv")
    return scratch.url.path
}

private func imported(_ path: String) throws(RailwayError) -> RailwayImport { try TaggedOSMImporter(folder: path).read { _ in } }

@Suite(.computing) struct TaggedOSMImporterTests {
    @Test func waysOfAnyDirectionBecomeALineInStationOrder() throws {
        let scratch = try Folder()
        let result = try imported(try folder(scratch))
        #expect(result.map.railways.map(\.id) == ["Toy.A", "Toy.B"])
        let a = result.map.railways[0]
        let order = a.stations.map(\.id)
        let expected = ["Toy.A.West", "Toy.A.Mid", "Toy.A.Half", "Toy.A.East"]
        #expect(order == expected || order == expected.reversed())
        #expect(a.code == "A" && a.color == "#FF0000" && a.name["ja"] == "A線" && a.stations.allSatisfy { $0.code?.hasPrefix("A") == true })
        #expect((a.ascending, a.descending) == ("ascending", "descending"))
        let longitudes = a.segments.flatMap(\.points).map(\.longitude)
        #expect(longitudes == longitudes.sorted() || longitudes == longitudes.sorted().reversed())
        #expect(abs((longitudes.min() ?? 0) - 7) < 1e-6 && abs((longitudes.max() ?? 0) - 7.04) < 1e-6)
        #expect(a.segments.map(\.isUnderground) == [false, true, false])
        let b = result.map.railways[1]
        #expect(Set(b.stations.map(\.id)) == ["Toy.B.Mid", "Toy.B.North"])
        #expect(result.notes.contains { $0.hasPrefix("Toy.D: 1 station of a railway that routes.csv does not name") })
        #expect(result.notes.contains { $0 == "Toy.C: no station of it is named; left out" })
        #expect(result.map.credits.isEmpty)
    }

    @Test(
        arguments: [
            ("rail_geo.osm", "<osm><node id='1' lat='1' lon='2'/><way>", RailwayError.Kind.malformed),
            ("rail_geo.osm", "<osm>\n<node id='1' lat='91' lon='2'/></osm>", .badValue),
            ("rail_geo.osm", "<osm>\n<node id='1' lat='nan' lon='2'/></osm>", .badValue),
            ("rail_geo.osm", "<osm>\n<node id='one' lat='1' lon='2'/></osm>", .badValue),
            ("rail_geo.osm", "no XML", .malformed),
            ("routes.csv", "id,name_en\nToy.A,A\n", .missing),
            ("routes.csv", "id,name_ja\nToy.A,A\nToy.A,B\n", .badValue),
            ("routes.csv", "id,name_ja\nToy.Z,Z\n", .empty),
            ("stations.csv", "", .missing),
            ("stations.csv", "id,name_ja,lat,lon\nToy.A.West,西,north,7\n", .badValue),
            ("stations.csv", "id,name_ja,lat,lon\nToy.A.West,西,95,7\n", .badValue),
            ("stations.csv", "id,name_ja,lat,lon\nToy.A.West,\"西,46,7\n", .malformed),
        ] as [(String, String, RailwayError.Kind)])
    func aBrokenSourceIsPlaced(_ name: String, _ text: String, _ kind: RailwayError.Kind) throws {
        let scratch = try Folder()
        let path = try folder(scratch)
        try scratch.write(text, to: name)
        let error = #expect(throws: RailwayError.self) { try imported(path) }
        #expect(error?.kind == kind)
        if kind != .empty { #expect(error?.source.hasSuffix(name) == true) }
        if name == "rail_geo.osm", kind == .badValue { #expect(error?.line == 2) }
        #expect(error?.remedy.isEmpty == false)
    }

    @Test func aMissingFileIsNamed() throws {
        let scratch = try Folder()
        let path = try folder(scratch)
        try FileManager.default.removeItem(atPath: scratch.path("stations.csv"))
        #expect(throws: RailwayError.self) { try RailwayFormat.sniff(path) }
        let error = #expect(throws: RailwayError.self) { try imported(path) }
        #expect(error?.kind == .unreadable && error?.source.hasSuffix("stations.csv") == true)
    }

    @Test func whatIsOddIsNotedAndDoesNotStopTheRest() throws {
        let scratch = try Folder()
        let path = try folder(
            scratch,
            stations:
                "id,name_ja,lat,lon\nToy.A.West,西,46,7\nToy.A.East,東,46,7.04\nToy.B.Mid,中,46,7.02\nToy.C.One,一,46,7\nToy.A.Nowhere,無,,\n")
        let result = try imported(path)
        #expect(result.map.railways.map(\.id) == ["Toy.A", "Toy.B", "Toy.C"])
        #expect(result.map.railways[0].stations.map(\.position).count { $0 == nil } == 1)
        #expect(result.map.railways[0].stations.last?.id == "Toy.A.Nowhere")
        #expect(result.notes.contains("Toy.B: a line of one station"))
        #expect(result.notes.contains("Toy.C: no way is tagged with it; it has no track"))
        try RailwayStore.write(result.map, notes: result.notes, to: scratch.path("a.sqlite"))
        #expect(try RailwayStore.read(scratch.path("a.sqlite")) == RailwayImport(map: result.map.marked(), notes: result.notes))
    }

    /// A database would end a text at its NUL, and so the stored railway would differ.
    @Test func aNulInATableIsNoText() throws {
        let scratch = try Folder()
        let path = try folder(scratch, routes: "id,code,name_ja,color\nToy.A,A\0B,A\0線,FF\0000\nToy.B\0C,,B線,\n")
        let result = try imported(path)
        let railway = try #require(result.map.railways.first)
        #expect(railway.code == "A\u{FFFD}B" && railway.name["ja"] == "A\u{FFFD}線" && railway.color == "#FF\u{FFFD}000")
        #expect(result.notes.contains("Toy.B\u{FFFD}C: no station of it is named; left out"))
        try RailwayStore.write(result.map, notes: result.notes, to: scratch.path("a.sqlite"))
        #expect(try RailwayStore.read(scratch.path("a.sqlite")) == RailwayImport(map: result.map.marked(), notes: result.notes))
    }

    @Test func aLineMayCrossTheAntimeridian() throws {
        let scratch = try Folder()
        var osm = "<osm>"
        for (id, longitude) in [(1, 179.98), (2, 179.995), (3, -179.995), (4, -179.98)] {
            osm += "<node id='\(id)' lat='-16.8' lon='\(longitude)'/>"
        }
        osm += "<way id='1'><nd ref='4'/><nd ref='3'/><tag k='Toy.A' v='yes'/></way>"
        osm += "<way id='2'><nd ref='1'/><nd ref='2'/><nd ref='3'/><nd ref='99'/><tag k='Toy.A' v='yes'/></way></osm>"
        let path = try folder(
            scratch, osm: osm,
            stations: "id,name_ja,lat,lon\nToy.A.West,西,-16.8,179.98\nToy.A.East,東,-16.8,-179.98\nToy.A.Mid,中,-16.8,180\n")
        let result = try imported(path)
        let order = result.map.railways[0].stations.map(\.id)
        #expect(order == ["Toy.A.West", "Toy.A.Mid", "Toy.A.East"] || order == ["Toy.A.East", "Toy.A.Mid", "Toy.A.West"])
        #expect(abs(RailwaySurvey(result.map.railways[0]).length - 4265) < 10)
        #expect(result.notes.contains("rail_geo.osm: 1 reference to a node that are missing from it"))
    }

    @Test func namesAreComparedWithoutTheirVariants() {
        #expect(StationName.key("押上〈スカイツリー前〉") == StationName.key("押上（スカイツリー前）"))
        #expect(StationName.key("阿佐ケ谷 ") == StationName.key("阿佐ヶ谷"))
        #expect(StationName.key("上菅谷駅") == "上菅谷" && StationName.key("駅") == "駅")
        #expect(StationName.key("空港第２ビル（第２旅客ターミナル）") == StationName.key("空港第2ビル"))
        #expect(StationName.key("") == "" && StationName.key("(") == "")
    }
}
