// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// `amaoto ride`, as a user or a script would run it.
@Suite(.tags(.program), .waiting) struct RideCommandTests {
    private static let ride = ["ride", "--from", "Shibuya", "--to", "上野", "--line", "JR-East.Yamanote"]

    @Test func itsFilesAgreeWithEachOther() throws {
        let folder = try Folder()
        let csv = folder.path("ride.csv"), gpx = folder.path("ride.gpx"), truth = folder.path("truth.csv")
        let run = try Program.amaoto(Self.ride + ["-o", csv, "--truth", truth])
        #expect(run.status == 0 && run.output.isEmpty)
        #expect(run.errors.hasPrefix("Shibuya to Ueno, JR Yamanote Line: 15 stops, "), "\(run.errors)")
        #expect(run.errors.contains("the ride is simulated"))
        #expect(try Program.amaoto(Self.ride + ["-o", gpx, "-q"]).errors.isEmpty)
        let rows = try String(contentsOfFile: csv, encoding: .utf8).split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        #expect(rows.first?.joined(separator: ",") == "time,lat,lon,speed,course,accuracy")
        let points = try Program.shell(
            """
            python3 -c 'import sys, xml.etree.ElementTree as T
            for p in T.parse(sys.argv[1]).iter("{http://www.topografix.com/GPX/1/1}trkpt"):
                print(p[0].text, float(p.get("lat")), float(p.get("lon")), sep=",")' '\(gpx)'
            """)
        let places = points.text.split(separator: "\n").map { $0.split(separator: ",") }
        #expect(places.count == rows.count - 1 && places.count > 1_000)
        #expect(
            zip(places, rows.dropFirst()).allSatisfy { $0[0] == $1[0] && Double($0[1]) == Double($1[1]) && Double($0[2]) == Double($1[2]) })
        let known = try String(contentsOfFile: truth, encoding: .utf8).split(separator: "\n").map { $0.split(separator: ",") }
        #expect(known.map(\.[0]) == rows.map(\.[0]))
        #expect(known[1].suffix(4) == ["JR-East.Yamanote", "ascending", "JR-East.Yamanote.Shibuya", "visiting"])
        // The same bytes again, on standard output; others for another seed.
        let piped = try Program.amaoto(Self.ride + ["-q"])
        #expect(try piped.output == Data(contentsOf: URL(fileURLWithPath: csv)))
        #expect(try Program.amaoto(Self.ride + ["-q", "--seed", "2"]).output != piped.output)
    }

    @Test(arguments: [
        (["--from", "Shibya", "--to", "Ueno"], 2, "did you mean Shibuya?"),
        (["--from", "Shibya", "--to", "Uemo"], 2, "did you mean Shibuya?\namaoto: the railways: station Uemo: "),
        (["--from", "Shibuya", "--to", ""], 2, "station '': there is no such station"),
        (["--from", "Shibuya", "--to", "Ueno", "--line", "Yamanotte"], 2, "did you mean Yamanote?"),
        (["--from", "Shibuya", "--to", "Ueno", "--line", "Shinjuku"], 2, "Toei.Shinjuku (Toei Shinjuku Line), Seibu.Shinjuku"),
        (["--from", "Shibuya", "--to", "渋谷"], 2, "begins and ends at the same station"),
        (["--from", "Shibuya", "--to", "Ueno", "--interval", "0"], 2, "--interval takes"),
        (["--from", "Shibuya", "--to", "Ueno", "--start", "soon"], 2, "ISO 8601"),
        (["--from", "Shibuya", "--to", "Ueno", "--start", "9999-12-31"], 2, "in the years 1830 to 2111"),
        (["--from", "Shibuya", "--to", "Ueno", "-o", "ride.kml"], 2, "is not .csv or .gpx"),
        (["--from", "Shibuya", "--to", "Ueno", "--railways", "no.sqlite"], 4, "no.sqlite"),
    ]) func aMistakeIsExplained(options: [String], status: Int32, words: String) throws {
        let run = try Program.amaoto(["ride"] + options)
        #expect(run.status == status && run.errors.contains(words), "\(run.status) \(run.errors)")
    }

    /// A city from a GTFS feed is tried without travelling.
    @Test func anImportedCityIsRiddenAndFollowed() throws {
        let folder = try Folder()
        let feed = Program.root.appendingPathComponent("Tests/RailwaysTests/Fixtures/nuremberg-gtfs").path
        let run = try Program.shellMustSucceed(
            """
            cd '\(folder.url.path)' && amaoto railways import '\(feed)' -o city.sqlite -q &&
            amaoto ride --from Röthenbach --to Flughafen --railways city.sqlite -q | amaoto track - --railways city.sqlite
            """)
        let last = try #require(run.text.split(separator: "\n").last)
        let answer = try PrintedJSON.object(Data(last.utf8))
        #expect(answer["phase"] as? String == "visiting", "\(last)")
        #expect((answer["railway"] as? String)?.isEmpty == false && (answer["station"] as? String)?.isEmpty == false)
    }
}
