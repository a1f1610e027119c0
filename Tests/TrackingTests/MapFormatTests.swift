// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import Tracking

@Suite(.waiting) struct MapFormatTests {
    /// gpsbabel's output, as the independent writer, for the tracks of a GPX file.
    private static func babel(_ format: String, _ file: URL) throws -> [UInt8] {
        let folder = try Folder()
        try ProgramRun.output(of: [
            "gpsbabel", "-t", "-i", "gpx", "-f", file.path, "-x", "nuketypes,waypoints,routes", "-o", format, "-F", folder.path("track"),
        ])
        return [UInt8](try Data(contentsOf: folder.file("track")))
    }

    /// Recorded tracks whose points all have times, in years that gpsbabel supports in every format.
    private static func recorded() throws -> [(file: URL, fixes: [Fix])] {
        let oldest = try #require(TrackTime(iso8601: "1990-01-01T00:00:00Z"))
        let tracks = try TestTracks.files("gpx", ending: "gpx").map { (file: $0, fixes: TestTracks.read(file: $0).fixes) }.filter {
            (20...1500).contains($0.fixes.count) && $0.fixes.allSatisfy { $0.time.map { $0 > oldest } ?? false }
        }
        try #require(!tracks.isEmpty)
        return tracks
    }

    private static func same(
        _ reading: TestTracks.Reading, _ fixes: [Fix], _ place: String, degrees: Double, metres: Double?, seconds: Double,
        timed: Bool = true
    ) {
        #expect(
            reading.thrown == nil && reading.faults.isEmpty, "\(place): \(String(describing: reading.thrown)) \(reading.faults.prefix(3))")
        let positions = reading.fixes.filter { !$0.isNoFix }
        #expect(positions.count == fixes.count, "\(place)")
        for (index, (got, wanted)) in zip(positions, fixes).enumerated() {
            #expect(
                abs((got.latitude ?? 99) - (wanted.latitude ?? 0)) <= degrees
                    && abs((got.longitude ?? 199) - (wanted.longitude ?? 0)) <= degrees, "\(place) \(index)")
            if timed {
                #expect(
                    abs((got.time ?? TrackTime(nanoseconds: 0)).seconds(since: wanted.time ?? TrackTime(nanoseconds: 1 << 60))) <= seconds,
                    "\(place) \(index)")
            }
            // gpsbabel omits an altitude of 0 in some formats.
            if let metres, let altitude = wanted.altitude, altitude != 0 {
                #expect(abs((got.altitude ?? -9999) - altitude) <= metres, "\(place) \(index)")
            }
        }
    }

    @Test(.needs("gpsbabel"), arguments: ["kml", "kml,track=1,points=0,lines=0", "gtrnctr", "garmin_fit"])
    func whatGPSBabelWritesReadsAsTheGPX(_ format: String) throws {
        let tracks = try Self.recorded()
        try #require(tracks.count >= 5)
        for (file, fixes) in tracks {
            // FIT counts integral seconds, and gpsbabel separates equal ones.
            let times = fixes.compactMap { $0.time.map { $0.nanoseconds / 1_000_000_000 } }
            if format == "garmin_fit", !zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }) { continue }
            let reading = TestTracks.read(try Self.babel(format, file))
            Self.same(
                reading, fixes, "\(format) of \(file.lastPathComponent)", degrees: 1e-6, metres: format == "garmin_fit" ? 0.2 : 0.051,
                seconds: format == "garmin_fit" ? 1 : 0.001)
        }
    }

    @Test(.needs("gpsbabel")) func geoJSONHasTheWayAndNMEATheTimes() throws {
        for (file, fixes) in try Self.recorded() {
            Self.same(
                TestTracks.read(try Self.babel("geojson", file)), fixes, "geojson of \(file.lastPathComponent)", degrees: 1e-9,
                metres: 0.001, seconds: 0, timed: false)
            // Its RMC has status V and its GGA quality 0, as it lacks the kind of fix: nothing in it may become a position.
            let nmea = TestTracks.read(try Self.babel("nmea", file))
            #expect(nmea.thrown?.kind == .noFix && nmea.fixes.isEmpty)
        }
    }

    @Test func aLineOfKMLHasNoTimes() {
        let line = TestTracks.read(
            "<kml><Placemark><LineString><coordinates>\n 139.5,35.5,7\n139.25,35.25 \t 1,91 </coordinates></LineString></Placemark><Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>1,1 2,2</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>"
        )
        #expect(
            line.fixes.map(\.latitude) == [35.5, 35.25] && line.fixes.allSatisfy { $0.time == nil }
                && line.faults.map(\.kind) == [.badValue])
    }

    /// Positions beyond the most that are held are counted, with the place where they begin; the others stay.
    @Test func positionsOfKMLBeyondTheMostAreSaid() throws {
        let times = (0..<5).map { "<when>2026-01-05T05:49:0\($0)Z</when>" }
        let coords = (0..<5).map { "\n<gx:coord>139.\($0) 35.5 0</gx:coord>" }
        let track = "<gx:Track>\(times.joined())\(coords.joined())</gx:Track>"
        let lines = ["1,1 2,1", "3,1 4,1 5,1"].map { "<LineString><coordinates>\($0)</coordinates></LineString>\n" }.joined()
        let points = times.dropLast().map {
            "<Placemark><TimeStamp>\($0)</TimeStamp><Point><coordinates>1,1</coordinates></Point></Placemark>\n"
        }
        for (text, message, line) in [
            (track, "2 positions beyond the first 3", 5), (lines, "2 positions beyond the first 3", 2),
            (points.joined(), "1 position beyond the first 3", 4),
        ] {
            let source = ByteSource(name: "made", bytes: Array("<kml xmlns:gx=\"x\">\(text)</kml>".utf8))
            var reader = try KMLReader(source, most: 3)
            var fixes = 0
            var faults: [InputFault] = []
            while let item = try reader.next() {
                switch item {
                case .fix: fixes += 1
                case .fault(let fault): faults.append(fault)
                }
            }
            #expect(fixes == 3 && faults.map(\.message) == [message] && faults.map(\.line) == [line], "\(text) \(faults)")
        }
        // Points beside a gx:Track are not read, so that none of them is missing.
        let text = "<kml xmlns:gx=\"x\">\(points.joined())\(points.joined())\(track)</kml>"
        var reader = try KMLReader(ByteSource(name: "made", bytes: Array(text.utf8)), most: 5)
        while let item = try reader.next() { if case .fault(let fault) = item { Issue.record("\(fault)") } }
    }

    @Test(arguments: [(TrackFormat.gpx, "GPX"), (.kml, "KML"), (.tcx, "TCX")])
    func aForeignRootIsNamed(_ format: TrackFormat, _ name: String) {
        let thrown = TestTracks.read("<lines><line/></lines>", format: format).thrown
        #expect(thrown?.kind == .unknownFormat && thrown?.message == "XML with the root <lines>, not \(name)")
    }

    @Test func geoJSONInAllItsForms() {
        let line = #"{"type":"LineString","coordinates":[[139.5,35.5,7],[139.25,35.25]]}"#
        let times = #""coordTimes":["2026-01-05T05:49:05Z","2026-01-05T05:49:06Z"]"#
        for text in [
            #"{"type":"Feature","properties":{\#(times),"a":{"b":[1]}},"geometry":\#(line)}"#,
            #"{"type":"FeatureCollection","name":"x","features":[{"type":"Feature","geometry":\#(line),"properties":{"coordinateProperties":{"times":["2026-01-05T05:49:05Z",1767592146000]}}}]}"#,
        ] {
            let reading = TestTracks.read(text)
            #expect(reading.faults.isEmpty && reading.thrown == nil, "\(reading)")
            #expect(reading.fixes.map { $0.time?.description } == ["2026-01-05T05:49:05.000Z", "2026-01-05T05:49:06.000Z"], "\(text)")
            #expect(reading.fixes.map(\.altitude) == [7, nil] && reading.fixes.map(\.longitude) == [139.5, 139.25])
        }
        #expect(TestTracks.read(line).fixes.count == 2)
        let points = TestTracks.read(
            """
            {"type": "FeatureCollection", "features": [
            {"type":"Feature","id":"bus 7","geometry":{"type":"Point","coordinates":[139.5,35.5]},"properties":{"time":"2026-01-05T05:49:05Z","speed":3,"heading":90,"accuracy":5}},
            {"type":"Feature","geometry":{"type":"Point","coordinates":[239.5,35.5]},"properties":{}},
            {"type":"Feature","geometry":null,"properties":{"x":1}},
            {"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[1,1],[2,2],[3,3],[1,1]]]},"properties":null},
            {"type":"Feature","properties":{"timestamp":1767592147},"geometry":{"type":"Point","coordinates":[139.5,35.5]}},
            {"type":"Feature","properties":{\(times)},"geometry":{"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[[5,6],[7,8]]]}}]}
            """)
        #expect(points.fixes.prefix(2).map { $0.time?.nanoseconds } == [1_767_592_145_000_000_000, 1_767_592_147_000_000_000])
        #expect(
            points.fixes[0].track == "bus 7" && points.fixes[0].speed == 3 && points.fixes[0].course == 90 && points.fixes[0].accuracy == 5)
        #expect(points.fixes.dropFirst(2).map(\.startsSegment) == [true, false, true, false])
        #expect(points.faults.map(\.kind) == [.outOfRange, .fieldCount])
        #expect(
            TestTracks.read(#"{"type":"Polygon","coordinates":[[[1,1],[2,2]]]}"#, format: .geojson).thrown?.message.contains(
                "1 geometry is neither")
                == true)
        // Cut anywhere, it keeps the complete items and never traps.
        let whole = Array(
            #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{\#(times)},"geometry":\#(line)}, {"type":"Feature","properties":{"note":"\u00e9"},"geometry":\#(line)}]}"#
                .utf8)
        for count in 0..<whole.count {
            let cut = TestTracks.read(Array(whole[..<count]), format: count == 0 ? nil : .geojson)
            #expect(cut.fixes.count <= 4 && (cut.thrown != nil || cut.faults.count == 1), "\(count)")
        }
    }

    @Test func aLongNameIsCutBetweenTwoCharacters() {
        let id = String(repeating: "雨", count: 43), cut = String(repeating: "雨", count: 42)
        let points = TestTracks.read(
            #"{"type":"Feature","geometry":{"type":"Point","coordinates":[139.5,35.5]},"properties":{"id":"\#(id)"}}"#, format: .geojson)
        #expect(points.fixes.map(\.track) == [cut])
    }

    /// A number in a point's `id` is that of its row; a text, or a property that names a track, still separates the tracks.
    @Test func numberedPointsAreOneTrack() {
        func point(_ id: String, _ properties: String = "") -> String {
            #"{"type":"Feature",\#(id)"geometry":{"type":"Point","coordinates":[139.5,35.5]},"properties":{\#(properties)}}"#
        }
        func tracks(_ features: [String]) -> [String?] {
            TestTracks.read(#"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#).fixes.map(\.track)
        }
        #expect(tracks((1...100).map { point(#""id":\#($0),"#) }) == Array(repeating: nil, count: 100))
        #expect(tracks((1...100).map { point("", #""id":\#($0)"#) }) == Array(repeating: nil, count: 100))
        #expect(
            tracks([
                point(#""id":"bus 7","#, #""id":1"#), point("", #""id":"a""#), point(#""id":2,"#, #""track":3,"id":4"#),
                point("", #""device":5"#),
            ]) == ["bus 7", "a", "3", "5"])
        let line = #""geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]}"#
        #expect(
            tracks([
                #"{"type":"Feature","id":1,\#(line)}"#, #"{"type":"Feature",\#(line),"properties":{"id":2}}"#,
            ]) == ["1", "1", "2", "2"])
    }

    /// A history of a hundred thousand records is read in the memory of one.
    @Test func aLargeHistoryIsReadInLittleMemory() throws {
        var given = 0
        let source = ByteSource(name: "made") { space throws(InputFault) in
            guard given <= 100_001 else { return 0 }
            let text =
                given == 0
                ? "{\"locations\":["
                : given == 100_001
                    ? "]}"
                    : "\(given == 1 ? "" : ",")\n{\"latitudeE7\":355000000,\"longitudeE7\":1395000000,\"activity\":[{\"timestamp\":\"2026-01-05T05:49:05Z\"}],\"timestampMs\":\"\(1_700_000_000_000 + given * 1000)\"}"
            given += 1
            let bytes = Array(text.utf8)
            space.copyBytes(from: bytes)
            return bytes.count
        }
        var reader = GoogleReader(source)
        var count = 0
        while let item = try reader.next() { if case .fix = item { count += 1 } }
        #expect(count == 100_000)
    }

    /// `jq '.locations[]'` and `jq '.semanticSegments[]'` write one object after the other, and cut at any of them.
    @Test(arguments: ["\n", ""]) func objectsThatJQCutFromAHistory(_ blank: String) {
        let records = TestTracks.read(
            (5...7).map {
                #"{"latitudeE7":356812360,\#(blank)"longitudeE7":1397671250,"timestamp":"2026-01-05T05:49:0\#($0)Z"}"#
            }.joined(separator: "\n"))
        #expect(records.thrown == nil && records.faults.isEmpty && records.fixes.map(\.latitude) == [35.681236, 35.681236, 35.681236])
        let segments = TestTracks.read(
            (5...6).map {
                #"{"startTime":"2026-01-05T05:4\#($0):00Z",\#(blank)"timelinePath":[{"point":"35.5°, 139.5°","time":"2026-01-05T05:4\#($0):30Z"}]}"#
            }.joined(separator: "\n"))
        #expect(segments.thrown == nil && segments.faults.isEmpty)
        #expect(segments.fixes.map { $0.time?.description } == ["2026-01-05T05:45:30.000Z", "2026-01-05T05:46:30.000Z"])
    }

    /// A post of Overland, saved as a file.
    @Test func overlandsPositions() {
        func feature(_ second: Int, _ speed: Int) -> String {
            """
            {"type":"Feature","geometry":{"type":"Point","coordinates":[139.5,35.5]},"properties":{"timestamp":"2026-01-05T05:49:0\(second)Z",
            "speed":\(speed),"horizontal_accuracy":4,"motion":["walking"],"device_id":"jane"}}
            """
        }
        let reading = TestTracks.read(
            "{\"locations\":[\(feature(5, -1)),\(feature(6, 3))],\"current\":\(feature(6, 3)),\"trip\":{\"mode\":\"walk\"}}")
        #expect(reading.thrown == nil && reading.faults.isEmpty && reading.fixes.map(\.speed) == [nil, 3])
        #expect(reading.fixes.allSatisfy { $0.latitude == 35.5 && $0.longitude == 139.5 && $0.accuracy == 4 && $0.track == "jane" })
    }

    /// Digitraffic's ships: `timestamp` is a second of the minute, course 360 is unknown, and the heading then stands in for it.
    @Test func shipsOfDigitraffic() {
        func ship(_ mmsi: Int, _ course: String) -> String {
            """
            {"mmsi":\(mmsi),"type":"Feature","geometry":{"type":"Point","coordinates":[20.85,55.77]},"properties":{"mmsi":\(mmsi),
            "sog":10.0,"cog":\(course),"navStat":1,"posAcc":true,"heading":79,"timestamp":59,"timestampExternal":1767592145250}}
            """
        }
        let reading = TestTracks.read(
            "{\"type\":\"FeatureCollection\",\"features\":[\(ship(219_598_000, "346.5")),\(ship(219_598_001, "360"))]}")
        #expect(reading.thrown == nil && reading.faults.isEmpty && reading.fixes.map(\.track) == ["219598000", "219598001"])
        #expect(reading.fixes.map(\.course) == [346.5, 79] && reading.fixes.allSatisfy { $0.speed == 10 * 1852 / 3600.0 })
        #expect(reading.fixes.allSatisfy { $0.time?.description == "2026-01-05T05:49:05.250Z" })
    }

    @Test func withoutGPSBabelTheMessageNamesIt() throws {
        var fit = [UInt8](repeating: 0, count: 64)
        fit.replaceSubrange(0..<12, with: [14, 0x10, 0, 0, 0, 0, 0, 0] + Array(".FIT".utf8))
        let fault = try #require(TestTracks.read(fit).thrown)
        #expect(fault.message.contains("gpsbabel"))
        #expect(GPSBabel.name("garmin_fit") == "garmin_fit" && GPSBabel.name("igc,timeadj=auto") != nil)
        for bad in ["", "-o", "a b", "a;b", "$(x)", "../x"] { #expect(GPSBabel.name(bad) == nil) }
    }
}
