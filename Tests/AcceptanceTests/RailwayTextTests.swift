// SPDX-License-Identifier: MIT
import Foundation
import SoundAnalysis
import TestTraits
import Testing

/// A train ride in the program's outputs: rain, captions, speech, pictures. The ride is simulated.
@Suite(.tags(.program), .waiting, .serialized) struct RailwayTextTests {
    static let ride = "examples/yamanote-simulated.csv"

    struct Cue: Equatable {
        var start: Double
        var end: Double
        var text: String
    }

    static func cues(_ file: URL) throws -> [Cue] {
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.hasPrefix("WEBVTT\n"))
        // The first two blocks are the head and a note of what was rendered.
        return try text.components(separatedBy: "\n\n").dropFirst(2).map { block in
            let lines = block.split(separator: "\n").map(String.init)
            let clocks = lines.first?.components(separatedBy: " --> ").map { $0.split(separator: ":").compactMap { Double($0) } } ?? []
            try #require(lines.count == 2 && clocks.count == 2 && clocks.allSatisfy { $0.count == 3 }, "\(block)")
            let seconds = clocks.map { $0[0] * 3600 + $0[1] * 60 + $0[2] }
            return Cue(start: seconds[0], end: seconds[1], text: lines[1])
        }
    }

    /// The train stands at the destination for two and a half minutes, with poor fixes, before it goes on with the rider.
    @Test func standingAtTheDestinationIsNotPassingIt() throws {
        let run = try Program.mustSucceed("track", Self.ride, "--to", "Ikebukuro")
        var told: [(event: String, time: String)] = []
        for update in try PrintedJSON.objects(run.text) {
            let time = update["time"] as? String ?? ""
            for case let event as String in update["events"] as? [Any] ?? [] where event.hasPrefix("destination") {
                told.append((event, String(time.dropFirst(11).prefix(8))))
            }
        }
        #expect(told.map(\.event) == ["destination soon", "destination reached", "destination passed"], "\(told)")
        #expect(told.last.map { $0.time > "11:37:10" } == true, "\(told)")
    }

    /// Cues never overlap, and none contradicts the one before; every event has its strike.
    @Test(arguments: ["60", "300"])
    func captionsStand(fit: String) throws {
        let folder = try Folder()
        let sound = folder.file("train.wav"), words = folder.file("train.vtt"), state = folder.file("state.jsonl"),
            figures = folder.file("stats.json")
        let run = try Program.mustSucceed(
            "render", Self.ride, "--fit", fit, "--to", "Shinjuku", "-o", sound.path, "--captions", words.path, "--state", state.path,
            "--stats", figures.path)
        let cues = try Self.cues(words)
        var struck = 0
        for record in try PrintedJSON.objects(in: state) { struck += (record["events"] as? [[String: Any]] ?? []).count }
        Self.checkStanding(cues, of: Self.ride)
        #expect(cues.count > 5)
        let stats = try PrintedJSON.object(in: figures)
        #expect(stats["events"] as? Int == struck && stats["droppedEvents"] as? Int == 0 && !run.errors.contains("waiting"))
        #expect(stats["frames"] as? Int == (Int(fit) ?? 0) * 48_000, "--fit holds, whatever the last event takes")
        #expect(cues.contains { $0.text.contains("Yamanote") })
    }

    /// Half an hour in five seconds leaves no room for its events, and that is said.
    @Test func eventsWithoutRoomAreCounted() throws {
        let folder = try Folder()
        let figures = folder.file("stats.json")
        let run = try Program.amaoto("render", Self.ride, "--fit", "5", "-o", folder.path("train.wav"), "--stats", figures.path)
        let struck = try #require(try PrintedJSON.object(in: figures)["events"] as? Int)
        #expect(run.errors.contains("\(60 - struck) events were still waiting for others at the end"), "\(run.errors)")
    }

    /// A walk of two minutes, without a fix for half a minute: nothing changes meanwhile, and the loss is told all the same.
    @Test func aLossThatLastsIsTold() throws {
        let folder = try Folder()
        let words = folder.file("walk.vtt")
        let lines = (0..<120).filter { !(60..<90).contains($0) }.map { second in
            "2024-01-01T00:0\(second / 60):\(second % 60 < 10 ? "0" : "")\(second % 60)Z,\(45.2 + Double(second) * 0.0001),13.7"
        }
        let walk = try folder.write((["time,lat,lon"] + lines).joined(separator: "\n"), to: "walk.csv")
        try Program.mustSucceed("render", walk.path, "-p", "commuter", "-o", folder.path("walk.wav"), "--captions", words.path)
        let cues = try Self.cues(words)
        #expect(cues.map(\.text) == ["Lost the fix"])
        // The last fix is at 59 s; it is lost some seconds later, and told once it has been so for ten.
        #expect(cues.allSatisfy { (70..<80).contains($0.start) }, "\(cues)")
    }

    /// The same for every simulated ride, squeezed into a minute and into ten.
    @Test(arguments: ["60", "600"])
    func captionsOfEveryRideStand(fit: String) throws {
        let folder = try Folder()
        let rides = try FileManager.default.contentsOfDirectory(atPath: Program.root.appendingPathComponent("Tests/Fixtures/journeys").path)
        var count = 0
        for ride in rides.sorted() where ride.hasSuffix(".csv") && !ride.contains("truth") {
            let words = folder.file(ride + ".vtt")
            try Program.mustSucceed(
                "render", "Tests/Fixtures/journeys/\(ride)", "--fit", fit, "-p", "tone", "-q", "-o", "/dev/null", "--container", "raw",
                "--captions", words.path)
            let cues = try Self.cues(words)
            Self.checkStanding(cues, of: ride)
            count += cues.count
        }
        #expect(count > 60)
    }

    /// No cue overlaps the next; nothing is passed and then arrived at, no stop between stations is told shortly before a station;
    /// of the fix one a minute.
    private static func checkStanding(_ cues: [Cue], of ride: String) {
        for (cue, next) in zip(cues, cues.dropFirst()) {
            #expect(cue.end <= next.start + 0.001, "\(ride): \(cue) \(next)")
            if cue.text.hasPrefix("Passed ") {
                #expect(next.text != "Arrived at \(cue.text.dropFirst(7))", "\(ride): \(cue) \(next)")
            }
        }
        let fixes = cues.filter { ["Lost the fix", "The fix is back"].contains($0.text) }
        for (fix, next) in zip(fixes, fixes.dropFirst()) { #expect(next.start - fix.start >= 59.9, "\(ride): \(fix) \(next)") }
    }

    @Test func namesComeInTheLanguageAsked() throws {
        let run = try Program.mustSucceed(
            "render", Self.ride, "--fit", "60", "--lang", "ja", "-o", "/dev/null", "--container", "raw", "--captions", "-")
        #expect(run.text.contains("山手線"))
        #expect(try Program.amaoto("railways", "info", "--lang", "xx, ja").text.contains("山手線"))
    }

    @Test func whatNobodyKnowsIsAskedBack() throws {
        for (option, word, nearest) in [
            ("--to", "Shinjukku", "Shinjuku"), ("--line", "JR-East.Yamannote", "JR-East.Yamanote"),
            ("--line", "Yamannote", "Yamanote"),
        ] {
            let run = try Program.amaoto("render", Self.ride, "-o", "/dev/null", "--container", "raw", option, word)
            #expect(run.status == 2)
            #expect(run.errors.contains("did you mean \(nearest)?"), "\(run.errors)")
        }
        let missing = try Program.amaoto("track", Self.ride, "--railways", "nowhere.sqlite")
        #expect(missing.status == 4 && missing.errors.contains("nowhere.sqlite"), "\(missing.errors)")
        let resting = try Program.amaoto("render", "-d", "1", "-o", "/dev/null", "--container", "raw", "--to", "Tokyo")
        #expect(resting.status == 2)
    }

    /// A line of `track` names its events, and the station of each that has one.
    @Test func eventsCarryTheirStation() throws {
        var stations: [String] = []
        for object in try PrintedJSON.objects(Program.amaoto("track", Self.ride, "--lang", "ja").text) {
            let events = try #require(object["events"] as? [String])
            let named = object["eventStations"] as? [[String: String]] ?? []
            #expect(named.allSatisfy { events.contains($0["event"] ?? "") && $0["name"]?.isEmpty == false })
            #expect(named.count == events.count { ["departed", "approaching", "arrived", "passed"].contains($0) })
            stations += named.filter { $0["event"] == "arrived" }.map { "\($0["station"] ?? "") \($0["name"] ?? "")" }
        }
        #expect(stations.contains("JR-East.Yamanote.Shinjuku 新宿"), "\(stations)")
    }

    /// Outside the shipped map `play` explains once how to add another; with a preset without railway channels it is silent.
    @Test func elsewhereItSaysHowToAddARegion() throws {
        let folder = try Folder()
        let (_, environment) = try SoundDevices.capturing(in: folder)
        let drive = ["play", "examples/visnjan-drive.gpx", "-D", "cap", "-d", "1"]
        let commuter = try Program.mustSucceed(drive, environment: environment)
        #expect(commuter.errors.components(separatedBy: "amaoto railways add").count == 2, "\(commuter.errors)")
        let hiker = try Program.amaoto(drive + ["-p", "hiker"], environment: environment)
        #expect(hiker.status == 0 && !hiker.errors.contains("railways add"), "\(hiker.errors)")
        let inside = try Program.amaoto(["play", Self.ride, "-D", "cap", "-d", "1"], environment: environment)
        #expect(inside.status == 0 && !inside.errors.contains("railways add"), "\(inside.errors)")
    }

    /// A test speaker on the PATH receives the captions; playing neither waits for it nor ends with it.
    @Test func captionsAreSpoken() throws {
        let folder = try Folder()
        let (spoken, heard) = try Self.speaker(folder)
        let run = try Program.mustSucceed(
            ["play", Self.ride, "-D", "cap", "--fit", "60", "-d", "12", "--speak", "--captions", "-"], environment: spoken)
        let sentences = try String(contentsOf: heard, encoding: .utf8).split(separator: "\n")
        #expect(!sentences.isEmpty)
        #expect(run.errors.components(separatedBy: "espeak-ng speaks instead").count == 2)
        for sentence in sentences { #expect(run.text.contains("\n\(sentence)\n")) }

        var mute = spoken
        mute["PATH"] = "/nowhere"
        let without = try Program.amaoto(["play", Self.ride, "-D", "cap", "--speak"], environment: mute)
        #expect(without.status == 1 && without.errors.contains("espeak-ng"), "\(without.errors)")
    }

    /// A speech program that hangs is ended, and the next one speaks. That one is kept although it fails once.
    @Test func speechGoesOn() throws {
        let folder = try Folder()
        let (spoken, heard) = try Self.speaker(folder)
        try folder.writeProgram("#!/bin/sh\nexec sleep 100\n", to: "spd-say")
        try folder.writeProgram(
            "#!/bin/sh\nfor last; do :; done\necho \"$last\" >> '\(heard.path)'\n[ $(grep -c '' '\(heard.path)') != 2 ]\n", to: "espeak-ng")
        let run = try Program.mustSucceed(["play", Self.ride, "-D", "cap", "--fit", "60", "-d", "40", "--speak"], environment: spoken)
        #expect(run.errors.contains("spd-say cannot speak (it did not end); espeak-ng speaks instead"), "\(run.errors)")
        #expect(run.errors.contains("espeak-ng could not speak a sentence (it ended with status 1);"), "\(run.errors)")
        #expect(try String(contentsOf: heard, encoding: .utf8).split(separator: "\n").count > 2)
    }

    /// While a long sentence is spoken the two newest wait; older ones are out of date.
    @Test func onlyTheNewestSentencesWait() throws {
        let folder = try Folder()
        let (spoken, heard) = try Self.speaker(folder)
        try folder.writeProgram(
            "#!/bin/sh\nfor last; do :; done\necho \"$last\" >> '\(heard.path)'\nuntil [ -e '\(folder.path("end"))' ]; do sleep 0.05; done\n",
            to: "espeak-ng")
        let run = try RunningProgram(
            ["play", Self.ride, "-D", "cap", "--fit", "30", "-d", "18", "--speak", "--captions", "-"], environment: spoken)
        func told() -> [Substring] {
            run.text.components(separatedBy: "\n\n").dropFirst(2).compactMap { $0.split(separator: "\n").dropFirst().first }
        }
        try run.wait { told().count >= 4 }
        let before = told().count
        try folder.write("", to: "end")
        #expect(run.finish() == 0, "\(run.errors)")
        let sentences = try String(contentsOf: heard, encoding: .utf8).split(separator: "\n")
        try #require(sentences.count >= 2)
        #expect(sentences[0] == told()[0] && told().dropFirst(before - 2).contains(sentences[1]), "\(sentences) of \(told())")
    }

    /// In a tunnel nothing changes, and nothing is logged: that the fix is lost is told all the same, not at the tunnel's end.
    @Test func aLossIsToldMeanwhile() throws {
        let folder = try Folder()
        let (spoken, heard) = try Self.speaker(folder)
        let lines = (Array(0..<10) + [600, 601, 602]).map { "\(1_704_067_200 + $0),\(45.2 + Double($0) * 0.00001),13.7" }
        let walk = try folder.write((["time,lat,lon"] + lines).joined(separator: "\n"), to: "walk.csv")
        let run = try Program.mustSucceed(
            ["play", walk.path, "-p", "commuter", "-D", "cap", "--speed", "4", "-d", "8", "--speak", "--captions", "-"], environment: spoken
        )
        #expect(try String(contentsOf: heard, encoding: .utf8) == "Lost the fix\n")
        #expect(run.text.hasSuffix("\nLost the fix\n"), "\(run.text)")
    }

    /// - Returns: an environment with a speech dispatcher that is installed and does not work, so that espeak-ng takes over; and the
    ///   file into which that writes what it says.
    private static func speaker(_ folder: Folder) throws -> (environment: [String: String], heard: URL) {
        var (_, environment) = try SoundDevices.capturing(in: folder)
        let heard = folder.file("heard")
        for (name, body) in [
            ("spd-say", "exit 1"), ("espeak-ng", "for last; do :; done\necho \"$last\" >> '\(heard.path)'\nexec sleep 0.2"),
        ] { try folder.writeProgram("#!/bin/sh\n\(body)\n", to: name) }
        environment["PATH"] = folder.url.path + ":/bin"
        return (environment, heard)
    }

    /// A character of a Japanese name takes two columns: the status line still takes one row, and is redrawn in it.
    @Test(.needs("tmux")) func aStatusLineOfJapaneseNamesStaysInItsRow() throws {
        let screen = try TmuxScreen(
            "amaoto play examples/yamanote-simulated.csv --fit 8 -d 2 --lang ja -D null; echo code $?", columns: 60)
        try screen.wait(forText: "code 0")
        #expect(screen.rows.count { $0.contains(" of 27:56") } == 1 && screen.text.contains("JR山手線"), "\(screen.text)")
    }

    @Test(.needs("python3"), arguments: ["map", "track"])
    func picturesAreWhole(kind: String) throws {
        let folder = try Folder()
        let picture = folder.file("picture.svg")
        try Program.mustSucceed("plot", kind, Self.ride, "-o", picture.path)
        let text = try String(contentsOf: picture, encoding: .utf8)
        for part in ["<title", "<desc", "JR Yamanote Line", "Ikebukuro"] { #expect(text.contains(part), "\(part)") }
        #expect(try !text.contains(Regex(#"[ ",(]-?(nan|inf)[ ",)]"#)))
        let again = try Program.amaoto("plot", kind, Self.ride, "-o", picture.path)
        #expect(again.status == 1, "a picture that is there stays")
        // An independent reader parses it.
        try Program.shellMustSucceed("python3 -c 'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])' '\(picture.path)'")
    }

    /// Every key, in the documented order.
    @Test func trackLinesCarryTheRailway() throws {
        let run = try Program.mustSucceed("track", Self.ride)
        let lines = run.text.split(separator: "\n")
        #expect(lines.count == 1358)
        let line = try #require(
            lines.first {
                $0.contains("\"runnerUp\"") && $0.contains("\"speed\"") && $0.contains("\"course\"") && $0.contains("\"phase\"")
                    && $0.contains("\"direction\"") && $0.contains("\"accuracy\"") && $0.contains("distanceToStation")
            })
        let keys = [
            "time", "lat", "lon", "speed", "course", "accuracy", "activity", "railway", "mode", "direction", "station", "phase",
            "confidence", "runnerUp", "distanceToStation", "estimated", "events", "channels",
        ]
        let places = keys.compactMap { line.range(of: "\"\($0)\":")?.lowerBound }
        #expect(places.count == keys.count && places == places.sorted(), "\(line)")
    }
}
