// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// `amaoto railways`, as a user or a script would run it.
@Suite(.tags(.program), .waiting) struct RailwaysCommandTests {
    @Test(.needs("sqlite3")) func anImportIsToldAndReadBySQLiteItself() throws {
        let folder = try Folder()
        let file = folder.path("tokyo.sqlite")
        let run = try Program.amaoto("railways", "import", TestData.shippedMap.path, "-o", file)
        #expect(run.status == 0 && run.output.isEmpty)
        #expect(run.errors.contains("\(file): 163 railways, 2551 stations.\n"))
        // No redrawn line if stderr is a file.
        #expect(!run.errors.contains("\r") && !run.errors.contains("\u{1B}"))
        #expect(folder.names == ["tokyo.sqlite"])
        let query = try Program.shell(
            """
            sqlite3 '\(file)' 'SELECT count(*) FROM railway; SELECT count(*) FROM station_rtree; PRAGMA integrity_check; \
            SELECT stations FROM railway WHERE id = "Tobu.Daishi"'
            """)
        #expect(query.text.hasPrefix("163\n2539\nok\n[\"Tobu.Daishi."))
    }

    @Test func anImportMayBeQuietAndReplace() throws {
        let folder = try Folder()
        let file = folder.path("map.sqlite")
        try folder.write("old", to: "map.sqlite")
        let quiet = try Program.amaoto("railways", "import", "-q", TestData.shippedMap.path, "-o", file, "-y")
        #expect(quiet.status == 0 && quiet.errors.isEmpty)
        #expect(try Program.amaoto("railways", "info", file).text.hasPrefix("\(file): 163 railways, 2551 stations, "))
    }

    @Test(.needs(data: "map/railway.sqlite")) func theTalksMapIsImportedToo() throws {
        let folder = try Folder()
        let file = folder.path("map.sqlite")
        let quiet = try Program.amaoto(
            "railways", "import", "-q", TestData.beside.appendingPathComponent("map/railway.sqlite").path, "-o", file)
        #expect(quiet.status == 0 && quiet.errors.isEmpty)
        #expect(try Program.amaoto("railways", "info", file).text.hasPrefix("\(file): 179 railways, 2583 stations, "))
    }

    @Test func infoIsOneJSONObject() throws {
        let run = try Program.amaoto("railways", "info", "--json")
        #expect(run.status == 0 && run.errors.isEmpty)
        let report = try PrintedJSON.object(run.output)
        let railways = try #require(report["railways"] as? [[String: Any]])
        #expect(railways.count == 163)
        let yamanote = try #require(railways.first { $0["id"] as? String == "JR-East.Yamanote" })
        #expect(yamanote["isLoop"] as? Bool == true && (yamanote["stations"] as? [Any])?.count == 30)
        #expect((report["credits"] as? [String])?.contains { $0.contains("TinyKitten") } == true)
        #expect((report["notes"] as? [String])?.contains { $0.contains("JR-East.Chuo.Kobuchizawa (小淵沢): no partner") } == true)
    }

    @Test func nearNamesStationsAndLines() throws {
        let run = try Program.amaoto("railways", "near", "35.6285,139.7387")
        #expect(run.status == 0 && run.errors.isEmpty)
        let lines = run.text.split(separator: "\n")
        #expect(lines.first == "Stations" && lines.dropFirst().first?.contains("Shinagawa") == true)
        #expect(run.text.contains("(JR-East.Yamanote)"))
        #expect(try Program.amaoto("railways", "near", "35.6285,139.7387", "--lang", "ja").text.contains("品川"))
        // The Oedo Line has two platforms of the number E28 at Tochomae.
        let loop = try Program.amaoto("railways", "near", "35.6906,139.6926").text.split(separator: "\n")
        #expect(loop.first { $0.contains("Tochomae") }?.ranges(of: "E28").count == 1)
        let far = try Program.amaoto("railways", "near", "-33.87", "151.21", "--railways", TestData.shippedMap.path)
        #expect(far.status == 0 && far.errors.contains(" km away"))
    }

    @Test func whatCannotBeDoneIsSaidWithItsPlaceAndExitCode() throws {
        let folder = try Folder()
        let old = try folder.write("precious", to: "old.sqlite"), new = folder.file("new.sqlite")
        let cases: [(arguments: [String], status: Int32, says: [String])] = [
            (["import", folder.path("none"), "-o", new.path], 4, ["none: no such file or folder"]),
            (["import", old.path, "-o", new.path], 4, ["old.sqlite: not a known railway source format", "gtfs, osm, n02"]),
            (["import", "--format", "database", old.path, "-o", new.path], 4, ["not an SQLite database"]),
            (["import", TestData.shippedMap.path, "-o", folder.path("no/where.sqlite")], 1, ["where.sqlite: it cannot be written"]),
            (["import", TestData.shippedMap.path], 2, ["--output"]),
            (["import", "--format", "shapefile", TestData.shippedMap.path, "-o", new.path], 2, ["--format"]),
            (["info", old.path], 4, ["not an SQLite database", "railways import"]),
            (["near", "north"], 2, ["'north' is not a position"]),
            (["near", "91,0"], 2, ["is not a position"]),
            (["near", "139.7671,35.6812"], 2, ["give the latitude first, then the longitude"]),
            (["near", "35.6,139.7", "--count", "0"], 2, ["--count"]),
        ]
        for one in cases {
            let run = try Program.amaoto(["railways"] + one.arguments)
            #expect(run.status == one.status, "\(one.arguments)")
            #expect(run.output.isEmpty, "\(one.arguments)")
            for words in one.says { #expect(run.errors.contains(words), "\(one.arguments): \(run.errors)") }
        }
        #expect(try Data(contentsOf: old) == Data("precious".utf8))
        #expect(folder.names == ["old.sqlite"])
    }
}
