import Foundation
import Testing

import Tracking

@Suite struct MapFormatTests {
    /// What gpsbabel, the independent writer, makes of the tracks of a GPX file.
    private static func babel(_ format: String, _ file: URL) throws -> [UInt8] {
        let place = FileManager.default.temporaryDirectory.appendingPathComponent("amaoto-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: place) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["gpsbabel", "-t", "-i", "gpx", "-f", file.path, "-x", "nuketypes,waypoints,routes", "-o", format, "-F", place.path]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "gpsbabel is needed: apt-get install gpsbabel")
        return [UInt8](try Data(contentsOf: place))
    }

    /// Recorded tracks whose points all have times, in the years that gpsbabel can write everywhere.
    private static func recorded() throws -> [(file: URL, fixes: [Fix])] {
        let oldest = try #require(TrackTime(iso8601: "1990-01-01T00:00:00Z"))
        return try TestTracks.files("gpx", ending: "gpx").compactMap { file in
            let fixes = TestTracks.read(file: file).fixes
            return (20...1500).contains(fixes.count) && fixes.allSatisfy { $0.time.map { $0 > oldest } ?? false } ? (file, fixes) : nil
        }
    }

    private static func same(_ reading: TestTracks.Reading, _ fixes: [Fix], _ place: String, degrees: Double, metres: Double?, seconds: Double, timed: Bool = true) {
        #expect(reading.thrown == nil && reading.faults.isEmpty, "\(place): \(String(describing: reading.thrown)) \(reading.faults.prefix(3))")
        let positions = reading.fixes.filter { !$0.isNoFix }
        #expect(positions.count == fixes.count, "\(place)")
        for (index, (got, wanted)) in zip(positions, fixes).enumerated() {
            #expect(abs((got.latitude ?? 99) - (wanted.latitude ?? 0)) <= degrees && abs((got.longitude ?? 199) - (wanted.longitude ?? 0)) <= degrees, "\(place) \(index)")
            if timed { #expect(abs((got.time ?? TrackTime(nanoseconds: 0)).seconds(since: wanted.time ?? TrackTime(nanoseconds: 1 << 60))) <= seconds, "\(place) \(index)") }
            // gpsbabel leaves an altitude of 0 out of some.
            if let metres, let altitude = wanted.altitude, altitude != 0 { #expect(abs((got.altitude ?? -9999) - altitude) <= metres, "\(place) \(index)") }
        }
    }

    @Test(arguments: ["kml", "kml,track=1,points=0,lines=0", "gtrnctr", "garmin_fit"]) func whatGPSBabelWritesReadsAsTheGPX(_ format: String) throws {
        let tracks = try Self.recorded()
        try #require(tracks.count >= 5)
        for (file, fixes) in tracks {
            // FIT counts whole seconds, and gpsbabel pulls apart those that are the same.
            let times = fixes.compactMap { $0.time.map { $0.nanoseconds / 1_000_000_000 } }
            if format == "garmin_fit", !zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }) { continue }
            let reading = TestTracks.read(try Self.babel(format, file))
            Self.same(
                reading, fixes, "\(format) of \(file.lastPathComponent)", degrees: 1e-6, metres: format == "garmin_fit" ? 0.2 : 0.051,
                seconds: format == "garmin_fit" ? 1 : 0.001)
        }
    }

    @Test func geoJSONHasTheWayAndNMEATheTimes() throws {
        for (file, fixes) in try Self.recorded() {
            Self.same(
                TestTracks.read(try Self.babel("geojson", file)), fixes, "geojson of \(file.lastPathComponent)", degrees: 1e-9, metres: 0.001, seconds: 0, timed: false)
            // Its RMC says V and its GGA quality 0, for want of a kind of fix: nothing in it may become a position.
            let nmea = TestTracks.read(try Self.babel("nmea", file))
            #expect(nmea.thrown?.kind == .noFix && nmea.fixes.isEmpty)
        }
    }

    /// One feature a line, as GDAL's GeoJSONSeq writes them, and with the record separators of RFC 8142.
    @Test(arguments: ["", "\u{1E}"]) func aSequenceOfFeaturesIsATrack(separator: String) {
        func feature(_ second: Int) -> String {
            separator + #"{"type":"Feature","properties":{"time":"2026-01-05T05:49:0\#(second)Z"},"geometry":{"type":"Point","coordinates":[139.5,35.\#(second)]}}"# + "\n"
        }
        let whole = TestTracks.read((1...3).map(feature).joined())
        #expect(whole.thrown == nil && whole.faults.isEmpty)
        #expect(whole.fixes.map(\.latitude) == [35.1, 35.2, 35.3])
        #expect(whole.fixes.last?.time?.description == "2026-01-05T05:49:03.000Z")
        // What a program has written when it is killed.
        let cut = TestTracks.read(feature(1) + feature(2) + feature(3).dropLast(20))
        #expect(cut.fixes.count == 2 && cut.faults.map(\.line) == [3])
        let followed = TestTracks.read(feature(1) + "and more")
        #expect(followed.fixes.count == 1 && followed.faults.first?.message == "something follows the JSON")
    }

    @Test func kmlAsPeopleHaveIt() {
        let track = TestTracks.read(
            """
            <?xml version="1.0"?><!-- made --><kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>
            <Placemark><Point><coordinates>1,2,3</coordinates></Point></Placemark>
            <Placemark><gx:MultiTrack><gx:Track><when>2026-01-05T05:49:05Z</when><gx:coord>139.5 35.5 7</gx:coord><when>2026-01-05T05:49:06Z</when><gx:coord/><when>later</when><gx:coord>139.5 35.5 8</gx:coord></gx:Track>
            <gx:Track><when>2026-01-05T05:50:05+09:00</when><when>2026-01-05T05:50:06+09:00</when><gx:coord>139.25 35.5</gx:coord></gx:Track></gx:MultiTrack></Placemark>
            <Placemark><LineString><coordinates>9,9,9 8,8,8</coordinates></LineString></Placemark>
            </Document></kml>
            """)
        #expect(track.fixes.count == 2 && track.fixes.map(\.startsSegment) == [false, true])
        #expect(track.fixes[0].altitude == 7 && track.fixes[0].longitude == 139.5 && track.fixes[1].time?.description == "2026-01-04T20:50:05.000Z")
        #expect(track.faults.map(\.kind) == [.badValue, .fieldCount])
        let line = TestTracks.read("<kml><Placemark><LineString><coordinates>\n 139.5,35.5,7\n139.25,35.25 \t 1,91 </coordinates></LineString></Placemark><Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>1,1 2,2</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>")
        #expect(line.fixes.map(\.latitude) == [35.5, 35.25] && line.fixes.allSatisfy { $0.time == nil } && line.faults.map(\.kind) == [.badValue])
        #expect(TestTracks.read("<kml><Placemark><Point><coordinates>1,2,3</coordinates></Point></Placemark></kml>").thrown?.message.contains("1 place") == true)
        let cut = TestTracks.read("<kml><Placemark><TimeStamp><when>2026-01-05T05:49:05Z</when></TimeStamp><Point><coordinates>1,2</coordinates></Point></Placemark><Placemark><Poi")
        #expect(cut.fixes.count == 1 && cut.faults.count == 1)
    }

    @Test func trainingCenter() {
        let reading = TestTracks.read(
            """
            <TrainingCenterDatabase><Activities><Activity Sport="Running"><Lap StartTime="2026-01-05T05:49:05Z"><AverageHeartRateBpm><Value>99</Value></AverageHeartRateBpm><Track>
            <Trackpoint><Time>2026-01-05T05:49:05.500Z</Time><Position><LatitudeDegrees>35.5</LatitudeDegrees><LongitudeDegrees>139.5</LongitudeDegrees></Position><AltitudeMeters>7</AltitudeMeters><HeartRateBpm><Value>120</Value></HeartRateBpm><Cadence>80</Cadence><Extensions><TPX xmlns="x"><Speed>2.5</Speed><Watts>200</Watts></TPX></Extensions></Trackpoint>
            <Trackpoint><Time>2026-01-05T05:49:06Z</Time></Trackpoint>
            <Trackpoint><Time>2026-01-05T05:49:07Z</Time><Position><LatitudeDegrees>95.5</LatitudeDegrees><LongitudeDegrees>139.5</LongitudeDegrees></Position></Trackpoint>
            </Track></Lap><Lap><Track><Trackpoint><Time>2026-01-05T05:59:05Z</Time><Position><LatitudeDegrees>35.5</LatitudeDegrees><LongitudeDegrees>139.5</LongitudeDegrees></Position></Trackpoint></Track></Lap></Activity></Activities></TrainingCenterDatabase>
            """)
        #expect(reading.names == ["heart", "cadence", "watts"] && reading.fixes.count == 2)
        #expect(reading.fixes[0].extras == [120, 80, 200] && reading.fixes[0].speed == 2.5 && reading.fixes[0].altitude == 7)
        #expect(reading.fixes[1].startsSegment && reading.faults.map { "\($0.line) \($0.kind)" } == ["4 outOfRange"])
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
        #expect(points.fixes[0].track == "bus 7" && points.fixes[0].speed == 3 && points.fixes[0].course == 90 && points.fixes[0].accuracy == 5)
        #expect(points.fixes.dropFirst(2).map(\.startsSegment) == [true, false, true, false])
        #expect(points.faults.map(\.kind) == [.outOfRange, .fieldCount])
        #expect(TestTracks.read(#"{"type":"Polygon","coordinates":[[[1,1],[2,2]]]}"#, format: .geojson).thrown?.message.contains("1 geometries") == true)
        // Cut anywhere it keeps what was whole, and never traps.
        let whole = Array(#"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{\#(times)},"geometry":\#(line)}, {"type":"Feature","properties":{"note":"\u00e9"},"geometry":\#(line)}]}"#.utf8)
        for count in 0..<whole.count {
            let cut = TestTracks.read(Array(whole[..<count]), format: count == 0 ? nil : .geojson)
            #expect(cut.fixes.count <= 4 && (cut.thrown != nil || cut.faults.count == 1), "\(count)")
        }
    }

    @Test func googlesHistoryInAllItsForms() {
        let records = TestTracks.read(
            """
            {"locations": [{
              "latitudeE7": 355000000, "longitudeE7": 1395000000, "accuracy": 12, "velocity": 3, "heading": 90, "altitude": 7,
              "activity": [{"activity": [{"type": "STILL", "confidence": 62}], "timestamp": "2026-01-05T00:00:00Z"}],
              "source": "WIFI", "timestamp": "2026-01-05T05:49:05.250Z"
            }, {"timestampMs": "1767592146500", "latitudeE7": 355000000, "longitudeE7": 1395000000},
            {"latitudeE7": 955000000, "longitudeE7": 1395000000, "timestamp": "2026-01-05T05:49:07Z"}, {"timestamp": "2026-01-05T05:49:08Z"}]}
            """)
        #expect(records.fixes.map { $0.time?.nanoseconds } == [1_767_592_145_250_000_000, 1_767_592_146_500_000_000])
        #expect(records.fixes[0].accuracy == 12 && records.fixes[0].speed == 3 && records.fixes[0].course == 90 && records.fixes[0].altitude == 7 && records.fixes[0].latitude == 35.5)
        #expect(records.faults.map { "\($0.line) \($0.kind)" } == ["6 outOfRange"])
        let android = TestTracks.read(
            """
            {"semanticSegments": [
              {"startTime": "2026-01-05T14:00:00.000+09:00", "endTime": "2026-01-05T16:00:00.000+09:00", "timelinePath": [
                {"point": "35.5°, 139.5°", "time": "2026-01-05T14:49:00.000+09:00"}, {"point": "35.6°, 139.6°", "time": "2026-01-05T14:50:00.000+09:00"}, {"point": "here", "time": "2026-01-05T14:51:00.000+09:00"}]},
              {"startTime": "2026-01-05T15:00:00.000+09:00", "endTime": "2026-01-05T16:00:00.000+09:00", "visit": {"topCandidate": {"placeLocation": {"latLng": "35.7°, 139.7°"}}}}],
             "rawSignals": [{"position": {"LatLng": "35.5°, 139.5°", "accuracyMeters": 13, "altitudeMeters": 7.5, "source": "WIFI", "timestamp": "2026-01-05T14:49:01.000+09:00", "speedMetersPerSecond": 1.5}}]}
            """)
        #expect(android.fixes.map { $0.time?.description } == ["2026-01-05T05:49:00.000Z", "2026-01-05T05:50:00.000Z"] && android.fixes.map(\.longitude) == [139.5, 139.6])
        #expect(android.faults.map(\.kind) == [.badValue])
        let signals = TestTracks.read(#"{"semanticSegments": [], "rawSignals": [{"position": {"LatLng": "-35.5°, -139.5°", "accuracyMeters": 13, "timestamp": "2026-01-05T14:49:01.000+09:00", "speedMetersPerSecond": 1.5}}, {"wifiScan": {"devicesRecords": [{"mac": 1}]}}]}"#)
        #expect(signals.fixes.count == 1 && signals.fixes.first?.latitude == -35.5 && signals.fixes.first?.speed == 1.5 && signals.fixes.first?.accuracy == 13)
        let iOS = TestTracks.read(
            #"[{"endTime":"2026-01-05T07:00:00.000Z","startTime":"2026-01-05T05:00:00.000Z","visit":{"topCandidate":{"placeLocation":"geo:35.1,139.1"}}},{"endTime":"2026-01-05T07:00:00.000Z","startTime":"2026-01-05T05:00:00.000Z","timelinePath":[{"point":"geo:35.500000,139.500000","durationMinutesOffsetFromStartTime":"49"},{"point":"geo:35.6,139.6","durationMinutesOffsetFromStartTime":"50"}]}]"#)
        #expect(iOS.fixes.map { $0.time?.description } == ["2026-01-05T05:49:00.000Z", "2026-01-05T05:50:00.000Z"] && iOS.faults.isEmpty)
        #expect(TestTracks.read(#"{"locations":[{"latitudeE7":1}]}"#).thrown?.kind == .noFix)
    }

    @Test func anOffsetBeyondTheYearsThatAreReadIsRefused() {
        func segment(_ minutes: String) -> String {
            "[{\"startTime\":\"2111-12-31T23:00:00Z\",\"endTime\":\"2111-12-31T23:30:00Z\",\"timelinePath\":[{\"point\":\"geo:47.1,8.2\",\"durationMinutesOffsetFromStartTime\":\"\(minutes)\"}]}]"
        }
        #expect(TestTracks.read(segment("5")).fixes.first?.time?.description == "2111-12-31T23:05:00.000Z")
        let reading = TestTracks.read(segment("90"))
        #expect(reading.fixes.isEmpty && reading.faults.map(\.kind) == [.outOfRange] && reading.thrown?.kind == .noFix)
    }

    /// A history of a hundred thousand records passes in the memory of one.
    @Test func aLargeHistoryIsReadInLittleMemory() throws {
        var given = 0
        let source = ByteSource(name: "made") { space throws(InputFault) in
            guard given <= 100_001 else { return 0 }
            let text =
                given == 0 ? "{\"locations\":[" : given == 100_001 ? "]}"
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

    @Test func withoutGPSBabelTheMessageNamesIt() throws {
        var fit = [UInt8](repeating: 0, count: 64)
        fit.replaceSubrange(0..<12, with: [14, 0x10, 0, 0, 0, 0, 0, 0] + Array(".FIT".utf8))
        let fault = try #require(TestTracks.read(fit).thrown)
        #expect(fault.message.contains("gpsbabel"))
        #expect(GPSBabel.name("garmin_fit") == "garmin_fit" && GPSBabel.name("igc,timeadj=auto") != nil)
        for bad in ["", "-o", "a b", "a;b", "$(x)", "../x"] { #expect(GPSBabel.name(bad) == nil) }
    }
}
