// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import TestTraits
import Testing

@testable import Railways

@Suite(.computing) struct RailwayStoreFaultTests {
    private func error(_ path: String) -> RailwayError? {
        do throws(RailwayError) {
            _ = try RailwayStore.read(path)
            return nil
        } catch { return error }
    }

    @Test func whatIsNoDatabaseIsSaidToBeNone() throws {
        let scratch = try Folder()
        #expect(error(scratch.path("none"))?.kind == .unreadable)
        #expect(error(scratch.url.path)?.message == "it is not a file")
        let text = error(try scratch.write(String(repeating: "a track, not a database\n", count: 100), to: "t.sqlite").path)
        #expect(text?.kind == .malformed && text?.message == "not an SQLite database")
        let empty = error(try scratch.write("", to: "e.sqlite").path)
        #expect(empty?.kind == .missing)
        #expect(empty?.message.contains("railway, station, segment, coordinate, segmentCoordinate") == true)
    }

    @Test(arguments: ["railway", "station", "segment", "coordinate", "segmentCoordinate"])
    func aMissingTableIsNamed(_ table: String) throws {
        let scratch = try Folder()
        let found = try changed(scratch, "PRAGMA foreign_keys = OFF; DROP TABLE \(table)")
        #expect(found?.kind == .missing)
        #expect(found?.message == "not a railway database: it lacks the table \(table)")
        #expect(found?.remedy.contains("railways import") == true)
    }

    @Test(
        arguments: [
            ("UPDATE railway SET title = 'Ring' WHERE id = 'Toy.Ring'", RailwayError.Kind.malformed, "railway Toy.Ring: title"),
            ("UPDATE station SET title = '[1]' WHERE id = 'Toy.Ring.1'", .malformed, "station Toy.Ring.1: title"),
            ("UPDATE station SET title = x'00ff' WHERE id = 'Toy.Ring.1'", .malformed, "station Toy.Ring.1: title"),
            ("UPDATE railway SET stations = '{}' WHERE id = 'Toy.Stub'", .malformed, "railway Toy.Stub: stations"),
            (#"UPDATE railway SET stations = '["Toy.Gone"]' WHERE id = 'Toy.Stub'"#, .missing, "railway Toy.Stub"),
            ("UPDATE station SET latitude = 91 WHERE id = 'Toy.Ring.0'", .badValue, "station Toy.Ring.0"),
            ("UPDATE station SET latitude = 9e999 WHERE id = 'Toy.Ring.0'", .badValue, "station Toy.Ring.0"),
            ("UPDATE station SET longitude = 'far' WHERE id = 'Toy.Ring.0'", .badValue, "station Toy.Ring.0"),
            ("UPDATE station SET longitude = NULL WHERE id = 'Toy.Ring.0'", .badValue, "station Toy.Ring.0"),
            ("UPDATE segment SET railway = 'Toy.Gone' WHERE id = 1", .missing, "segment 1"),
            ("UPDATE segment SET underground = 'deep' WHERE id = 1", .badValue, "segment 1: underground"),
            ("DELETE FROM coordinate WHERE id = 1", .missing, "segment 1"),
            ("UPDATE stopPattern SET stops = '10' WHERE id = 1", .badValue, "stopPattern 1: stops"),
            ("UPDATE stopPattern SET stops = 'abcd' WHERE id = 1", .badValue, "stopPattern 1: stops"),
            ("UPDATE railwayMark SET colour = 8 WHERE railway = 'Toy.Ring'", .badValue, "railwayMark Toy.Ring"),
            ("UPDATE railwayMark SET side = 0 WHERE railway = 'Toy.Ring'", .badValue, "railwayMark Toy.Ring"),
            ("UPDATE railwayMark SET side = 'left' WHERE railway = 'Toy.Ring'", .badValue, "railwayMark Toy.Ring: side"),
            ("UPDATE departures SET weekdays = '11111'", .badValue, "departures of Toy.Ring.0"),
            ("UPDATE departures SET share = 2", .badValue, "departures of Toy.Ring.0"),
            ("UPDATE departures SET seconds = '5:00 5:10'", .badValue, "departures of Toy.Ring.0"),
            ("UPDATE departures SET seconds = '18000 -300'", .badValue, "departures of Toy.Ring.0"),
            ("UPDATE departures SET seconds = '99999999999999999999'", .badValue, "departures of Toy.Ring.0"),
            ("UPDATE departures SET timeZone = 'Middle/Earth'", .missing, "departures of Toy.Ring.0"),
            (#"UPDATE timeZone SET "offset" = 100000"#, .badValue, "timeZone Europe/Berlin"),
            ("ALTER TABLE railway RENAME COLUMN color TO colour", .missing, "table railway"),
            ("DELETE FROM segmentCoordinate; DELETE FROM segment; DELETE FROM railway", .empty, nil),
        ] as [(String, RailwayError.Kind, String?)])
    func aBadValueIsPlaced(_ change: String, _ kind: RailwayError.Kind, _ place: String?) throws {
        let found = try changed(try Folder(), "PRAGMA foreign_keys = OFF; " + change)
        #expect(found?.kind == kind)
        #expect(found?.place == place)
    }

    @Test func aCorruptDatabaseIsAnErrorOrReadsNeverATrap() throws {
        let scratch = try Folder()
        try RailwayStore.write(.rich, to: scratch.path("a.sqlite"))
        let bytes = Array(try Data(contentsOf: scratch.file("a.sqlite")))
        var numbers = SplitMix(seed: 7)
        func random(_ below: Int) -> Int { Int.random(in: 0..<below, using: &numbers) }
        var refused = 0
        for round in 0..<400 {
            var broken = bytes
            if round % 4 == 0 {
                broken.removeLast(1 + random(bytes.count - 1))
            } else {
                for _ in 0...random(24) { broken[100 + random(broken.count - 100)] = UInt8(random(256)) }
            }
            try Data(broken).write(to: scratch.file("b.sqlite"))
            if error(scratch.path("b.sqlite")) != nil { refused += 1 }
        }
        #expect(refused > 100)
        // Half of a large one.
        let half = try Data(contentsOf: TestData.shippedMap).prefix(1_000_000)
        try half.write(to: scratch.file("c.sqlite"))
        let found = error(scratch.path("c.sqlite"))
        #expect(found?.kind == .malformed && found?.message.contains("corrupt") == true)
    }

    /// The error of reading after a change to an intact database.
    private func changed(_ scratch: Folder, _ change: String) throws -> RailwayError? {
        let path = scratch.path("a.sqlite")
        try RailwayStore.write(.rich, to: path, layout: .compact)
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.inDatabase { try $0.execute(sql: change) }
        try queue.close()
        return error(path)
    }
}
