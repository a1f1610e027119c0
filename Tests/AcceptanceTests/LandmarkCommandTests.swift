// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// Points and regions on the command line: reported, rendered, drawn, and refused with a clear message.
@Suite(.tags(.program), .waiting) struct LandmarkCommandTests {
    /// Straight north through a disc of 300 m at 10 m/s, one fix per second; the disc's centre is passed after 60 s.
    private static let rows: Data = {
        var text = "time,lat,lon,accuracy\n"
        for second in 0...120 {
            let seconds = second % 60 < 10 ? "0\(second % 60)" : "\(second % 60)"
            text += "2026-01-01T00:0\(second / 60):\(seconds)Z,\(35 + Double(second * 10 - 600) / 110_941),139,5\n"
        }
        return Data(text.utf8)
    }()

    @Test func trackTellsThem() throws {
        let run = try Program.mustSucceed(
            "track", "-", "--point", "home=35,139", "--point", "start=start", "--region", "HOME=35,139,300m", input: Self.rows)
        let lines = try PrintedJSON.objects(run.text)
        #expect(lines.count == 121)
        for (second, line) in lines.enumerated() {
            let channels = try #require(line["channels"] as? [String: Any])
            let distance = try #require(channels["distance.home"] as? Double), start = try #require(channels["distance.start"] as? Double)
            #expect(abs(distance - Double(abs(600 - second * 10))) < 0.2 && abs(start - Double(second * 10)) < 0.2)
            #expect((channels["in.HOME"] as? Int) == (second > 30 && second <= 91 ? 1 : 0), "\(second)")
        }
        let events = lines.enumerated().flatMap { place, line in ((line["events"] as? [String]) ?? []).map { "\(place) \($0)" } }
        // At least 10 m beyond the border at 300 m.
        #expect(
            events.filter { $0.contains("HOME") } == ["32 entered HOME", "92 left HOME"]
                || events.filter { $0.contains("HOME") } == ["31 entered HOME", "92 left HOME"], "\(events)")
    }

    /// Rain by the distance from a point `home`, with notes at 100 m from it and at the border of a region `HOME`.
    static func preset(_ folder: Folder) throws -> URL {
        try folder.write(
            """
            preset: 1
            title: Home
            describe: Nearer home it rains harder.
            place: abstract
            map:
              - { from: distance.home, unit: m, to: drops.rate, domain: [0, 600], range: [3000, 300], curve: log, smooth: 0 }
            events:
              - { on: entered HOME, play: { voice: wood, notes: [e4] } }
              - { on: distance.home crosses 100 m down, play: { voice: bell, notes: [g4] } }

            """, to: "home.yaml")
    }

    /// Playing gives the same sound as the file, commands receive the events, and a live track detects them too.
    @Test(arguments: [false, true]) func playingHearsThem(isLive: Bool) throws {
        let folder = try Folder()
        let preset = try Self.preset(folder)
        let (captured, environment) = try SoundDevices.capturing(in: folder)
        let track = folder.file("walk.csv"), told = folder.file("told")
        try Self.rows.write(to: track)
        let common = ["-p", preset.path, "--point", "home=35,139", "--region", "HOME=35,139,300m", "-f", "FLOAT_LE", "--speed", "20"]
        let rule = "*=echo \"$AMAOTO_EVENT: $AMAOTO_SUBJECT, $AMAOTO_DISTANCE_HOME m\" >>\(told.path)"
        // A pipe is played as it comes; a file is scanned first.
        let play = try Program.amaoto(
            ["play", isLive ? "-" : track.path, "-D", "cap", "--on", rule] + common, input: isLive ? Self.rows : Data(),
            environment: environment)
        #expect(play.status == 0 && !play.errors.contains("warning"), "\(play.errors)")
        let lines = try String(contentsOf: told, encoding: .utf8).split(separator: "\n")
        #expect(
            lines.count { $0.hasPrefix("entered HOME: HOME, 2") } == 1 && lines.count { $0.hasPrefix("left HOME: HOME, 3") } == 1,
            "\(lines)")
        #expect(lines.contains { $0.hasPrefix("distance.home crosses 100 m down") })
        guard !isLive else { return }
        let render = try Program.amaoto(["render", track.path, "-o", "-", "--container", "raw"] + common)
        #expect(render.status == 0 && render.output.count > 4 * 48_000 * 8)
        #expect(try Data(contentsOf: captured) == render.output)
    }

    /// The studio's page receives the distance and the entry into the region.
    @Test func theStudioKnowsThem() throws {
        let folder = try Folder()
        let track = folder.file("walk.csv")
        try Self.rows.write(to: track)
        let studio = try RunningStudio([
            try Self.preset(folder).path, track.path, "--speed", "20", "--point", "home=35,139", "--region", "HOME=35,139,300m",
        ])
        let page = try studio.open()
        #expect(!studio.program.errors.contains("--point") && !studio.program.errors.contains("--region"), "\(studio.program.errors)")
        #expect(page.sendMessage(#"{"v":1,"id":1,"do":"play","on":true}"#))
        var distances: [Double] = []
        for _ in 0..<200 where distances.count < 3 {
            let moment = try #require(page.message("moment"))
            if let distance = (moment["inputs"] as? [String: [Double]])?["0"]?.first { distances.append(distance) }
        }
        // 200 m per second of sound, from 600 m away.
        #expect(distances.count == 3 && distances.allSatisfy { (0...601).contains($0) } && Set(distances).count > 1, "\(distances)")
    }

    /// The tuner displays the distance of the point, which drives the selected parameter.
    @Test(.needs("tmux")) func theTunerKnowsThem() throws {
        let folder = try Folder()
        let track = folder.file("walk.csv")
        try Self.rows.write(to: track)
        let screen = try TmuxScreen(
            """
            amaoto tune \(try Self.preset(folder).path) \(track.path) --speed 5 -D nothing --point home=35,139 --region HOME=35,139,300m
            """, columns: 100, rows: 30)
        try screen.wait(forText: "> rate")
        try screen.wait("the way home moves the rate") { screen.text.contains("distance.home") }
        #expect(!screen.text.contains("--point") && !screen.text.contains("--region"))
        try screen.press("q")
    }

    /// A preset with a note for the region plays it on entry, and the distance changes the rain.
    @Test func aPresetHearsThem() throws {
        let folder = try Folder()
        let preset = try Self.preset(folder)
        try Program.mustSucceed("preset", "check", preset.path)
        let run = try Program.mustSucceed(
            "render", "-", "-p", preset.path, "--point", "home=35,139", "--region", "HOME=35,139,300m", "-o", folder.path("x.wav"),
            "--state", "-", "--speed", "10", input: Self.rows)
        var heard: [(String, Double)] = []
        var rates: [Double] = []
        for line in try PrintedJSON.objects(run.text) {
            for event in (line["events"] as? [[String: Any]]) ?? [] {
                heard.append(((event["name"] ?? event["event"]) as? String ?? "", Double(line["sample"] as? Int ?? 0) / 48_000 * 10))
            }
            if let rate = (line["parameters"] as? [String: Any])?["drops.rate"] as? Double { rates.append(rate) }
        }
        #expect(heard.map(\.0).filter { !$0.isEmpty } == ["entered HOME", "distance.home crosses 100 m down"], "\(run.text.prefix(400))")
        if heard.count == 2 { #expect((30...34).contains(heard[0].1) && (50...52).contains(heard[1].1), "\(heard)") }
        #expect((rates.max() ?? 0) > 2_900)
        // Without them, a message names what is missing.
        let bare = try Program.amaoto("render", "-", "-p", preset.path, "-o", folder.path("y.wav"), "--speed", "20", input: Self.rows)
        #expect(
            bare.status == 0 && bare.errors.contains("--point 'home=...'") && bare.errors.contains("--region 'HOME=...'"), "\(bare.errors)")
    }

    @Test func whereAndPlotsKnowThem() throws {
        let folder = try Folder()
        let track = folder.file("walk.csv")
        try Self.rows.write(to: track)
        let zones = try folder.write(
            #"{"type":"Feature","properties":{"name":"the field"},"geometry":{"type":"Polygon","coordinates":[[[138.9,34.9],[139.1,34.9],[139.1,35.1],[138.9,35.1],[138.9,34.9]]]}}"#,
            to: "zones.geojson")
        let places = ["--point", "north=35.1,139", "--region", "HOME=35,139,300m", "--region", zones.path]
        let here = try Program.amaoto(["where", track.path] + places)
        #expect(
            here.status == 0 && here.text.contains("north: 11.7 km at 0°") && here.text.contains("in the field")
                && !here.text.contains("in HOME"), "\(here.text)")
        let json = try PrintedJSON.objects(try Program.amaoto(["where", track.path, "--json"] + places).text)
        #expect((json.first?["regions"] as? [String]) == ["the field"])
        #expect(((json.first?["points"] as? [[String: Any]])?.first?["distance"] as? Double).map { abs($0 - 11_694) < 5 } == true)
        for kind in ["track", "map"] {
            let plot = try Program.amaoto(["plot", kind, track.path, "-o", "-"] + places)
            #expect(plot.status == 0 && plot.text.hasPrefix("<svg"), "\(plot.errors)")
            if kind == "track" {
                #expect(plot.text.contains("In the field") && plot.text.contains("Distance (km)") && plot.text.contains("entered HOME"))
            }
        }
    }

    private static let refused: [(options: [String], status: Int32)] = [
        (["--point", "home"], 2), (["--region", "HOME=35,139,0m"], 2), (["--region", "HOME=/no/such.geojson"], 4),
        (["--region", "HOME=Package.swift"], 4),
    ]

    @Test(arguments: refused) func whatIsWrongIsRefused(options: [String], status: Int32) throws {
        let run = try Program.amaoto(["track", "examples/visnjan-drive.gpx"] + options)
        #expect(run.status == status && run.output.isEmpty && run.errors.hasPrefix("amaoto: "), "\(run.errors)")
    }

    @Test func whatLiesElsewhereIsSaid() throws {
        let run = try Program.amaoto("track", "examples/visnjan-drive.gpx", "--point", "home=139.7,35.6")
        #expect(run.status == 0 && run.errors.contains("home: not a position on Earth"))
        let none = try Program.amaoto("render", "-d", "1", "-o", "-", "--container", "wav", "--point", "home=1,1")
        #expect(none.status == 2 && none.errors.contains("need a track"))
    }

    /// `--to` a place: the station of the line that is nearest to it.
    @Test func aPlaceIsADestination() throws {
        let ride = "examples/yamanote-simulated.csv", hall = "City Hall=35.6896,139.6917"
        let place = try Program.amaoto("track", ride, "--point", hall, "--to", "city hall")
        let station = try Program.amaoto("track", ride, "--to", "Shinjuku")
        func told(_ run: ProgramRun) throws -> [String] {
            try PrintedJSON.objects(run.text).flatMap { ($0["events"] as? [String]) ?? [] }.filter { $0.contains("destination") }
        }
        #expect(place.status == 0 && station.status == 0)
        // Afterwards the phone strays about the station hall for four minutes, which is not riding past it.
        #expect(try told(station) == ["destination next", "destination soon", "destination reached"])
        #expect(try told(place) == told(station))
        let unknown = try Program.amaoto("track", ride, "--point", hall, "--to", "Art Gallery")
        #expect(unknown.status == 2 && unknown.errors.contains("the points are City Hall"), "\(unknown.errors)")
    }
}
