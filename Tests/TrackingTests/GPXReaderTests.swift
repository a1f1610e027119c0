import Foundation
import Testing

import Tracking

@Suite struct GPXReaderTests {
    @Test func extensionsAreReadWithAndWithoutPrefixAndDeclaration() {
        for (open, close) in [("<extensions>", "</extensions>"), ("<extensions><gpxtpx:TrackPointExtension>", "</gpxtpx:TrackPointExtension></extensions>"), ("", "")] {
            for prefix in ["", "gpxtpx:"] {
                let reading = TestTracks.read(
                    TestTracks.gpx(
                        "<trkpt lat=\"1\" lon=\"2\"><time>2026-01-01T00:00:00Z</time>\(open)<\(prefix)speed>3.5</\(prefix)speed><\(prefix)course>-90</\(prefix)course><\(prefix)hr>171</\(prefix)hr><\(prefix)cad> 80 </\(prefix)cad><\(prefix)atemp>-3</\(prefix)atemp>\(close)</trkpt>"))
                #expect(reading.names == ["hr", "cad", "atemp"])
                #expect(reading.fixes.count == 1 && reading.faults.isEmpty && reading.thrown == nil)
                #expect(reading.fixes.first?.speed == 3.5)
                #expect(reading.fixes.first?.course == 270)
                #expect(reading.fixes.first?.extras == [171, 80, -3])
            }
        }
    }

    @Test func extraColumnsThatComeLaterAreKnownFromTheFirstFix() {
        let points = (0..<200).map { "<trkpt lat=\"1\" lon=\"2\"><time>2026-01-01T00:00:00Z</time>\($0 > 150 ? "<extensions><power>\($0)</power></extensions>" : "")</trkpt>" }
        let reading = TestTracks.read(TestTracks.gpx(points.joined(separator: "\n")))
        #expect(reading.names == ["power"])
        #expect(reading.fixes[0].extras == [nil])
        #expect(reading.fixes[199].extras == [199])
    }

    @Test func brokenPointsAreNamedByLineAndColumnAndTheRestIsRead() {
        let text = TestTracks.gpx(
            """
            <trkpt lat="1" lon="2"/>
            <trkpt lat="95" lon="2"/>
              <trkpt lat="x1" lon="2"/>
            <trkpt lat="NaN" lon="2"/><trkpt lon="2"/>
            <trkpt lat="1" lon="181"/>
            <trkpt lat="1" lon="2"><time>yesterday</time></trkpt>
            <trkpt lat="1" lon="2">
              <ele>high</ele><speed>NaN</speed><extensions><hr>NaN</hr></extensions></trkpt>
            <trkpt
              lat="3"
              lon="inf"/>
            <trkpt lat="4" lon="5"/>
            """)
        let reading = TestTracks.read(text)
        #expect(reading.fixes.map(\.latitude) == [1, 1, 4])
        #expect(reading.faults.map { "\($0.line):\($0.column ?? 0) \($0.kind)" } == [
            "5:13 outOfRange", "6:15 badValue", "7:13 badValue", "7:27 missing", "8:21 outOfRange", "9:24 badValue", "11:3 badValue",
            "11:18 badValue", "14:8 badValue",
        ])
        #expect(reading.fixes[1].altitude == nil && reading.fixes[1].speed == nil)
        #expect(reading.faults[0].description == "made:5:13: lat '95' is outside -90 to 90 degrees; the point is skipped")
    }

    @Test func timesAreReadInEveryForm() throws {
        for (text, expected) in [
            ("2026-01-05T05:49:05Z", "2026-01-05T05:49:05.000Z"), ("2026-01-05T05:49:05.25Z", "2026-01-05T05:49:05.250Z"),
            ("2026-01-05T14:49:05.123456789+09:00", "2026-01-05T05:49:05.123456789Z"), ("2026-01-05T05:49:05", "2026-01-05T05:49:05.000Z"),
            ("2026-01-05T00:19:05-0530", "2026-01-05T05:49:05.000Z"), ("\n 2026-01-05T05:49:05.0000014Z ", "2026-01-05T05:49:05.000001400Z"),
        ] {
            let reading = TestTracks.read(TestTracks.gpx("<trkpt lat=\"1\" lon=\"2\"><time>\(text)</time></trkpt>"))
            #expect(try #require(reading.fixes.first?.time).description == expected)
        }
    }

    /// What is too long for a value is none; blanks around one may be as long as they like.
    @Test(arguments: [1, 3, 100, 100_000]) func longTextsAreNoValues(_ piece: Int) throws {
        let blanks = String(repeating: " \n", count: 200), long = String(repeating: "9", count: 200)
        func point(_ time: String, _ height: String) -> String {
            "<trkpt lat=\"1\" lon=\"2\"><time>\(time)</time><ele>\(height)</ele><power>\(height)</power></trkpt>\n"
        }
        let time = "2026-01-01T00:00:00Z"
        let text = TestTracks.gpx(
            point(blanks + time + blanks, blanks + "5" + blanks) + point(time, long) + point(time, "1\(blanks)2") + point(time + long, "5"))
        var reader = try GPXReader(TestTracks.source(Array(text.utf8), piecesOf: piece))
        var fixes: [Fix] = [], faults: [InputFault] = []
        while let item = try reader.next() {
            switch item {
            case .fix(let fix): fixes.append(fix)
            case .fault(let fault): faults.append(fault)
            }
        }
        #expect(fixes.map(\.altitude) == [5, nil, nil] && fixes.map(\.extras) == [[5], [nil], [nil]])
        #expect(fixes.allSatisfy { $0.time?.description == "2026-01-01T00:00:00.000Z" })
        #expect(faults.map(\.kind) == [.badValue, .badValue, .badValue])
        #expect(faults.last?.message == "the time does not read as ISO 8601: '2026-01-01T00:00:00Z99999999999999999999'")
    }

    @Test func segmentsAndTracksStartAnewAndEmptyOnesDoNotCount() {
        let text = """
            <gpx><metadata><time>2020-01-01T00:00:00Z</time></metadata><trk><trkseg></trkseg><trkseg><trkpt lat="1" lon="1"/><trkpt lat="2" lon="1"/></trkseg>
            <trkseg/><trkseg><trkpt lat="3" lon="1"/></trkseg></trk><trk><name>zwei &amp; <![CDATA[<drei>]]></name><trkseg><trkpt lat="4" lon="1"/></trkseg></trk></gpx>
            """
        let reading = TestTracks.read(text)
        #expect(reading.fixes.map(\.startsSegment) == [false, false, true, true])
        #expect(reading.fixes.allSatisfy { $0.time == nil })
    }

    @Test func whatIsNoTrackSaysWhatItHolds() throws {
        let routes = try #require(TestTracks.read("<gpx><rte><rtept lat='1' lon='2'/><rtept lat='1' lon='2'/></rte><wpt lat='1' lon='1'/></gpx>").thrown)
        #expect(routes.message == "the GPX holds no track points, only 1 waypoint, 1 route, 2 route points")
        #expect(routes.remedy.contains("gpsbabel"))
        #expect(TestTracks.read("<kml><Document/></kml>").thrown?.kind == .noFix)
        #expect(TestTracks.read("<html><body>").thrown?.message.contains("<html>") == true)
        let broken = try #require(TestTracks.read("<gpx><trk><trkseg><trkpt lat='99' lon='0'/></trkseg></trk></gpx>").thrown)
        #expect(broken.kind == .noFix)
    }

    /// A foreign document is told as such, whatever stands behind its root and in whatever pieces it comes.
    @Test(arguments: [TrackFormat.gpx, .kml, .tcx], [1, 7, 100_000])
    func aForeignRootIsTheVerdict(_ format: TrackFormat, piece: Int) {
        let tail = "<trkseg><trkpt lat=\"1\" lon=\"2\"/></trkseg><Track><when>2026-01-05</when><coord>1 2</coord></Track>"
        for broken: [UInt8] in [[], [0xC9, 0xC9], Array("<a></b>".utf8)] {
            let bytes = Array("<html lang=\"x\">\(tail)".utf8) + broken + Array("</html>".utf8)
            let source = TestTracks.source(bytes, piecesOf: piece)
            let fault = #expect(throws: InputFault.self) {
                var reader = try TrackInput.open(source, format: format)
                while let item = try reader.next() { Issue.record("\(item)") }
            }
            #expect(fault?.kind == .unknownFormat && fault?.message.contains("not \(format.rawValue.uppercased())") == true)
        }
    }

    @Test func cutInHalfGivesAllBeforeAndThePlace() throws {
        let points = (0..<100).map { "<trkpt lat=\"\($0 % 80)\" lon=\"2\"><time>2026-01-01T00:00:00Z</time></trkpt>" }.joined(separator: "\n")
        let text = TestTracks.gpx(points)
        let cut = try #require(text.range(of: "lat=\"50\""))
        let reading = TestTracks.read(String(text[..<cut.lowerBound]))
        #expect(reading.fixes.count == 50)
        #expect(reading.faults.count == 1)
        #expect(reading.faults.first?.line == 54)
        #expect(reading.faults.first?.column != nil)
        #expect(reading.thrown == nil)
    }

    @Test func entitiesCannotBlowUpAndNothingIsFetched() {
        var head = "<!DOCTYPE gpx SYSTEM \"http://127.0.0.1:9/gpx.dtd\" [<!ENTITY a0 \"ha\">"
        for level in 1...30 { head += "<!ENTITY a\(level) \"&a\(level - 1);&a\(level - 1);\">" }
        head += "<!ENTITY f SYSTEM \"file:///etc/passwd\">]>"
        let reading = TestTracks.read(TestTracks.gpx("<trkpt lat=\"1\" lon=\"2\"><name>&a30;&f;</name><ele>&f;5</ele></trkpt>", head: head))
        #expect(reading.fixes.count + reading.faults.count <= 2)
        for fix in reading.fixes { #expect(fix.altitude == nil || fix.altitude == 5) }
    }

    @Test func otherEncodingsAreRead() throws {
        let text = TestTracks.gpx("<trkpt lat=\"1.5\" lon=\"2\"><name>雨音</name></trkpt>")
        #expect(TestTracks.read("\u{FEFF}" + text).fixes.map(\.latitude) == [1.5])
        let wide = try #require(text.replacingOccurrences(of: "version=\"1.0\"", with: "version=\"1.0\" encoding=\"UTF-16\"").data(using: .utf16))
        #expect(TestTracks.read(Array(wide)).fixes.map(\.latitude) == [1.5])
        let latin = Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><gpx><trk><name>".utf8) + [0xE9] + Array("</name><trkseg><trkpt lat=\"1.5\" lon=\"2\"/></trkseg></trk></gpx>".utf8)
        #expect(TestTracks.read(latin).fixes.map(\.latitude) == [1.5])
    }

    /// Lines past 65,535, where libxml2's own trees lose count.
    @Test func placesAreRightFarDown() {
        let points = String(repeating: "<trkpt lat=\"1\" lon=\"2\"/>\n", count: 100_000) + "<trkpt lat=\"91\" lon=\"2\"/>"
        let reading = TestTracks.read(TestTracks.gpx(points))
        #expect(reading.fixes.count == 100_000)
        #expect(reading.faults.map(\.line) == [100_004])
    }
}
