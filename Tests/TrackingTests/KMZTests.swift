// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing
import Tracking

/// A KML in a zip archive, as map programs export it.
@Suite(.waiting) struct KMZTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private static let kml = """
        <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Placemark><gx:Track>
        <when>2026-01-01T00:00:00Z</when><when>2026-01-01T00:00:01Z</when>
        <gx:coord>139.7 35.6 10</gx:coord><gx:coord>139.701 35.6 11</gx:coord></gx:Track></Placemark></kml>
        """

    /// Runs Python's own zip writer, with the KML in `kml`.
    private func make(_ lines: String) throws -> [UInt8] {
        let script =
            "import zipfile, sys\nkml = sys.argv[2]\nwith zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as z:\n"
            + lines.split(separator: "\n").map { "    \($0)\n" }.joined()
        try ProgramRun.output(of: ["python3", "-c", script, folder.path("x.kmz"), Self.kml])
        return Array(try Data(contentsOf: folder.file("x.kmz")))
    }

    @Test(.needs("python3")) func itsTrackIsThatOfTheKML() throws {
        let plain = TestTracks.read(Self.kml)
        #expect(plain.fixes.count == 2 && plain.thrown == nil)
        for lines in [
            "z.writestr('doc.kml', kml)",
            "z.writestr('files/photo.jpg', b'x' * 5000)\nz.writestr('a/other.kml', '<kml/>')\nz.writestr('Trip.KML', kml)",
        ] {
            let bytes = try make(lines)
            #expect(TestTracks.read(bytes).fixes == plain.fixes && TestTracks.read(bytes, format: .kmz).fixes == plain.fixes)
        }
        // The file and a pipe give the same result.
        #expect(TestTracks.read(file: folder.file("x.kmz")).fixes == plain.fixes)
    }

    @Test(.needs("python3")) func regionsToo() throws {
        let polygon =
            "<kml><Placemark><name>field</name><Polygon><outerBoundaryIs><LinearRing><coordinates>9,49 11,49 11,51 9,51</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>"
        _ = try make("z.writestr('doc.kml', '\(polygon)')")
        var landmarks = Landmarks()
        try landmarks.add(region: folder.path("x.kmz"))
        #expect(landmarks.regions.map(\.name) == ["field"])
    }

    @Test(.needs("python3")) func whatIsWrongIsSaid() throws {
        let none = try #require(TestTracks.read(try make("z.writestr('readme.txt', 'hello')")).thrown)
        #expect(none.kind == .unknownFormat && none.message.contains("without a KML"))
        let bomb = try #require(TestTracks.read(try make("z.writestr('doc.kml', b' ' * (100 << 20))")).thrown)
        #expect(
            bomb.kind == .malformed && bomb.message.hasSuffix("would unpack to 104857600, too many for a text")
                && bomb.source.hasSuffix(":doc.kml"))
        // Below that it is streamed in little memory, and is not a KML.
        #expect(TestTracks.read(try make("z.writestr('doc.kml', b' ' * (60 << 20))")).thrown != nil)
    }

    /// Truncated anywhere, or with noise in it: read or refused, never a trap.
    @Test(.needs("python3")) func brokenArchivesAreAnswered() throws {
        let bytes = try make("z.writestr('doc.kml', kml)\nz.writestr('b', b'0123456789' * 50)")
        var random = SplitMix(seed: 3)
        var refused = 0
        for round in 0..<800 {
            var broken = bytes
            if round < 400 {
                broken = Array(bytes[..<Int.random(in: 4..<bytes.count, using: &random)])
            } else {
                for _ in 0..<Int.random(in: 1...6, using: &random) {
                    broken[Int.random(in: 4..<broken.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
            }
            if TestTracks.read(broken).thrown != nil { refused += 1 }
        }
        #expect(refused > 400)
    }
}
