// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import Railways

/// Feeds that cannot be imported: each is refused with its place and what to do.
@Suite(.computing) struct GTFSFaultTests {
    private func fault(_ changes: [String: (String) -> String]) throws -> RailwayError {
        try #require(throws: RailwayError.self) { try ImportFixture.imported(changing: changes) }
    }

    @Test(arguments: ["stops.txt", "routes.txt", "trips.txt", "stop_times.txt"]) func aTableIsMissing(_ table: String) throws {
        let error = try fault([table: { _ in "" }])
        #expect(error.kind == .missing)
        #expect(error.place == table)
        #expect(error.message.contains("without \(table)"))
    }

    @Test(.needs("python3")) func aZipWithoutStops() throws {
        let folder = try Folder()
        let source = URL(fileURLWithPath: ImportFixture.path("nuremberg-gtfs"))
        let zip = folder.path("feed.zip")
        try ProgramRun.output(of: ["python3", "-m", "zipfile", "-c", zip, "routes.txt", "trips.txt", "stop_times.txt"], in: source)
        let error = try #require(throws: RailwayError.self) { try GTFSImporter(path: zip).read() }
        #expect(error.kind == .missing)
        #expect(error.description.contains("feed.zip: stops.txt: a GTFS feed without stops.txt; "))
    }

    /// N02 is published as an archive, too.
    @Test(.needs("python3")) func anArchiveOfSomethingElse() throws {
        let folder = try Folder()
        let zip = folder.path("N02-22_GML.zip")
        let source = URL(fileURLWithPath: ImportFixture.path("n02")).deletingLastPathComponent()
        try ProgramRun.output(of: ["python3", "-m", "zipfile", "-c", zip, "n02"], in: source)
        let error = try #require(throws: RailwayError.self) { try RailwayFormat.sniff(zip).importer(zip).read() }
        #expect(error.kind == .unknownFormat && error.remedy.hasPrefix("unpack the N02 archive and name the folder"))
        let other = folder.path("other.zip")
        try ProgramRun.output(of: ["python3", "-m", "zipfile", "-c", other, "lausanne.osm"], in: source)
        let fault = try #require(throws: RailwayError.self) { try GTFSImporter(path: other).read() }
        #expect(fault.kind == .unknownFormat && !fault.remedy.contains("N02"))
    }

    @Test func aColumnIsMissing() throws {
        let error = try fault(["trips.txt": { $0.replacingOccurrences(of: "trip_id", with: "tripid") }])
        #expect(error.kind == .missing)
        #expect(error.place == "trips.txt")
        #expect(error.message.hasPrefix("no column trip_id: it has route_id, service_id, tripid"))
    }

    @Test func aBrokenTableIsNamedWithItsLine() throws {
        let error = try fault([
            "stops.txt": { $0.replacingOccurrences(of: "\"St. Leonhard\",49.437,11.0499,1", with: "\"St. Leonhard,49.437,11.0499,1") }
        ])
        #expect(error.kind == .malformed)
        #expect(error.place == "stops.txt")
        #expect(error.line == 11)
        #expect(error.message == "a quote is not closed")
    }

    @Test func noRailRoute() throws {
        let error = try fault(["routes.txt": { _ in "route_id,route_type\n1,3\n2,700\n" }])
        #expect(error.kind == .empty)
        #expect(error.message == "the feed has no rail routes, only 2 others")
    }

    @Test func noTripOnRails() throws {
        let error = try fault(["stop_times.txt": { _ in "trip_id,stop_id,stop_sequence\nt1,RO1,1\n" }])
        #expect(error.kind == .empty)
    }

    @Test func noSuchFileNoZipACutZip() throws {
        let folder = try Folder(), path = folder.path("feed.zip")
        #expect(try #require(throws: RailwayError.self) { try GTFSImporter(path: path).read() }.kind == .unreadable)
        try folder.write("PK\u{3}\u{4} and no more", to: "feed.zip")
        let error = try #require(throws: RailwayError.self) { try GTFSImporter(path: path).read() }
        #expect(error.kind == .malformed)
        #expect(error.message.hasPrefix("not a zip archive, or a truncated one"))
    }

    /// A member that expands to a thousand times its size, and one whose bytes do not match its checksum.
    @Test(.needs("python3")) func zipBombsAndDamagedMembers() throws {
        let script = """
            import zipfile, sys
            names = ['routes.txt', 'trips.txt', 'stop_times.txt']
            with zipfile.ZipFile('bomb.zip', 'w', zipfile.ZIP_DEFLATED) as z:
                for n in names: z.write(sys.argv[1] + '/' + n, n)
                with z.open('stops.txt', 'w') as f:
                    for i in range(100): f.write(b'0' * (1 << 20))
            with zipfile.ZipFile('bad.zip', 'w', zipfile.ZIP_STORED) as z:
                for n in names + ['stops.txt']: z.write(sys.argv[1] + '/' + n, n)
            data = bytearray(open('bad.zip', 'rb').read())
            place = data.index(b'Schoppershof')
            data[place] ^= 1
            open('bad.zip', 'wb').write(data)
            """
        let folder = try Folder()
        try ProgramRun.output(of: ["python3", "-c", script, ImportFixture.path("nuremberg-gtfs")], in: folder.url)
        let bomb = try #require(throws: RailwayError.self) { try GTFSImporter(path: folder.path("bomb.zip")).read() }
        #expect(bomb.kind == .malformed)
        #expect(bomb.place == "stops.txt")
        #expect(bomb.message.contains("would unpack to 104857600"))
        let damaged = try #require(throws: RailwayError.self) { try GTFSImporter(path: folder.path("bad.zip")).read() }
        #expect(damaged.kind == .malformed)
        #expect(damaged.place == "stops.txt")
        #expect(damaged.message.contains("CRC"))
    }

    /// Whatever a table's bytes are changed to, an import ends with a map or a typed error.
    @Test func noBrokenFeedTraps() throws {
        var random = SplitMix(seed: 42)
        func next(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
        let tables = ["stops.txt", "routes.txt", "trips.txt", "stop_times.txt", "shapes.txt", "translations.txt"]
        let wild: [UInt8] = [0, 0x22, 0x2C, 0x0A, 0x0D, 0x2D, 0x30, 0x39, 0x65, 0xFF]
        for _ in 0..<120 {
            let folder = try Folder()
            let path = try ImportFixture.feed(in: folder, changing: [:])
            let file = URL(fileURLWithPath: path).appendingPathComponent(tables[next(tables.count)])
            var bytes = [UInt8](try Data(contentsOf: file))
            for _ in 0...next(12) { bytes[next(bytes.count)] = wild[next(wild.count)] }
            if next(4) == 0 { bytes.removeLast(next(bytes.count)) }
            try Data(bytes).write(to: file)
            do throws(RailwayError) {
                let map = try GTFSImporter(path: path).read().map
                for railway in map.railways { #expect(railway.patterns.allSatisfy { $0.stops.count == railway.stations.count }) }
            } catch { #expect(!error.message.isEmpty) }
        }
    }
}
