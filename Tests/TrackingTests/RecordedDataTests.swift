// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing
import Tracking

/// The recorded data reads as before: a fingerprint of every line that `track` writes of it, without a railway.
@Suite struct RecordedDataTests {
    private struct Line: Equatable, CustomStringConvertible {
        let path: String
        let fixes: Int
        let hash: String
        var description: String { "\(path) \(fixes) \(hash)" }
    }

    private static let kept = TestData.root.appendingPathComponent("Tests/TrackingTests/Fixtures/recorded-data.txt")

    private static func read(_ file: URL, in folder: URL) -> Line {
        var bytes: [UInt8] = []
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        var fixes = 0
        do throws(InputFault) {
            let reader = OrderedReader(try TrackInput.open(ByteSource(path: file.path)), source: "log", choice: .separate)
            var track = TickingTrack(TimedReader(reader, source: "log", separatesTracks: true), separatesTracks: true)
            while let item = try track.next() {
                guard case .update(let update) = item, !update.estimated else { continue }
                fixes += 1
                bytes.removeAll(keepingCapacity: true)
                TrackLine.write(update, to: &bytes)
                for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            }
        } catch { fixes = 0 }
        let path = file.path.dropFirst(folder.path.count + 1)
        return Line(path: String(path), fixes: fixes, hash: fixes == 0 ? "-" : String(hash, radix: 16))
    }

    /// Two of them have a fix after a later one, which was late before files were sorted. They are read with separate tracks.
    @Test func recordedDataReadsAsBefore() throws {
        let files = try TestTracks.files("nmea", ending: "log") + TestTracks.files("gpx", ending: "gpx")
        let rides = try TestTracks.rides()
        try #require(rides.count == 13)
        let names = rides.map { "journeys/\($0.lastPathComponent) " }
        try Self.compare(files + rides, in: TestData.fixtures) { line in
            !line.hasPrefix("journeys/") || names.contains { line.hasPrefix($0) }
        }
    }

    @Test(.needs(data: "journeys")) func everyRideReadsAsBefore() throws {
        try Self.compare(TestTracks.rides(in: TestData.beside), in: TestData.beside) { $0.hasPrefix("journeys/") }
    }

    /// Compares the files' fingerprints with the stored ones.
    private static func compare(_ files: [URL], in folder: URL, _ isMeant: (Substring) -> Bool) throws {
        let found = files.map { read($0, in: folder) }
        let text = found.map { "\($0)\n" }.joined()
        let kept = try String(contentsOf: kept, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") && isMeant($0) }.map {
            "\($0)\n"
        }
        for (line, expected) in zip(found, kept) { #expect("\(line)\n" == expected) }
        #expect(found.count == kept.count, "\(text)")
    }
}
