// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing
import Tracking

@testable import Railways

/// A handmade extract modelled on the metro of Lausanne: one line with a master, two tracks and tunnels, one without a master
/// that the border cuts, a railway without stops, a bus. All ids are negative, as in an editor's files.
@Suite(.computing) struct OSMImporterTests {
    private func extract() throws -> RailwayImport { try OSMImporter(path: ImportFixture.path("lausanne.osm")).read() }

    private static func imported(_ text: String) throws -> RailwayImport {
        let folder = try Folder()
        return try OSMImporter(path: folder.write(text, to: "extract.osm").path).read()
    }

    @Test func linesStationsAndOrder() throws {
        let map = try extract().map
        #expect(map.railways.map(\.id) == ["m2", "m1", "Chemin de fer Lausanne-Echallens-Bercher"])
        let m2 = try #require(map["m2"])
        #expect(
            m2.names == [
                "Ouchy–Olympique", "Jordils", "Délices", "Grancy", "Lausanne-Gare", "Lausanne-Flon", "Riponne–Maurice Béjart", "Bessières",
                "Ours", "CHUV", "Sallaz", "Fourmi", "Vennes", "Croisettes",
            ])
        #expect(m2.code == "m2")
        // The master's `deeppink` is not a known colour; the route's is.
        #expect(m2.color == "#E4278C")
        #expect(m2.name == LocalizedName([.init(language: "", text: "Métro M2"), .init(language: "de", text: "Metro M2")]))
        #expect([m2.ascending, m2.descending] == ["Croisettes", "Ouchy–Olympique"])
        #expect(m2.stations[4].name.text(["de"]) == "Lausanne Bahnhof")
        #expect(
            m2.stations[4].name
                == LocalizedName([
                    .init(language: "fr", text: "Lausanne-Gare"), .init(language: "de", text: "Lausanne Bahnhof"),
                    .init(language: "en", text: "Lausanne railway station"),
                ]))
        #expect(m2.stations[4].code == "LSGA")
        #expect(map.credits == ["© OpenStreetMap contributors, ODbL 1.0, https://www.openstreetmap.org/copyright"])
    }

    @Test func aLineWithoutMasterIsKnownByItsRef() throws {
        let m1 = try #require(try extract().map["m1"])
        #expect(m1.names == ["Lausanne-Flon", "Vigie", "Montelly", "Provence", "Malley", "Bourdonnette", "EPFL", "Renens-Gare"])
        #expect(m1.name.text() == "Métro M1")
        #expect(m1.color == "#0000FF")
        #expect([m1.ascending, m1.descending] == ["Renens-Gare", "Lausanne-Flon"])
    }

    @Test func tunnelsAreUnderground() throws {
        let m2 = try #require(try extract().map["m2"])
        #expect(m2.segments.map(\.isUnderground) == [true, false, true, false, true])
        for (a, b) in zip(m2.segments, m2.segments.dropFirst()) { #expect(a.points.last == b.points.first) }
        // The open stretch between Grancy and the main station.
        let open = m2.segments[1].points
        #expect(m2.stations[3].position.map { $0.place.distance(to: open[0].place) < 20 } == true)
        #expect(m2.stations[4].position.map { $0.place.distance(to: open[open.count - 1].place) < 20 } == true)
    }

    @Test func whatTheBorderCutOffIsNoted() throws {
        let result = try extract()
        #expect(result.notes.contains("m1: 1 of the 15 members of relation -9011 are not in the extract"))
        #expect(result.notes.contains("m1: 1 of the 11 members of relation -9012 are not in the extract"))
        #expect(result.notes.contains("m1: a gap of 1.0 km in the track between Malley and Bourdonnette"))
        #expect(result.map["m1"]?.segments.count == 2)
    }

    @Test func stationsOnTheTrackServeARouteWithoutStops() throws {
        let railway = try #require(try extract().map["Chemin de fer Lausanne-Echallens-Bercher"])
        let names = ["Lausanne-Flon", "Lausanne-Chauderon", "Montétan", "Union-Prilly"]
        #expect(railway.names == names || railway.names == names.reversed())
    }

    @Test func aRideAlongTheLineIsNearIt() throws {
        for railway in try extract().map.railways {
            let far = railway.straightRide.filter { railway.distance(to: $0) >= 40 }
            // m1 has the hole; 300 m away from its ends nothing is near.
            #expect(far.count <= (railway.id == "m1" ? 9 : 0), "\(railway.id)")
        }
    }

    /// A ring of five stations without the first stop repeated: the track shows that it is a loop. Three-digit colour, a stop
    /// without a name, empty roles.
    @Test func aRingIsALoop() throws {
        var text = "<osm>"
        for node in 0..<20 {
            let (sine, cosine) = (sin(Double(node) / 20 * 2 * .pi), cos(Double(node) / 20 * 2 * .pi))
            text += "<node id='\(node + 1)' lat='\(46 + 0.02 * sine)' lon='\(7 + 0.03 * cosine)'>"
            if node % 4 == 0 {
                text += "<tag k='railway' v='\(node == 4 ? "stop" : "tram_stop")'/>" + (node == 4 ? "" : "<tag k='name' v='S\(node)'/>")
            }
            text += "</node>"
        }
        for way in 0..<4 {
            let nodes = (0...5).map { ($0 + way * 5) % 20 + 1 }
            text +=
                "<way id='\(way + 1)'>" + (way == 2 ? nodes.reversed() : nodes).map { "<nd ref='\($0)'/>" }.joined()
                + "<tag k='railway' v='tram'/></way>"
        }
        text += "<relation id='1'>" + [1, 5, 9, 13, 17].map { "<member type='node' ref='\($0)' role=''/>" }.joined()
        text += [3, 1, 2, 4].map { "<member type='way' ref='\($0)' role=''/>" }.joined()
        text += "<tag k='type' v='route'/><tag k='route' v='tram'/><tag k='name' v='Ring'/><tag k='colour' v='#a3f'/></relation></osm>"
        let result = try Self.imported(text)
        let ring = try #require(result.map.railways.first)
        #expect(result.map.railways.count == 1)
        #expect(ring.id == "Ring")
        #expect(ring.color == "#AA33FF")
        #expect(ring.names == ["S0", "", "S8", "S12", "S16"])
        #expect(ring.segments.first?.points.first == ring.segments.last?.points.last)
        #expect(ring.distance(to: Railway.Position(latitude: 46 + 0.02 * sin(-0.3), longitude: 7 + 0.03 * cos(-0.3))) < 60)
        #expect(result.notes == ["stop 5 has no name, and no station lies within 300 m"])
    }

    /// Mappers give a stop position to some stations and a platform to others, and list them by turns or one kind after the other.
    /// Of five stations here the third and the last have a platform alone, and the others have both.
    @Test(arguments: [true, false]) func aPlatformAloneIsAStop(byTurns: Bool) throws {
        let stops = [0, 1, 3]
        func node(_ id: Int, _ place: Int, _ kind: String) -> String {
            "<node id='\(id)' lat='46.000\(id / 10)' lon='7.0\(place)'><tag k='public_transport' v='\(kind)'/>"
                + "<tag k='name' v='S\(place)'/></node>"
        }
        func member(_ id: Int, _ role: String) -> String { "<member type='node' ref='\(id)' role='\(role)'/>" }
        var text = "<osm>" + (0..<5).map { node(10 + $0, $0, "platform") + node(20 + $0, $0, "stop_position") }.joined()
        text += "<way id='1'>" + (20..<25).map { "<nd ref='\($0)'/>" }.joined() + "<tag k='railway' v='rail'/></way><relation id='1'>"
        if byTurns {
            for place in 0..<5 { text += (stops.contains(place) ? member(20 + place, "stop") : "") + member(10 + place, "platform") }
        } else {
            text += stops.map { member(20 + $0, "stop") }.joined() + (0..<5).map { member(10 + $0, "platform") }.joined()
        }
        text += "<member type='way' ref='1' role=''/><tag k='type' v='route'/><tag k='route' v='train'/><tag k='ref' v='S1'/>"
        let railway = try #require(try Self.imported(text + "</relation></osm>").map["S1"])
        #expect(railway.names == ["S0", "S1", "S2", "S3", "S4"])
        // The place of a station is where its trains stop, if that is known.
        #expect(railway.stations.map { $0.position?.latitude } == [46.0002, 46.0002, 46.0001, 46.0002, 46.0001])
    }

    /// Mappers also list a platform without a role.
    @Test func aPlatformIsNoTrack() throws {
        var text = "<osm>"
        for (id, latitude, longitude) in [(1, 46.0, 7.0), (2, 46.0, 7.02), (3, 46.0001, 7.0), (4, 46.0009, 7.0)] {
            text += "<node id='\(id)' lat='\(latitude)' lon='\(longitude)'>"
            text += (id < 3 ? "<tag k='railway' v='stop'/><tag k='name' v='S\(id)'/>" : "") + "</node>"
        }
        text += "<way id='1'><nd ref='1'/><nd ref='2'/><tag k='railway' v='rail'/></way>"
        text += "<way id='2'><nd ref='3'/><nd ref='4'/><tag k='public_transport' v='platform'/></way>"
        text += "<relation id='1'>" + [1, 2].map { "<member type='node' ref='\($0)' role='stop'/>" }.joined()
        text += [1, 2].map { "<member type='way' ref='\($0)' role=''/>" }.joined()
        text += "<tag k='type' v='route'/><tag k='route' v='train'/><tag k='ref' v='S1'/></relation></osm>"
        let railway = try #require(try Self.imported(text).map["S1"])
        #expect(railway.segments.flatMap(\.points).map(\.latitude).max() == 46)
    }

    /// Both ways of a line that has a name alone; another operator's of that name is another line.
    @Test(arguments: [("Funi", 1), ("Other", 2)]) func waysOfOneNameAreOneLine(operator: String, count: Int) throws {
        var text = "<osm>"
        for id in 1...2 {
            text += "<node id='\(id)' lat='46' lon='7.0\(id)'><tag k='railway' v='stop'/><tag k='name' v='S\(id)'/></node>"
        }
        text += "<way id='1'><nd ref='1'/><nd ref='2'/><tag k='railway' v='funicular'/></way>"
        for (id, way, name, from) in [(1, [1, 2], "Seilbahn: S1 =&gt; S2", "Funi"), (2, [2, 1], "Seilbahn: S2 =&gt; S1", `operator`)] {
            text += "<relation id='\(id)'>" + way.map { "<member type='node' ref='\($0)' role='stop'/>" }.joined()
            text += "<member type='way' ref='1' role=''/><tag k='type' v='route'/><tag k='route' v='funicular'/>"
            text += "<tag k='name' v='\(name)'/><tag k='operator' v='\(from)'/></relation>"
        }
        let railways = try Self.imported(text + "</osm>").map.railways
        #expect(railways.count == count && railways.allSatisfy { $0.name.text() == "Seilbahn" })
        if count == 1 { #expect(railways.map { [$0.ascending, $0.descending] } == [["S2", "S1"]]) }
    }

    /// Mappers also have relations of track. Where trains are known, too, every ride would be on two lines; elsewhere nothing else is
    /// known. Here the trains call at so many of the track's five stations.
    @Test(arguments: [(3, ["S1"]), (2, ["S1", "5900"])]) func trackIsNoLineWhereTrainsAreKnown(served: Int, lines: [String]) throws {
        var text = "<osm>"
        for id in 1...5 {
            text += "<node id='\(id)' lat='46' lon='7.0\(id)'><tag k='railway' v='station'/><tag k='name' v='S\(id)'/></node>"
        }
        text += "<way id='1'>" + (1...5).map { "<nd ref='\($0)'/>" }.joined() + "<tag k='railway' v='rail'/></way>"
        for (id, route, ref, stops) in [(1, "train", "S1", served), (2, "railway", "5900", 0)] {
            text += "<relation id='\(id)'>" + (0..<stops).map { "<member type='node' ref='\($0 + 1)' role='stop'/>" }.joined()
            text += "<member type='way' ref='1' role=''/><tag k='type' v='route'/><tag k='route' v='\(route)'/><tag k='ref' v='\(ref)'/>"
            text += "</relation>"
        }
        let result = try Self.imported(text + "</osm>")
        #expect(result.map.railways.map(\.id) == lines)
        #expect(result.notes.contains { $0.hasPrefix("5900: left out") } == (lines.count == 1))
    }

    /// Nobody rides what is abandoned, not yet built or only proposed, but a walk may follow its track. One piece in use is enough.
    @Test(arguments: [
        (["abandoned"], "present", 1), (["construction", "disused"], "present", 1), (["rail"], "proposed", 1),
        (["rail", "construction"], "present", 2), (["platform"], "present", 2),
    ])
    func whatNobodyRidesIsNoLine(tracks: [String], state: String, count: Int) throws {
        var text = "<osm>"
        for id in 1...6 {
            text += "<node id='\(id)' lat='46' lon='7.0\(id)'><tag k='railway' v='stop'/><tag k='name' v='S\(id)'/></node>"
        }
        for (id, kind) in (["rail"] + tracks).enumerated() {
            text += "<way id='\(id)'><nd ref='\(id + 1)'/><nd ref='\(id + 2)'/><tag k='railway' v='\(kind)'/></way>"
        }
        for (ref, ways, state) in [("S1", 0...0, "present"), ("S2", 1...tracks.count, state)] {
            text += "<relation id='\(ref.dropFirst())'>" + [1, 3].map { "<member type='node' ref='\($0)' role='stop'/>" }.joined()
            text += ways.map { "<member type='way' ref='\($0)' role=''/>" }.joined() + "<tag k='type' v='route'/>"
            text += "<tag k='route' v='train'/><tag k='ref' v='\(ref)'/><tag k='state' v='\(state)'/></relation>"
        }
        let result = try Self.imported(text + "</osm>")
        #expect(result.map.railways.map(\.id) == Array(["S1", "S2"].prefix(count)))
        #expect(result.notes.contains { $0.hasPrefix("S2: left out") } == (count == 1))
    }

    @Test(arguments: ["&amp;", "&#38;", "&#x26;"]) func anAmpersandIsOneHoweverItIsWritten(_ written: String) throws {
        var text = "<osm>"
        for (id, name) in [(1, "Elephant \(written) Castle"), (2, "&lt;&quot;\(written)#38;")] {
            text += "<node id='\(id)' lat='51.\(id)' lon='0'><tag k='railway' v='stop'/><tag k='name' v='\(name)'/></node>"
        }
        text += "<way id='1'><nd ref='1'/><nd ref='2'/><tag k='railway' v='subway'/></way><relation id='1'>"
        text += "<member type='node' ref='1' role='stop'/><member type='node' ref='2' role='stop'/><member type='way' ref='1' role=''/>"
        text += "<tag k='type' v='route'/><tag k='route' v='subway'/><tag k='name' v='Hammersmith \(written) City'/></relation></osm>"
        let map = try Self.imported(text).map
        #expect(map.railways.map { $0.name.text() } == ["Hammersmith & City"])
        #expect(map.railways.map(\.names) == [["Elephant & Castle", "<\"&#38;"]])
    }

    /// Through osmium, the same extract in its binary form gives the same map.
    @Test(.needs("osmium")) func pbf() throws {
        let folder = try Folder()
        // osmium requires ids in its own order.
        let sorted = folder.path("sorted.osm")
        let binary = folder.path("lausanne.osm.pbf")
        try ProgramRun.output(of: ["osmium", "sort", ImportFixture.path("lausanne.osm"), "-o", sorted])
        try ProgramRun.output(of: ["osmium", "cat", sorted, "-o", binary])
        let plain = try OSMImporter(path: sorted).read()
        #expect(try OSMImporter(path: binary).read() == plain)
        #expect(plain.map["m2"]?.names == (try extract().map["m2"]?.names))
        // A repeated download may have another ending.
        let renamed = binary + ".1"
        try FileManager.default.copyItem(atPath: binary, toPath: renamed)
        #expect(try RailwayFormat.sniff(renamed).importer(renamed).read() == plain)
        try Data(contentsOf: URL(fileURLWithPath: binary)).prefix(900).write(to: URL(fileURLWithPath: binary))
        let error = try #require(throws: RailwayError.self) { try OSMImporter(path: binary).read() }
        #expect(error.kind == .malformed)
        #expect(error.message.contains("osmium"))
    }

    // MARK: Errors

    private func fault(_ text: String) throws -> RailwayError {
        try #require(throws: RailwayError.self) { try Self.imported(text) }
    }

    @Test func brokenXML() throws {
        let whole = try String(contentsOfFile: ImportFixture.path("lausanne.osm"), encoding: .utf8)
        let error = try fault(String(whole.prefix(5000)))
        #expect(error.kind == .malformed)
        #expect(error.line > 50)
        #expect(try fault("").kind == .malformed)
    }

    @Test func otherXML() throws {
        let error = try fault("<gpx><trk/></gpx>")
        #expect(error.kind == .unknownFormat)
        #expect(error.message.contains("<gpx>"))
    }

    @Test func noRoutes() throws {
        let error = try fault("<osm><node id='1' lat='1' lon='2'><tag k='railway' v='station'/></node></osm>")
        #expect(error.kind == .empty)
        #expect(error.message == "the extract has no railway route relation (1 station, 0 ways)")
        let routeOnly =
            "<osm><relation id='1'><member type='way' ref='7' role=''/><tag k='type' v='route'/><tag k='route' v='tram'/></relation></osm>"
        #expect(try fault(routeOnly).message == "no railway route has two stops")
        #expect(try #require(throws: RailwayError.self) { try OSMImporter(path: "/nowhere.osm").read() }.kind == .unreadable)
        #expect(try #require(throws: RailwayError.self) { try OSMImporter(path: "/nowhere.osm.pbf").read() }.kind == .unreadable)
    }

    /// A tram may share its stop with buses; a station of buses alone is none.
    @Test func aStopSharedWithBusesIsAStation() throws {
        func stations(_ tag: String) throws -> String {
            try fault("<osm><node id='1' lat='1' lon='2'>\(tag)<tag k='bus' v='yes'/></node></osm>").message
        }
        #expect(try stations("<tag k='railway' v='tram_stop'/>").contains("(1 station,"))
        #expect(try stations("<tag k='public_transport' v='station'/>").contains("(0 stations,"))
    }

    /// A thousand tags of an object are read (docs/reliability.md).
    @Test func tagsBeyondAThousandAreLeftOut() throws {
        func stations(after others: Int) throws -> String {
            let tags = (0..<others).map { "<tag k='k\($0)' v='v'/>" }.joined()
            return try fault("<osm><node id='1' lat='1' lon='2'>\(tags)<tag k='railway' v='station'/></node></osm>").message
        }
        #expect(try stations(after: 999).contains("(1 station,"))
        #expect(try stations(after: 1000).contains("(0 stations,"))
    }

    /// Whatever values change to, an import ends with a map or a typed error.
    @Test func noBrokenExtractTraps() throws {
        let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: ImportFixture.path("lausanne.osm"))))
        var random = SplitMix(seed: 7)
        func next(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
        // Changing only digits and signs keeps the XML intact and distorts the graph.
        let wild = [UInt8]("0123456789-.".utf8)
        let digits = whole.indices.filter { wild.contains(whole[$0]) && $0 > 200 }
        let folder = try Folder()
        let file = folder.file("wild.osm")
        for _ in 0..<40 {
            var bytes = whole
            for _ in 0..<next(60) { bytes[digits[next(digits.count)]] = wild[next(wild.count)] }
            try Data(bytes).write(to: file)
            do throws(RailwayError) {
                for railway in try OSMImporter(path: file.path).read().map.railways { #expect(railway.stations.count > 1) }
            } catch { #expect(!error.message.isEmpty) }
        }
    }
}
