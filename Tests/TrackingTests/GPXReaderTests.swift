// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import Tracking

@Suite struct GPXReaderTests {
    @Test func extraColumnsThatComeLaterAreKnownFromTheFirstFix() {
        let points = (0..<200).map {
            "<trkpt lat=\"1\" lon=\"2\"><time>2026-01-01T00:00:00Z</time>\($0 > 150 ? "<extensions><power>\($0)</power></extensions>" : "")</trkpt>"
        }
        let reading = TestTracks.read(TestTracks.gpx(points.joined(separator: "\n")))
        #expect(reading.names == ["power"])
        #expect(reading.fixes[0].extras == [nil])
        #expect(reading.fixes[199].extras == [199])
    }

    /// An overlong value counts as absent; blanks around a value have no limit.
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
        #expect(faults.last?.message == "not an ISO 8601 time: '2026-01-01T00:00:00Z99999999999999999999'")
    }

    /// A foreign document is reported as such, whatever follows its root and however it is cut.
    @Test(arguments: [TrackFormat.gpx, .kml, .tcx], [1, 7, 100_000])
    func aForeignRootIsTheVerdict(_ format: TrackFormat, piece: Int) {
        let tail = "<trkseg><trkpt lat=\"1\" lon=\"2\"/></trkseg><Track><when>2026-01-05</when><coord>1 2</coord></Track>"
        for broken: [UInt8] in [[], [0xC9, 0xC9], Array("<a></b>".utf8)] {
            let bytes = Array("<html lang=\"x\">\(tail)".utf8) + broken + Array("</html>".utf8)
            let source = TestTracks.source(bytes, piecesOf: piece)
            let fault = #expect(throws: InputFault.self) {
                var reader = try TrackInput.open(source, reading: TrackReading(format: format))
                while let item = try reader.next() { Issue.record("\(item)") }
            }
            #expect(fault?.kind == .unknownFormat && fault?.message.contains("not \(format.rawValue.uppercased())") == true)
        }
    }

    @Test func cutInHalfGivesAllBeforeAndThePlace() throws {
        let points = (0..<100).map { "<trkpt lat=\"\($0 % 80)\" lon=\"2\"><time>2026-01-01T00:00:00Z</time></trkpt>" }.joined(
            separator: "\n")
        let text = TestTracks.gpx(points)
        let cut = try #require(text.range(of: "lat=\"50\""))
        let reading = TestTracks.read(String(text[..<cut.lowerBound]))
        #expect(reading.fixes.count == 50)
        #expect(reading.faults.count == 1)
        #expect(reading.faults.first?.line == 54)
        #expect(reading.faults.first?.column != nil)
        #expect(reading.thrown == nil)
    }

    @Test func entitiesCannotBlowUpAndNothingIsFetched() throws {
        let folder = try Folder()
        let file = try folder.write("1", to: "digit")
        var head = "<!DOCTYPE gpx SYSTEM \"http://127.0.0.1:9/gpx.dtd\" [<!ENTITY a0 \"ha\">"
        for level in 1...30 { head += "<!ENTITY a\(level) \"&a\(level - 1);&a\(level - 1);\">" }
        head += "<!ENTITY f SYSTEM \"\(file)\">]>"
        let reading = TestTracks.read(TestTracks.gpx("<trkpt lat=\"1\" lon=\"2\"><name>&a30;&f;</name><ele>&f;5</ele></trkpt>", head: head))
        #expect(reading.fixes.count + reading.faults.count <= 2)
        // With the file it would be 15.
        for fix in reading.fixes { #expect(fix.altitude == nil || fix.altitude == 5) }
    }

    /// The line that a broken tag starts on need not be in the parser's memory any more, nor ever have come there.
    @Test(arguments: [
        ("<trkpt lat=\"1\" lon=\"2\"/>", 400, ""), ("<name>x</name>", 1_000, ""), ("text", 5_000, ""), ("<!--", 9_000, "-->"),
        ("<?note ", 9_000, "?>"), ("<![CDATA[", 9_000, "]]>"),
        ("<wpt lat=\"1\" lon=\"2\"><desc>", 9_000, "</desc></wpt>"),
    ])
    func columnsAreRightFarToTheRight(start: String, count: Int, end: String) throws {
        let isPlain = end.isEmpty
        let line = isPlain ? String(repeating: start, count: count) : start + String(repeating: "é", count: count) + end
        for piece in [1, 13, 1_000, 1 << 20] {
            let reading = TestTracks.read(
                TestTracks.gpx("<trkpt lat=\"1\" lon=\"2\"/>\n\(line)<trkpt lat=\"1\" lon=\"far\"\n\n/>"), piecesOf: piece)
            let fault = try #require(reading.faults.first)
            #expect(fault.column == line.count + 21, "in pieces of \(piece)")
            #expect(reading.faults.count == 1)
        }
    }

    /// Lines past 65,535, where the line numbers of libxml2's own trees are wrong.
    @Test func placesAreRightFarDown() {
        let points = String(repeating: "<trkpt lat=\"1\" lon=\"2\"/>\n", count: 100_000) + "<trkpt lat=\"91\" lon=\"2\"/>"
        let reading = TestTracks.read(TestTracks.gpx(points))
        #expect(reading.fixes.count == 100_000)
        #expect(reading.faults.map(\.line) == [100_004])
    }
}
