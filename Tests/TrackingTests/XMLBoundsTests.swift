// SPDX-License-Identifier: MIT
import Testing
import Tracking

/// Whatever makes libxml2 superlinear has a limit, and the fixes before it are kept.
@Suite struct XMLBoundsTests {
    private static func point(_ second: Int, _ more: String = "") -> String {
        "<trkpt lat=\"1\" lon=\"2\"\(more)><time>2026-01-01T00:00:0\(second)Z</time></trkpt>\n"
    }

    @Test(arguments: [1 << 10, 8192, 1 << 20])
    func aTagOfManyAttributesEndsTheReadingAtItsPlace(piece: Int) throws {
        for count in [3000, 200_000] {
            let attributes = (0..<count).map { " a\($0)=\"\($0 == 0 ? ">" : "1")\"" }.joined()
            let reading = TestTracks.read(TestTracks.gpx(Self.point(0) + Self.point(1, attributes) + Self.point(2)), piecesOf: piece)
            #expect(reading.fixes.count == 1)
            let fault = try #require(reading.faults.first)
            #expect(reading.faults.count == 1 && fault.line == 5)
            #expect(fault.message == "the XML is truncated or malformed here: a tag of more than 16 KiB")
            #expect(!fault.remedy.isEmpty)
        }
    }

    @Test func namespacesOneWithinTheOtherEndTheReading() throws {
        let open = (0..<20).map { depth in "<a" + (0..<20).map { " xmlns:n\(depth)x\($0)=\"u\"" }.joined() + ">" }.joined()
        let reading = TestTracks.read(TestTracks.gpx(Self.point(0) + open + Self.point(1)))
        #expect(reading.fixes.count == 1)
        #expect(reading.faults.map(\.message) == ["the XML is truncated or malformed here: more than 256 namespaces"])
    }

    /// Long tags within the limit, long texts and long comments are not affected.
    @Test(arguments: [1, 1000, 1 << 20])
    func whatIsLongElsewhereIsRead(piece: Int) {
        let long = String(repeating: "x", count: 12_000)
        let texts = "<name>" + long + long + "</name>\n<!--" + long + long + "-->\n<![CDATA[" + long + long + "]]>\n"
        let reading = TestTracks.read(TestTracks.gpx(Self.point(0, " a=\"\(long)\"") + texts + Self.point(1)), piecesOf: piece)
        #expect(reading.fixes.count == 2)
        #expect(reading.faults.isEmpty)
    }
}
