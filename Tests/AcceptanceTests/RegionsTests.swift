// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// `amaoto railways add`: regions that all commands know.
@Suite(.tags(.program), .waiting) struct RegionsTests {
    /// A feed of a line 1 with four stations, each 1.5 km east of the last.
    private static func feed(_ city: String, latitude: Double, longitude: Double, in folder: Folder) throws -> String {
        let path = try folder.makeFolder("\(city).gtfs")
        func write(_ name: String, _ lines: [String]) throws {
            try (lines.joined(separator: "\n") + "\n").write(to: path.appendingPathComponent(name), atomically: true, encoding: .utf8)
        }
        let step = 1_500 / (111_320 * cos(latitude * .pi / 180))
        try write("agency.txt", ["agency_id,agency_name,agency_url,agency_timezone", "a,\(city),http://example.com,UTC"])
        try write("routes.txt", ["route_id,agency_id,route_short_name,route_long_name,route_type", "r,a,1,,1"])
        try write("trips.txt", ["route_id,service_id,trip_id,direction_id", "r,s,t,0"])
        try write(
            "stops.txt",
            ["stop_id,stop_name,stop_lat,stop_lon"] + (0..<4).map { "s\($0),\(city) \($0),\(latitude),\(longitude + Double($0) * step)" })
        try write(
            "stop_times.txt",
            ["trip_id,arrival_time,departure_time,stop_id,stop_sequence"] + (0..<4).map { "t,08:0\($0):00,08:0\($0):00,s\($0),\($0)" })
        return path.path
    }

    private static func amaoto(_ arguments: String..., home: Folder) throws -> ProgramRun {
        try Program.amaoto(arguments, environment: ["XDG_DATA_HOME": home.url.path])
    }

    @Test func addedRegionsAreKnownBesideTheShippedMap() throws {
        let folder = try Folder(), home = try Folder()
        for (city, latitude, longitude) in [("north", 60.0, 20.0), ("south", -30.0, 25.0)] {
            let feed = try Self.feed(city, latitude: latitude, longitude: longitude, in: folder)
            let run = try Self.amaoto("railways", "add", feed, home: home)
            #expect(run.status == 0 && run.errors.contains("1 railway, 4 stations"), "\(run.errors)")
        }
        let listed = try Self.amaoto("railways", "list", home: home).text.split(separator: "\n")
        #expect(listed.map { $0.prefix { $0 != "," } } == ["north: 1 railway", "south: 1 railway"])
        let north = home.path("amaoto/railways/north.sqlite")
        #expect(try Program.amaoto("railways", "info", north).text.hasPrefix("\(north): 1 railway, 4 stations, "))
        #expect(try Self.amaoto("railways", "info", "north", home: home).text.hasPrefix("north: 1 railway, 4 stations, "))
        let alone = try Self.amaoto("railways", "near", "60,20", "--railways", "south", home: home).text
        #expect(alone.contains("south 0") && !alone.contains("north 0"))
        // The fixes choose: a ride in each region, and one on the shipped map, with the same command.
        var lines: Set<String> = []
        for (from, to) in [("north 0", "north 3"), ("south 3", "south 0"), ("Shibuya", "Ebisu")] {
            let csv = try Self.amaoto("ride", "--from", from, "--to", to, "-q", home: home)
            try #require(csv.status == 0, "\(csv.errors)")
            let ride = folder.file("\(from).csv")
            try csv.output.write(to: ride)
            let last = try Self.amaoto("track", ride.path, "--to", to, home: home).text.split(separator: "\n").last ?? ""
            let answer = try PrintedJSON.object(Data(last.utf8))
            lines.insert(answer["railway"] as? String ?? "none")
        }
        // The second line 1 has its region's name.
        #expect(lines.count == 3 && !lines.contains("none") && lines.contains { $0.hasPrefix("south:") }, "\(lines)")
        #expect(try Self.amaoto("railways", "near", "60,20", home: home).text.contains("north 0"))
        #expect(try Self.amaoto("railways", "remove", "north", home: home).status == 0)
        #expect(try Self.amaoto("railways", "list", home: home).text.hasPrefix("south: "))
        #expect(try Self.amaoto("ride", "--from", "north 0", "--to", "north 3", home: home).status != 0)
    }

    @Test func mistakesNameTheirRemedy() throws {
        let folder = try Folder(), home = try Folder()
        let feed = try Self.feed("north", latitude: 60, longitude: 20, in: folder)
        #expect(try Self.amaoto("railways", "add", feed, "-q", home: home).status == 0)
        let again = try Self.amaoto("railways", "add", feed, home: home)
        #expect(again.status == 1 && again.errors.contains("-y") && again.errors.contains("--name"), "\(again.errors)")
        #expect(try Self.amaoto("railways", "add", feed, "-y", "-q", home: home).status == 0)
        let unknown = try Self.amaoto("railways", "remove", "nord", home: home)
        #expect(unknown.status == 2 && unknown.errors.contains("did you mean north?"), "\(unknown.errors)")
        let nameless = try Self.amaoto("railways", "add", feed, "--name", "a/b", home: home)
        #expect(nameless.status == 2 && nameless.errors.contains("--name bern"), "\(nameless.errors)")
    }

    /// A damaged region stops no ride: it is left out, named, listed and removed.
    @Test func aDamagedRegionIsLeftOut() throws {
        let folder = try Folder(), home = try Folder()
        let feed = try Self.feed("north", latitude: 60, longitude: 20, in: folder)
        for name in ["fine", "torn"] { #expect(try Self.amaoto("railways", "add", feed, "--name", name, "-q", home: home).status == 0) }
        let torn = try home.write("no database", to: "amaoto/railways/torn.sqlite")
        for command in [
            ["railways", "near", "60,20"], ["ride", "--from", "north 0", "--to", "north 3"], ["track", "examples/yamanote-simulated.csv"],
            ["render", "examples/yamanote-simulated.csv", "-d", "1", "--container", "raw", "-o", "-", "-q"],
            ["where", "examples/yamanote-simulated.csv"],
        ] {
            let run = try Program.amaoto(command, environment: ["XDG_DATA_HOME": home.url.path])
            let warnings = run.errors.split(separator: "\n").filter { $0.contains(torn.path) }
            #expect(run.status == 0 && !run.output.isEmpty && warnings.count == 1, "\(command): \(run.errors)")
            #expect(warnings.first?.contains("amaoto railways remove torn") == true, "\(warnings)")
        }
        let list = try Self.amaoto("railways", "list", home: home)
        #expect(
            list.status == 0 && list.text.contains("fine: 1 railway, 4 stations") && list.text.contains("torn: damaged, \(torn.path)\n"))
        #expect(try Self.amaoto("railways", "remove", "torn", home: home).status == 0)
        let after = try Self.amaoto("railways", "near", "60,20", home: home)
        #expect(after.status == 0 && after.errors.isEmpty && after.text.contains("north 0"), "\(after.errors)")
    }

    @Test func noRegionIsTold() throws {
        let home = try Folder()
        let run = try Self.amaoto("railways", "list", home: home)
        #expect(run.status == 0 && run.output.isEmpty)
        #expect(run.errors.contains("Greater Tokyo is built in") && run.errors.contains("amaoto railways add city.zip"), "\(run.errors)")
        #expect(try Self.amaoto("railways", "list", "-q", home: home).errors.isEmpty)
    }

    /// A line that two regions have is followed on both, which whoever adds the second is told.
    @Test func aLineThatIsKnownAlreadyIsTold() throws {
        let folder = try Folder(), home = try Folder()
        let north = try Self.feed("north", latitude: 60, longitude: 20, in: folder)
        let south = try Self.feed("south", latitude: -30, longitude: 25, in: folder)
        for feed in [north, south] {
            #expect(try !Self.amaoto("railways", "add", feed, home: home).errors.contains("also"), "\(feed)")
        }
        let twice = try Self.amaoto("railways", "add", north, "--name", "again", "-q", home: home)
        #expect(twice.status == 0 && twice.errors.contains("the line of again is also in the region north (1), "), "\(twice.errors)")
        #expect(twice.errors.contains("`amaoto railways remove again` or `amaoto railways remove north` removes one"), "\(twice.errors)")
        // A region that is added anew does not cover itself.
        #expect(try Self.amaoto("railways", "remove", "again", home: home).status == 0)
        #expect(try Self.amaoto("railways", "add", north, "-y", "-q", home: home).errors.isEmpty)
        let tokyo = try Self.amaoto("railways", "add", TestData.shippedMap.path, "--name", "kanto", "-q", home: home)
        #expect(tokyo.status == 0 && tokyo.errors.contains("all 163 lines of kanto are also in the built-in map"), "\(tokyo.errors)")
    }
}
