// SPDX-License-Identifier: MIT
import TestTraits
import Testing
import Tracking

/// A GPX document is read the same, however its bytes are cut into pieces.
@Suite struct GPXPieceTests {
    private static func isSame(_ text: String) -> Bool {
        let reading = TestTracks.read(text)
        return [3, 17].allSatisfy { size in
            let other = TestTracks.read(text, piecesOf: size)
            return reading.names == other.names && reading.fixes == other.fixes && reading.faults == other.faults
                && reading.thrown == other.thrown
        }
    }

    private static let attributes = [
        "lat=\"1.5\" lon=\"2.25\"", "lon='2' lat='-1e1'", "lat=\"1\"  lon=\"2\"", "lat=\"1\" lon=\"2\" ", "lat=\" 1 \" lon=\"2\"",
        "lat=\"91\" lon=\"2\"",
        "lat=\"x\" lon=\"2\"", "lon=\"2\"", "lat=\"1\" lat=\"1\"", "lat=\"1\" lon=\"2\" id=\"a>b\"", "lat=\"&#49;\" lon=\"2\"",
        "\nlat=\"1\"\nlon=\"2\"", "p:lat=\"1\" lon=\"2\"", "lat=\"1\" lon=\"181\"",
    ]
    private static let leaves = [
        "<ele>12.5</ele>", "<ele> 7\n</ele>", "<ele>high</ele>", "<ele/>", "<ele></ele>", "<time>2026-01-05T05:49:05Z</time>",
        "<time>soon</time>",
        "<time> 2026-01-05T05:49:06.25+09:00</time>", "<speed>3</speed>", "<speed>-1</speed>", "<speed>-2</speed>", "<course>725</course>",
        "<course>-90</course>",
        "<hdop>0.9</hdop>", "<hdop>-3</hdop>", "<sat>7</sat>", "<sat>many</sat>", "<name>a &lt; b</name>", "<name>5</name>",
        "<desc>Žminj</desc>", "<trk>4</trk>",
        "<trk>x</trk>", "<extensions><hr>90</hr><ele>4</ele></extensions>", "<!-- <ele>1</ele> -->", "<![CDATA[<ele>1</ele>]]>",
        "<p:hr>4</p:hr>", "text", "<x9>1</x9>",
        "<accuracy>4</accuracy>", "<ele a=\"1\">3</ele>", "<ele>1<b/>2</ele>",
    ]
    private static let between = [
        "", " ", "\n", "\r\n", "\t\n  ", "\n\n", "<!-- a -->", "text", "<name>x</name>", "</trkseg><trkseg>", "\r",
        "<trkpt lat=\"3\" lon=\"4\"/>", "é", "<wpt lat=\"1\" lon=\"1\"><ele>4</ele></wpt>",
    ]
    private static let breaks = [
        "", "", "", "<trkpt lat=\"1\" lon=\"2\"><ele>1</time></trkpt>", "</gpx>", "&", "<trkpt lat=\"1\" lon=\"2\"><ele>1",
    ]

    private static func point(_ random: inout SplitMix) -> String {
        // Most of them as programs write them.
        func pick(_ texts: [String], plain: Int) -> String {
            Int.random(in: 0..<4, using: &random) > 0
                ? texts[Int.random(in: 0..<plain, using: &random)] : texts.randomElement(using: &random) ?? ""
        }
        let leaves = (0..<Int.random(in: 0...4, using: &random)).map { _ in pick(Self.leaves, plain: 2) + pick(Self.between, plain: 4) }
            .joined()
        return "<trkpt \(pick(attributes, plain: 2))>\(leaves)</trkpt>\(pick(between, plain: 6))"
    }

    @Test func documentsOfAllSortsAreReadTheSame() {
        var random = SplitMix(seed: 5)
        for number in 0..<3_000 {
            let points = (0..<Int.random(in: 1...14, using: &random)).map { _ in Self.point(&random) }.joined()
            let text = TestTracks.gpx(points + (Self.breaks.randomElement(using: &random) ?? ""))
            #expect(Self.isSame(text), "document \(number): \(text)")
        }
    }

    /// A fault far from the start is reported with its own line and column.
    @Test(arguments: ["\n", "\r\n", "", "  "]) func faultsBehindManyPointsTellTheirPlaces(ends: String) throws {
        let plain = "<trkpt lat=\"1\" lon=\"2\"><ele>3</ele><time>2026-01-05T05:49:05Z</time></trkpt>" + ends
        let text = TestTracks.gpx(
            String(repeating: plain, count: 700) + "<trkpt lat=\"1\" lon=\"2\"><ele>x</ele></trkpt>" + String(repeating: plain, count: 300))
        let reading = TestTracks.read(text)
        #expect(reading.fixes.count == 1001)
        let fault = try #require(reading.faults.first)
        #expect(reading.faults.count == 1)
        #expect(reading.faults == TestTracks.read(text, piecesOf: 17).faults)
        let place = ends.utf8.last == 10 ? (line: 704, column: 24) : (line: 4, column: 24 + 700 * plain.count)
        #expect(fault.line == place.line && fault.column == place.column)
    }
}
