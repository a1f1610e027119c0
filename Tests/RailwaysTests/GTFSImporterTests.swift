// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing
import Tracking

@testable import Railways

/// A handmade feed modelled on two branches of Nuremberg's underground: an express after midnight, an opposite direction, shapes
/// for each, platforms with and without a station, a bus, CR LF, a byte order mark, quotes, mixed rows.
@Suite(.computing) struct GTFSImporterTests {
    private let main = [
        "Röthenbach", "Hohe Marter", "Schweinau", "St. Leonhard", "Rothenburger Straße", "Plärrer", "Opernhaus", "Hauptbahnhof",
        "Wöhrder Wiese", "Rathenauplatz", "Rennweg", "Schoppershof", "Nordostbahnhof", "Flughafen",
    ]

    private func feed() throws -> RailwayImport { try GTFSImporter(path: ImportFixture.path("nuremberg-gtfs")).read() }

    @Test func linesStationsAndOrder() throws {
        let map = try feed().map
        #expect(map.railways.map(\.id) == ["U2", "U2:2", "Z"])
        let u2 = try #require(map["U2"])
        #expect(u2.names == main)
        #expect(u2.code == "U2")
        #expect(map.railways.map(\.mode) == [.subway, .subway, .train])
        #expect(u2.color == "#ED1C24")
        #expect(u2.name.text(["de"]) == "U2 Röthenbach – Flughafen")
        #expect(u2.name.text(["en"]) == "U2 Röthenbach – Airport")
        #expect(u2.stations[0].id == "U2.RO")
        #expect(u2.stations[7].code == "HBF")
        #expect(
            u2.stations[7].name
                == LocalizedName([.init(language: "de", text: "Hauptbahnhof"), .init(language: "en", text: "Central Station")]))
        #expect(u2.stations[13].name.text(["en"]) == "Airport")
    }

    @Test func aNameOverSeveralLinesIsOneLine() throws {
        let broken = { (text: String) in text.replacingOccurrences(of: "\"St. Leonhard\"", with: "\"St.\r\n\t Leonhard\"") }
        #expect(try ImportFixture.imported(changing: ["stops.txt": broken]).map["U2"]?.names == main)
    }

    @Test func aBranchIsARailwayFromWhereItLeaves() throws {
        let result = try feed()
        let branch = try #require(result.map["U2:2"])
        #expect(branch.names == ["Rathenauplatz", "Maxfeld", "Friedrich-Ebert-Platz", "Nordwestring"])
        #expect(branch.stations[0].position == result.map["U2"]?.stations[9].position)
        #expect(branch.ascending == "Nordwestring")
        #expect(result.notes.contains("U2:2 is a branch of U2: Rathenauplatz – Nordwestring"))
        // Two platforms of one name without a station: one station between them.
        #expect(branch.stations[1].position == Railway.Position(latitude: 49.4615, longitude: 11.0847))
    }

    @Test func directionsAreTheHeadsigns() throws {
        let map = try feed().map
        #expect(map["U2"].map { [$0.ascending, $0.descending] } == ["Flughafen", "Röthenbach"])
        #expect(map["Z"].map { [$0.ascending, $0.descending] } == ["0", "1"])
    }

    @Test func theExpressIsAStopPattern() throws {
        let u2 = try #require(try feed().map["U2"])
        #expect(u2.patterns.count == 3)
        #expect(u2.patterns[0].stops == [Bool](repeating: true, count: 14))
        let express = try #require(u2.patterns.first { $0.stops.filter { $0 }.count == 5 })
        #expect(zip(main, express.stops).filter(\.1).map(\.0) == ["Röthenbach", "Plärrer", "Hauptbahnhof", "Rennweg", "Flughafen"])
        #expect(express.name.text(["de"]) == "Röthenbach – Flughafen, 5 of 14 stops")
    }

    @Test func otherRoutesAreCounted() throws {
        let notes = try feed().notes
        #expect(notes.contains("routes other than rail were ignored: 1 of type 3, 1 of type 700"))
        #expect(notes.contains("1T has one station only and was ignored"))
    }

    @Test func aRideAlongTheLineIsNearIt() throws {
        let map = try feed().map
        for railway in map.railways {
            for position in railway.straightRide { #expect(railway.distance(to: position) < 40, "\(railway.id) \(position)") }
        }
        // The shapes bow away from the straight line; they are followed, in the order of the stations.
        let u2 = try #require(map["U2"])
        #expect(u2.segments.count == 1)
        #expect(u2.segments[0].points.first == u2.stations[0].position)
        #expect(u2.segments[0].points.last == u2.stations[13].position)
        #expect(u2.segments[0].points.count == 53)
    }

    /// A code is not a letter of the title: line B of Mexico City is "Ciudad Azteca - Buenavista".
    @Test(arguments: [
        ("B", "Ciudad Azteca - Buenavista", "B Ciudad Azteca - Buenavista"), ("U1", "Linie U1", "Linie U1"), ("1", "Line 11", "1 Line 11"),
    ])
    func aCodeIsAWordOfItsOwn(code: String, title: String, name: String) throws {
        let result = try ImportFixture.imported(
            changing: [
                "routes.txt": { _ in "route_id,route_type,route_short_name,route_long_name\nU1,1,\(code),\(title)\n" },
                "trips.txt": { _ in "route_id,service_id,trip_id\nU1,1,one\n" },
                "stop_times.txt": { $0.split(separator: "\n").prefix(1).joined() + "\n" + Self.twoCalls($0) },
                "translations.txt": { _ in "" },
            ])
        let railway = try #require(result.map.railways.first)
        #expect(railway.name.entries.first?.text == name)
    }

    /// The first two rows of stop_times.txt, as calls of the trip `one`.
    private static func twoCalls(_ table: String) -> String {
        let lines = table.split(whereSeparator: \.isNewline)
        let columns = lines[0].split(separator: ",")
        let trip = columns.firstIndex(of: "trip_id") ?? 0
        return lines[1...2].map { line in
            var cells = line.split(separator: ",", omittingEmptySubsequences: false)
            cells[trip] = "one"
            return cells.joined(separator: ",")
        }.joined(separator: "\n") + "\n"
    }

    /// A short working's shape ends half-way, though the timetable gives it the stops of the whole line: the other shape counts, too.
    @Test func everyShapeOfALineCounts() throws {
        let stops = (0..<6).map { "S\($0),Stop \($0),50,\(10 + Double($0) * 0.01)" }
        func shape(_ id: String, _ places: ClosedRange<Int>) -> [String] {
            places.map { "\(id),50.0005,\(10 + Double($0) * 0.01),\($0)" }
        }
        let result = try ImportFixture.imported(
            changing: [
                "routes.txt": { _ in "route_id,route_type,route_short_name\nY,1,Y\n" },
                "trips.txt": { _ in "route_id,service_id,trip_id,shape_id\nY,1,a,half\nY,1,b,half\nY,1,c,whole\n" },
                "stops.txt": { _ in "stop_id,stop_name,stop_lat,stop_lon\n" + stops.joined(separator: "\n") + "\n" },
                "stop_times.txt": { _ in
                    "trip_id,stop_id,stop_sequence\n"
                        + ["a", "b", "c"].flatMap { trip in (0..<6).map { "\(trip),S\($0),\($0)" } }.joined(separator: "\n") + "\n"
                },
                "shapes.txt": { _ in
                    "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\n"
                        + (shape("half", 0...2) + shape("whole", 0...5)).joined(separator: "\n") + "\n"
                },
                "translations.txt": { _ in "" },
            ])
        let railway = try #require(result.map.railways.first)
        for station in railway.stations { #expect(railway.distance(to: try #require(station.position)) < 100, "\(station.id)") }
    }

    /// Some feeds list where a train passes, as a call at which nobody may board or alight.
    @Test func aCallThatIsClosedToRidersIsNoStop() throws {
        let calls = [
            "all,S0,0,0,0", "all,S1,1,0,0", "all,S2,2,0,0", "fast,S0,0,0,1", "fast,S1,1,1,1", "fast,S2,2,1,0",
        ]
        let result = try ImportFixture.imported(
            changing: [
                "routes.txt": { _ in "route_id,route_type,route_short_name\nY,1,Y\n" },
                "trips.txt": { _ in "route_id,service_id,trip_id\nY,1,all\nY,1,fast\n" },
                "stops.txt": { _ in "stop_id,stop_name,stop_lat,stop_lon\nS0,A,50,10\nS1,B,50,10.01\nS2,C,50,10.02\n" },
                "stop_times.txt": { _ in
                    "trip_id,stop_id,stop_sequence,pickup_type,drop_off_type\n" + calls.joined(separator: "\n") + "\n"
                },
                "shapes.txt": { _ in "" }, "translations.txt": { _ in "" },
            ])
        let railway = try #require(result.map.railways.first)
        #expect(railway.patterns.map(\.stops) == [[true, true, true], [true, false, true]])
    }

    /// In San Francisco a line is two routes, Yellow-S and Yellow-N. Where no route has the trains back, they are missing from the feed.
    @Test(arguments: [true, false]) func aRouteOfOneWay(comesBack: Bool) throws {
        let result = try ImportFixture.imported(
            changing: [
                "routes.txt": { _ in "route_id,route_type,route_short_name\nS,1,Y-S\nN,1,Y-N\n" },
                "trips.txt": { _ in "route_id,service_id,trip_id,direction_id\nS,d,s,0\nN,d,n,1\n" },
                "stops.txt": { _ in "stop_id,stop_name,stop_lat,stop_lon\na,A,50,10\nb,B,50,10.01\nc,C,50,10.02\n" },
                "stop_times.txt": { _ in
                    "trip_id,stop_id,stop_sequence\ns,a,0\ns,b,1\ns,c,2\nn,c,0\nn,b,1\n" + (comesBack ? "n,a,2\n" : "")
                },
                "shapes.txt": { _ in "" }, "translations.txt": { _ in "" },
            ])
        let (south, north) = (try #require(result.map["S"]), try #require(result.map["N"]))
        #expect(south.names == ["A", "B", "C"] && south.ascending != nil && (south.descending == nil) == comesBack)
        #expect(north.onlyWay == (comesBack ? north.names == ["C", "B", "A"] : nil))
    }

    @Test func withoutShapesTheTrackIsStraight() throws {
        let result = try ImportFixture.imported(changing: ["shapes.txt": { _ in "" }])
        let u2 = try #require(result.map["U2"])
        #expect(u2.segments.map(\.points) == [u2.stations.compactMap(\.position)])
        #expect(result.notes.contains("no shapes.txt: tracks are straight lines between stations"))
        #expect(u2.names == main)
    }

    /// Many a feed has shapes for its buses alone; here the Zoobahn has none.
    @Test func linesWithoutAShapeAreNamed() throws {
        #expect(try feed().notes.contains("shapes.txt: no shape passes the stations of Z: their tracks are straight lines"))
    }

    /// Shapes with latitude and longitude exchanged are nowhere near the stations.
    @Test func shapesFarFromAllStationsAreNotUsed() throws {
        let result = try ImportFixture.imported(changing: [
            "shapes.txt": {
                $0.replacing("shape_pt_lat", with: "x").replacing("shape_pt_lon", with: "shape_pt_lat").replacing(
                    ",x", with: ",shape_pt_lon")
            }
        ])
        let u2 = try #require(result.map["U2"])
        #expect(u2.segments.map(\.points) == [u2.stations.compactMap(\.position)])
        #expect(result.notes.contains("shapes.txt: no shape passes the stations of U2, U2:2, Z: their tracks are straight lines"))
    }

    /// As in `stops.txt`, the first row of an id counts: the second would take its trains.
    @Test func ofTwoRoutesWithOneIdTheFirstCounts() throws {
        let result = try ImportFixture.imported(changing: ["routes.txt": { $0 + "U2,V,U9,Twice,1,\r\n" }])
        #expect(result.map.railways == (try feed().map.railways))
        #expect(result.notes.contains { $0.hasPrefix("routes.txt:") && $0.hasSuffix("duplicate id U2; the first one is used") })
    }

    /// An optional table that cannot be used is named once, however often it is read.
    @Test func anUnusableTableIsNamedOnce() throws {
        let notes = try ImportFixture.imported(changing: ["agency.txt": { _ in "\n" }]).notes
        #expect(notes.filter { $0.hasPrefix("agency.txt: left out") }.count == 1, "\(notes)")
    }

    @Test(.needs("python3")) func aZipGivesWhatItsFolderGives() throws {
        let folder = try Folder()
        let zip = folder.path("feed.zip")
        let source = URL(fileURLWithPath: ImportFixture.path("nuremberg-gtfs"))
        let names = try FileManager.default.contentsOfDirectory(atPath: source.path).sorted()
        try ProgramRun.output(of: ["python3", "-m", "zipfile", "-c", zip] + names, in: source)
        #expect(try GTFSImporter(path: zip).read() == feed())
        // The folder itself zipped.
        let nested = folder.path("nested.zip")
        try ProgramRun.output(of: ["python3", "-m", "zipfile", "-c", nested, "nuremberg-gtfs"], in: source.deletingLastPathComponent())
        #expect(try GTFSImporter(path: nested).read() == feed())
    }

    @Test func linesOfOneNumberAreOne() throws {
        let result = try ImportFixture.imported(changing: [
            "routes.txt": { $0 + "U2-winter,V,U2,Wintertakt,1,\r\n" },
            "trips.txt": { $0.replacingOccurrences(of: "U2,d,t4", with: "U2-winter,d,t4") },
        ])
        #expect(result.map.railways.map(\.id) == ["U2", "U2:2", "Z"])
        #expect(result.notes.contains("U2 and U2-winter were merged into one line"))
    }

    @Test func stationsWithoutCoordinatesAreKeptAndNoted() throws {
        let result = try ImportFixture.imported(changing: [
            "stops.txt": {
                $0.replacingOccurrences(of: "49.43,11.044", with: ",").replacingOccurrences(of: "49.4466,11.0822", with: "95,11")
            }
        ])
        let u2 = try #require(result.map["U2"])
        #expect(u2.names == main)
        #expect(u2.stations[2].position == nil)
        #expect(result.notes.contains("U2: no position for Schweinau"))
        for position in u2.stations.compactMap(\.position) { #expect(u2.distance(to: position) < 20) }
    }

    /// A feed in another encoding is used, and the loss is reported.
    @Test func namesInAnotherEncodingAreNoted() throws {
        let folder = try Folder()
        let path = try ImportFixture.feed(in: folder, changing: [:])
        let stops = URL(fileURLWithPath: path).appendingPathComponent("stops.txt")
        let text = try String(contentsOf: stops, encoding: .utf8).replacing("Schweinau", with: "Schwäinau")
        try #require(text.data(using: .isoLatin1, allowLossyConversion: true)).write(to: stops)
        let notes = try GTFSImporter(path: path).read().notes.filter { $0.contains("UTF-8") }
        #expect(notes.count == 1 && notes[0].hasPrefix("stops.txt: ") && notes[0].hasSuffix("some letters are lost"), "\(notes)")
    }

    /// Pairwise comparison takes quadratic time: too many of one name stay separate, and that is reported.
    @Test(arguments: [2_000, 10_001]) func stopsOfOneName(count: Int) throws {
        let folder = try Folder()
        let path = try ImportFixture.feed(
            in: folder,
            changing: [
                "stops.txt": { _ in
                    "stop_id,stop_name,stop_lat,stop_lon\n"
                        + (0..<count).map { "s\($0),Halt,49.4,\(11 + Double($0 % 100) * 1e-5)\n" }.joined()
                }
            ])
        let feed = try GTFSFeed(path)
        var stops = try GTFSStops(feed)
        let (stations, _) = stops.stations(of: Array(0..<count), names: try GTFSNames(feed))
        #expect(stations.count == (count == 2_000 ? 1 : count))
        #expect(
            stops.notes
                == (count == 2_000 ? [] : ["stops.txt: 10001 stops are named Halt; more than 10000 are not merged into one station"]))
    }

    /// However many kinds of trains call at them, two platforms of one name are two stops.
    @Test func manyTrainsCallAtTwoStopsOfOneName() throws {
        let folder = try Folder()
        let path = try ImportFixture.feed(
            in: folder,
            changing: ["stops.txt": { _ in "stop_id,stop_name,stop_lat,stop_lon\na,Halt,49.4,11\nb,Halt,49.4,11.0001\n" }])
        let feed = try GTFSFeed(path)
        var stops = try GTFSStops(feed)
        let calls = (0..<12_000).map { $0 % 2 }
        let (stations, station) = stops.stations(of: calls, names: try GTFSNames(feed))
        #expect(stations.map(\.id) == ["a"] && station == [0: 0, 1: 0])
        #expect(stops.notes.isEmpty)
    }
}
