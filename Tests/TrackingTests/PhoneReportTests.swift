// SPDX-License-Identifier: MIT
import Testing
import Tracking

@Suite struct PhoneReportTests {
    private func decode(_ text: String, _ decoder: inout ReportDecoder) throws -> Fix? {
        try Array(text.utf8).withUnsafeBufferPointer { try decoder.decode($0) }
    }

    /// The example of the OwnTracks booklet, with its trigger in `t`.
    @Test func ownTracks() throws {
        var decoder = ReportDecoder(source: "phone")
        let fix = try #require(
            try decode(
                #"{"topic":"owntracks/jane/phone","_type":"location","BSSID":"d8:b1","SSID":"home","acc":12,"alt":50,"batt":81,"bs":1,"cog":270,"conn":"w","created_at":1767592999,"lat":35.5,"lon":139.5,"m":1,"t":"u","tid":"ne","tst":1767592145,"vac":3,"vel":36}"#,
                &decoder))
        #expect(
            fix.time?.nanoseconds == 1_767_592_145_000_000_000 && fix.speed == 10 && fix.course == 270 && fix.accuracy == 12
                && fix.altitude == 50)
        #expect(fix.track == "owntracks/jane/phone")
        for other in ["transition", "waypoint", "waypoints", "lwt", "card", "cmd", "configuration", "status"] {
            #expect(try decode(#"{"_type":"\#(other)","tst":1767592145,"lat":1,"lon":2,"event":"enter"}"#, &decoder) == nil)
        }
        #expect(try decode(#"{"_type":"location","lat":1,"lon":2,"tst":1767592146,"tid":"ne"}"#, &decoder)?.track == "ne")
        // The sender seems to work, and no position comes.
        #expect { try decode(#"{"_type":"encrypted","data":"bGF0"}"#, &decoder) } throws: { "\($0)".contains("delete the encryption key") }
    }

    /// A ship's report from aisstream.io: its `Timestamp` is a second of the minute, and the time of reception counts. Course 360
    /// and speed 102.3 knots are unknown.
    @Test func aisStream() throws {
        var decoder = ReportDecoder(source: "ships")
        func report(_ cog: String, _ sog: String, _ ship: Int) throws -> Fix {
            try #require(
                try decode(
                    #"{"Message":{"PositionReport":{"Cog":\#(cog),"Latitude":66.02695,"Longitude":12.253821,"Sog":\#(sog),"Timestamp":31,"TrueHeading":235,"UserID":\#(ship)}},"MessageType":"PositionReport","MetaData":{"MMSI":\#(ship),"ShipName":"AUGUSTSON","latitude":66.02695,"longitude":12.253821,"time_utc":"2022-12-29 18:22:32.318353 +0000 UTC"}}"#,
                    &decoder))
        }
        let fix = try report("308.2", "10", 259_000_420)
        #expect(fix.time?.description == "2022-12-29T18:22:32.318353Z" && fix.track == "259000420")
        #expect(fix.latitude == 66.02695 && fix.course == 308.2 && fix.speed == 10 * 1852 / 3600.0)
        let anchored = try report("360", "102.3", 259_000_421)
        #expect(anchored.course == nil && anchored.speed == nil && anchored.track == "259000421")
        // Elsewhere 360 is north.
        #expect(try decode(#"{"time":1,"lat":1,"lon":2,"course":360}"#, &decoder)?.course == 0)
    }

    /// AIS-catcher reports ships under gpsd's class, with the time of reception. gpsd's own reports have no time, and names and
    /// voyages no position; latitude 91 is unknown. The ship names the track, not the receiver.
    @Test func aisCatcher() throws {
        var decoder = ReportDecoder(source: "ships")
        func report(_ latitude: String, _ times: String = #""rxtime":"20260105054905","rxuxtime":1767592145.25,"#) throws -> Fix? {
            try decode(
                #"{"class":"AIS","device":"AIS-catcher",\#(times)"scaled":true,"nmea":["!AIVDM"],"type":1,"mmsi":244660492,"speed":10.0,"accuracy":true,"lon":4.5,"lat":\#(latitude),"heading":85,"course":86.2,"second":4}"#,
                &decoder)
        }
        let fix = try #require(try report("52.1"))
        #expect(fix.time?.description == "2026-01-05T05:49:05.250Z" && fix.track == "244660492")
        #expect(fix.speed == 10 * 1852 / 3600.0 && fix.course == 86.2 && fix.latitude == 52.1 && fix.accuracy == nil)
        #expect(try report("52.1", "") == nil && report("91.0") == nil)
        #expect(try decode(#"{"class":"AIS","rxuxtime":1767592146.5,"type":5,"mmsi":244660492,"draught":3.1}"#, &decoder) == nil)
    }

    /// Ships' speeds are in knots, MarineTraffic's in tenths of them, as in tables. A course counts before a heading.
    @Test func speedsOfShips() throws {
        var decoder = ReportDecoder(source: "ships")
        let ship = #""MMSI":"304010417","LAT":"47.758499","LON":"-5.154223","SPEED":"74","HEADING":"329","COURSE":"327","#
        let marineTraffic = try decode(#"{\#(ship)"SHIP_ID":"359396","TIMESTAMP":"2017-05-19T09:39:57"}"#, &decoder)
        #expect(marineTraffic?.speed == 74 * 185.2 / 3600 && marineTraffic?.course == 327 && marineTraffic?.track == "304010417")
        #expect(try decode(#"{\#(ship)"TIMESTAMP":"2017-05-19T09:39:57"}"#, &decoder)?.speed == 74 * 1852 / 3600.0)
        #expect(try decode(#"{"time":1,"lat":1,"lon":2,"speed":74,"heading":329}"#, &decoder)?.speed == 74)
    }

    /// The course of a train from Digitraffic, newest first, in km/h; and what the portal in a German train answers.
    @Test func trains() {
        let places = [("35", 24.9425), ("20", 24.9415), ("05", 24.94)].map { second, longitude in
            #"{"trainNumber":8,"departureDate":"2026-01-05","timestamp":"2026-01-05T05:49:\#(second).000Z","location":{"type":"Point","coordinates":[\#(longitude),60.17]},"speed":36}"#
        }
        for text in ["[\(places.joined(separator: ","))]", places.joined(separator: "\n") + "\n"] {
            let reading = TestTracks.read(text)
            #expect(reading.thrown == nil && reading.faults.isEmpty, "\(reading)")
            #expect(reading.fixes.map(\.longitude) == [24.9425, 24.9415, 24.94] && reading.fixes.allSatisfy { $0.latitude == 60.17 })
            #expect(reading.fixes.allSatisfy { $0.speed == 10 && $0.track == "8" })
            #expect(reading.fixes.first?.time?.description == "2026-01-05T05:49:35.000Z")
        }
        let portal = TestTracks.read(
            #"{"connection":true,"latitude":50.1,"longitude":8.6,"serverTime":1767592145250,"speed":180.0,"trainType":"ICE","tzn":"ICE0304"}"#
                + "\n")
        #expect(portal.fixes.first?.speed == 50 && portal.fixes.first?.time?.description == "2026-01-05T05:49:05.250Z")
    }

    /// Of Sensor Logger's export only the positions are read: an accelerometer's x and y are no place. Samsung Health calls the
    /// time of a point its start.
    @Test func exportsOfPhones() {
        let reading = TestTracks.read(
            """
            [{"sensor":"Accelerometer","time":"1767592145000000000","seconds_elapsed":"0.1","z":"0.1","y":"0.2","x":"0.3"},
            {"sensor":"Location","time":"1767592145250000000","seconds_elapsed":"0.25","speed":"1.25","longitude":"139.5","latitude":"35.5"}]
            """)
        #expect(reading.faults.isEmpty && reading.fixes.map(\.latitude) == [35.5] && reading.fixes.map(\.speed) == [1.25])
        let samsung = TestTracks.read(#"[{"start_time":1767592145250,"latitude":35.5,"longitude":139.5,"altitude":40.0,"accuracy":5.0}]"#)
        #expect(samsung.fixes.map { $0.time?.description } == ["2026-01-05T05:49:05.250Z"] && samsung.names.isEmpty)
    }

    /// The names and times of tables have the same meaning as keys.
    @Test func keysAreReadAsColumns() throws {
        var decoder = ReportDecoder(source: "feed")
        for name in ["vehicle_id", "mmsi", "icao24", "person_id", "vehicle"] {
            #expect(try decode("{\"time\":1,\"lat\":1,\"lon\":2,\"\(name)\":\"a7\"}", &decoder)?.track == "a7")
        }
        let time = try decode(#"{"time":"31/12/2025 2:49:05 PM","lat":1,"lon":2}"#, &decoder)?.time
        #expect(time?.description == "2025-12-31T14:49:05.000Z")
    }

    /// The reports of Traccar's clients and server: -1 is unknown; the server and the old client use knots, the others m/s.
    @Test func traccarAndOsmAnd() throws {
        var decoder = ReportDecoder(source: "phone")
        let server = try #require(
            try decode(
                #"{"position":{"id":9,"deviceId":4,"protocol":"osmand","serverTime":"2026-01-05T05:49:12.000+00:00","deviceTime":"2026-01-05T05:49:11.000+00:00","fixTime":"2026-01-05T05:49:10.000+00:00","valid":true,"latitude":1,"longitude":2,"altitude":3,"speed":10,"course":4,"accuracy":5,"attributes":{"batteryLevel":5}},"device":{"id":4,"name":"x","uniqueId":"abc"}}"#,
                &decoder))
        #expect(
            server.time?.description == "2026-01-05T05:49:10.000Z" && server.speed == 10 * 1852 / 3600.0 && server.course == 4
                && server.accuracy == 5)
        let client = try #require(
            try decode("id=77&timestamp=1767592148&lat=35.5&lon=139.5&speed=10&bearing=90&altitude=3&accuracy=4&batt=55", &decoder))
        #expect(
            client.speed == 10 * 1852 / 3600.0 && client.course == 90 && client.altitude == 3 && client.accuracy == 4
                && client.track == "77")
        let osmAnd = try #require(
            try decode(
                "GET /?lat=35.5&lon=139.5&timestamp=1767592148250&hdop=2.0&altitude=-1&speed=-1&bearing=-1.0&id=my%20phone HTTP/1.1",
                &decoder))
        #expect(
            osmAnd.speed == nil && osmAnd.course == nil && osmAnd.accuracy == 10 && osmAnd.time?.nanoseconds == 1_767_592_148_250_000_000
                && osmAnd.track == "my phone")
        let new = try #require(
            try decode(
                #"{"location":{"timestamp":"2026-01-05T05:49:05.250Z","coords":{"latitude":35.5,"longitude":139.5,"accuracy":4,"speed":2.5,"heading":-1,"altitude":7},"is_moving":true,"odometer":12},"device_id":"77"}"#,
                &decoder))
        #expect(new.speed == 2.5 && new.course == nil && new.track == "77")
    }

    /// GPSLogger's own address, filled in.
    @Test func gpsLogger() throws {
        var decoder = ReportDecoder(source: "phone")
        let fix = try #require(
            try decode(
                "https://example.org/log?lat=35.5&lon=139.5&sat=9&desc=&alt=40.5&acc=3.79&dir=270.5&prov=gps&spd=1.25&timestamp=1767592145&time=2026-01-05T05:49:05.250Z&date=2026-01-05&batt=81&aid=0a1b&ser=xyz&act=#x",
                &decoder))
        #expect(
            fix.speed == 1.25 && fix.course == 270.5 && fix.accuracy == 3.79 && fix.altitude == 40.5
                && fix.time?.nanoseconds == 1_767_592_145_250_000_000)
    }

    /// Its shorter address, which has the speed as `s`; and no other text.
    /// The example in Overland's documentation; -1 is unknown.
    @Test func overland() throws {
        var decoder = ReportDecoder(source: "phone")
        let fix = try #require(
            try decode(
                #"{"type":"Feature","geometry":{"type":"Point","coordinates":[-122.030581,37.331800]},"properties":{"timestamp":"2015-10-01T08:00:00-0700","altitude":0,"speed":4,"course":-1,"horizontal_accuracy":30,"vertical_accuracy":-1,"motion":["driving","stationary"],"pauses":false,"activity":"other_navigation","deferred":0,"significant_change":"disabled","locations_in_payload":1,"device_id":"jane","wifi":"launchpad","battery_state":"unplugged","battery_level":0.89}}"#,
                &decoder))
        #expect(fix.time?.description == "2015-10-01T15:00:00.000Z" && fix.latitude == 37.3318 && fix.longitude == -122.030581)
        #expect(fix.speed == 4 && fix.course == nil && fix.accuracy == 30 && fix.altitude == 0 && fix.track == "jane")
    }

    /// Its app is made for its own server: a time is missing, and the reason says what to do.
    @Test func homeAssistant() {
        var decoder = ReportDecoder(source: "phone")
        let fault = #expect(throws: InputFault.self) {
            try decode(#"{"type":"update_location","data":{"gps":[35.5,139.5],"gps_accuracy":10,"speed":2,"course":4}}"#, &decoder)
        }
        #expect(fault?.message.contains("use another app") ?? false)
    }

    @Test func gpsLoggersShortSpeed() throws {
        var decoder = ReportDecoder(source: "phone")
        #expect(try decode("lat=35.5&lon=139.5&time=2026-01-05T05:49:05.250Z&s=1.25&batt=81&id=7", &decoder)?.speed == 1.25)
        #expect(try decode(#"{"lat":35.5,"lon":139.5,"time":"2026-01-05T05:49:06.250Z","s":1.25}"#, &decoder)?.speed == nil)
    }

    @Test func linesOfAllKindsMayBeMixedAndBrokenOnesAreNamed() {
        let reading = TestTracks.read(
            """
            {"_type":"lwt","tst":1}
            lat=35.5&lon=139.5&timestamp=1767592148
            {"lat":35.5,"lon":139.5,"tst":1767592149}
            lat=95&lon=139.5&timestamp=1767592150
            lat=35.5&lon=139.5
            lat=%FF&lon=%80&timestamp=1
            /?lat=35.5&lon=139.5&timestamp=1767592151

            """, format: .phones)
        #expect(reading.fixes.count == 3 && reading.thrown == nil)
        #expect(reading.faults.map { "\($0.line) \($0.kind)" } == ["4 outOfRange", "5 missing", "6 malformed"])
        #expect(TestTracks.read("lat=35.5&lon=139.5&timestamp=1767592148\n").fixes.count == 1)
    }

    @Test func aLongNameIsCutAndGivesWay() throws {
        let long = String(repeating: "雨", count: 60)
        for (names, track) in [
            (#""device":"\#(long)""#, String(repeating: "雨", count: 42)), (#""topic":"\#(long)","id":"anna""#, "anna"),
            (#""id":"anna","topic":"\#(long)""#, "anna"),
        ] {
            var decoder = ReportDecoder(source: "made")
            #expect(try decode(#"{"tst":1767592145,"lat":35,"lon":139,\#(names)}"#, &decoder)?.track == track)
        }
    }

    /// A sensor may have nothing to report yet at the first fix.
    @Test func aNullAtTheFirstFixNamesAColumn() {
        let reading = TestTracks.read(
            """
            {"time":1767592148,"lat":35.5,"lon":139.5,"heart":null,"valid":true,"name":"x","speed":null}
            {"time":1767592149,"lat":35.5,"lon":139.5,"heart":80,"valid":false,"speed":2}

            """)
        #expect(reading.names == ["heart"] && reading.faults.isEmpty)
        #expect(reading.fixes.map(\.extras) == [[nil], [80]] && reading.fixes.map(\.speed) == [nil, 2])
    }

    @Test func gpsdsStateAndDevicesAreKept() {
        let reading = TestTracks.read(
            """
            {"class":"VERSION","release":"3.22","proto_major":3}
            {"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/a"}]}
            {"class":"WATCH","enable":true,"json":true}
            {"class":"TPV","device":"/dev/a","mode":1,"time":"2026-01-05T05:49:04.000Z"}
            {"class":"TPV","device":"/dev/a","mode":3,"time":"2026-01-05T05:49:05.000Z","lat":35.5,"lon":139.5,"track":1,"speed":2}
            {"class":"TPV","device":"/dev/b","mode":2,"time":"2026-01-05T05:49:05.000Z","lat":36.5,"lon":139.5}
            {"class":"TPV","device":"/dev/a","mode":0}
            {"class":"TPV","device":"/dev/a","mode":1,"time":"2026-01-05T05:49:06.000Z"}
            {"class":"ERROR","message":"x"}
            {"class":"SOMETHING-NEW","time":"2026-01-05T05:49:06.000Z"}
            """, format: .gpsd)
        // What gpsd complains of is reported: an unknown device would otherwise be waited for in vain.
        #expect(reading.faults.map { "\($0)" } == ["made:9: gpsd reports: x; the line is skipped"])
        #expect(reading.fixes.filter { $0.latitude != nil }.map(\.track) == ["/dev/a", "/dev/b"])
        #expect(reading.fixes.filter(\.isNoFix).map { $0.time?.description } == ["2026-01-05T05:49:06.000Z"])
    }

    /// In other formats `mode` has no meaning for the fix.
    @Test func onlyGPSDsModeSaysThatThereIsNoFix() {
        let lines = (0..<9).map { "{\"time\":\(1_767_592_145 + $0),\"mode\":\($0 % 3),\"lat\":35.5,\"lon\":139.5}\n" }.joined()
        let reading = TestTracks.read(lines)
        #expect(
            reading.fixes.count == 9 && reading.fixes.allSatisfy { !$0.isNoFix && $0.latitude == 35.5 } && reading.thrown == nil,
            "\(reading)")
    }

    /// An endless input is not an array, whatever its first byte was.
    @Test(arguments: [TrackFormat.phones, .gpsd], ["[]", "[", "]", "[{\"a\":1}]", "x", "\0"]) func theFirstLineOfALiveInputDecidesNothing(
        format: TrackFormat, first: String
    ) throws {
        let good = "{\"class\":\"TPV\",\"mode\":3,\"time\":\"2026-01-05T05:49:05.000Z\",\"lat\":35.5,\"lon\":139.5}"
        let bytes = ByteSource(name: "live", bytes: Array("\(first)\n\(good)\n".utf8))
        var reader = try TrackInput.open(bytes, reading: TrackReading(format: format, isLive: true))
        guard case .fault(let fault)? = try reader.next(), case .fix(let fix)? = try reader.next() else {
            Issue.record("not a fault and a fix")
            return
        }
        #expect(fault.line == 1 && fix.latitude == 35.5)
        #expect(try reader.next() == nil)
    }

    /// Two keys of invalid text read as the same: one column.
    @Test func keysThatAreNoTextMakeNoColumnTwice() throws {
        let line =
            Array("{\"time\":1700000000,\"lat\":1,\"lon\":2,\"".utf8) + [0x92, 0x8F] + Array("h\":5,\"".utf8) + [0x92, 0xCF]
            + Array("h\":6}\n".utf8)
        let reading = TestTracks.read(line)
        #expect(reading.names.count == 1 && reading.fixes.map(\.extras) == [[5]])
    }

    /// OwnTracks' recorder: the lines of its files, and the answers of `ocat` and of its web service.
    @Test func theRecordersFilesAndAnswersAreRead() {
        let reports = (0..<3).map {
            "{\"_type\":\"location\",\"lat\":35.5,\"lon\":139.\($0),\"tst\":\(1_767_592_145 + $0),\"inregions\":[\"home\"],\"vel\":36}"
        }
        let list = reports.joined(separator: ",\n  ")
        let files = [
            reports.map { "2026-01-05T05:49:05Z\t*                 \t\($0)\n" }.joined()
                + "2026-01-05T05:50:00Z\tlwt               \t{\"_type\":\"lwt\",\"tst\":1767592145}\n",
            "{\"count\":3,\"status\":200,\"data\":[\(list)]}\n", "{\n \"count\": 3,\n \"locations\": [\n  \(list)\n ]\n}\n",
        ]
        for text in files {
            let reading = TestTracks.read(text)
            #expect(reading.thrown == nil && reading.faults.isEmpty, "\(reading)")
            #expect(reading.fixes.map(\.longitude) == [139, 139.1, 139.2])
            #expect(reading.fixes.map(\.speed) == [10, 10, 10])
        }
    }
}
