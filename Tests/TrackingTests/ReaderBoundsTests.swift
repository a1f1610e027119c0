// SPDX-License-Identifier: MIT
import Testing
import Tracking

/// The bounds in docs/reliability.md, each where it lies: as much as that is read, and what is beyond it is not.
@Suite struct ReaderBoundsTests {
    @Test func aLineOfAMapHas300000Positions() {
        func geoJSON(_ count: Int) -> TestTracks.Reading {
            let positions = repeatElement("[139,35]", count: count).joined(separator: ",")
            return TestTracks.read(
                "{\"type\":\"Feature\",\"properties\":{},\"geometry\":{\"type\":\"LineString\",\"coordinates\":[\(positions)]}}")
        }
        func kml(_ count: Int) -> TestTracks.Reading {
            let positions = repeatElement("139,35", count: count).joined(separator: " ")
            return TestTracks.read(
                "<kml><Placemark><LineString><coordinates>\(positions)</coordinates></LineString></Placemark></kml>")
        }
        for full in [geoJSON(300_000), kml(300_000)] { #expect(full.fixes.count == 300_000 && full.faults.isEmpty) }
        let feature = geoJSON(300_001), track = kml(300_001)
        #expect(feature.fixes.isEmpty && feature.faults.map(\.message) == ["a feature with a line of more than 300000 positions"])
        #expect(track.fixes.count == 300_000 && track.faults.map(\.message) == ["1 position beyond the first 300000"])
    }

    @Test func aTableHas4096Columns() {
        func table(_ columns: Int) -> TestTracks.Reading {
            let more = columns - 3
            let head = (0..<more).map { ",c\($0)" }.joined()
            return TestTracks.read("time,lat,lon\(head)\n2026-01-01T00:00:00Z,35,139" + String(repeating: ",1", count: more) + "\n")
        }
        let full = table(4096)
        #expect(full.thrown == nil && full.fixes.first?.extras == Array(repeating: 1, count: 256))
        #expect(table(4097).thrown?.message.contains("more than 4096 columns") == true)
    }

    @Test func aLineOfJSONHas1024Values() {
        // Besides these the time and the two of the position, which come last.
        func line(_ others: Int) -> TestTracks.Reading {
            let members = (0..<others).map { "\"a\($0)\":1," }.joined()
            return TestTracks.read("{\"time\":1767653235,\(members)\"lat\":35,\"lon\":139}\n")
        }
        #expect(line(1021).fixes.map(\.longitude) == [139])
        #expect(line(1022).fixes.isEmpty && line(1022).faults.map(\.message) == ["an object without lon"])
    }

    @Test func aPointOfGPXHas64FurtherElements() {
        func names(_ count: Int) -> [String] {
            let elements = (0..<count).map { "<n\($0)>1</n\($0)>" }.joined()
            return TestTracks.read(TestTracks.gpx("<trkpt lat=\"1\" lon=\"2\"><time>2026-01-01T00:00:00Z</time>\(elements)</trkpt>")).names
        }
        #expect(names(64) == (0..<64).map { "n\($0)" })
        #expect(names(65) == names(64))
    }
}
