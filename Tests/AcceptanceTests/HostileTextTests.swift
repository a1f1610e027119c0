// SPDX-License-Identifier: MIT
import Foundation
import FoundationXML
import TestTraits
import Testing

/// Text from files, names and programs is displayed and never interpreted: no control character gets through a command.
@Suite(.tags(.program), .waiting) struct HostileTextTests {
    /// Sets the title, clears the screen, reverses the text direction, and switches to red, as 7-bit and 8-bit codes.
    static let attack = "\u{1B}]0;owned\u{7}\u{1B}[2J\u{9B}31m\u{202E}\u{2066}x\u{85}y\u{7F}"
    /// The same in the notation of JSON and YAML.
    static let escaped = #"\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e\u2066x\u0085y\u007f\u0000"#

    /// - Returns: its control characters, except line breaks and tabs.
    static func controls(in text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter { scalar in
            switch scalar.value {
            case 0x0A, 0x09: false
            case 0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
            default: false
            }
        }
    }

    /// A file whose name is hostile, too.
    private static func write(_ text: String, _ name: String, in folder: Folder) throws -> String {
        let file = try folder.write(text, to: "\(attack) \(name)")
        return file.path
    }

    private static func csv(rows: Int = 30) -> String {
        let lines = (0..<rows).map { row in
            "2026-01-05T05:49:\(row < 10 ? "0" : "")\(row)Z,35.\(5000 + row),139.5,\(attack)\(row % 2),\(row)"
        }
        return (["time,lat,lon,id,\(attack) heart"] + lines + ["\(attack),35.5,139.5,a,1", "2026-01-05T06:49:00Z,\(attack),139.5,a,1"])
            .joined(separator: "\n") + "\n"
    }

    private static let preset = """
        preset: 1
        title: "Rain \(escaped.replacing("\\u0000", with: "\\0"))"
        describe: "Drops \(escaped.replacing("\\u0000", with: "\\0"))"
        place: outdoor
        map:
          - { from: speed, unit: km/h, to: drops.rate, domain: [0, 120], range: [240, 3600], say: "Rate \(escaped.replacing("\\u0000", with: ""))" }
        events:
          - { on: every 10 m, play: { voice: wood, notes: [e4] }, say: "Here --> <b>\(escaped.replacing("\\u0000", with: ""))</b> & on" }

        """

    private static func expectQuiet(_ run: ProgramRun, status: Int32 = 0, shows: String = #"\u{1b}"#, _ what: String) {
        #expect(run.status == status, "\(what): \(run.errors)")
        for text in [run.text, run.errors] { #expect(controls(in: text).isEmpty, "\(what): \(text.debugDescription)") }
        #expect((run.text + run.errors).contains(shows), "\(what): it says nothing of it: \(run.errors)")
    }

    @Test func tracks() throws {
        let folder = try Folder()
        let jsonl = """
            {"id":"\(Self.escaped)","time":"2026-01-05T05:49:05Z","lat":35.5,"lon":139.5,"\(Self.escaped)":4}
            {"id":"\u{9B}2J\u{202E}","time":"2026-01-05T05:49:06Z","lat":35.5,"lon":139.5}
            {"id":"a","time":"\(Self.escaped)","lat":35.5,"lon":139.5}
            {"id":"a","time":1,"lat":"\(Self.escaped)","lon":139.5}
            """
        let geojson =
            #"{"type":"Feature","id":"\#(Self.escaped)","properties":{"coordTimes":["2026-01-05T05:49:05Z","2026-01-05T05:49:06Z"]},"geometry":{"type":"LineString","coordinates":[[1,2],[1,2.1]]}}"#
        let gpx = """
            <gpx version="1.1"><trk><name>\u{9B}2J\u{202E}</name><trkseg><trkpt lat="45" lon="14"><time>2026-01-05T05:49:05Z</time></trkpt>
            <trkpt lat="\u{9B}2J\u{202E}" lon="14"><time>2026-01-05T05:49:06Z</time></trkpt></trkseg></trk></gpx>
            """
        for (text, name) in [(Self.csv(), "a.csv"), (jsonl, "b.jsonl"), (geojson, "c.geojson"), (gpx, "d.gpx")] {
            let file = try Self.write(text, name, in: folder)
            let run = try Program.mustSucceed("track", file)
            for text in [run.text, run.errors] { #expect(Self.controls(in: text).isEmpty, "\(name): \(text.debugDescription)") }
            #expect(try !PrintedJSON.objects(run.text).isEmpty)
            if name != "c.geojson" { #expect(run.errors.contains(#"\u{9b}"#), "\(name): \(run.errors)") }
        }
        Self.expectQuiet(try Program.amaoto("track", folder.path(Self.attack)), status: 4, "a missing file")
        Self.expectQuiet(try Program.amaoto("track", "ride.gpx", "--\(Self.attack)"), status: 2, "an unknown option")
        Self.expectQuiet(try Program.amaoto("play", "gpsd://\(Self.attack)", "-D", "null"), status: 4, "an address")
    }

    @Test func idsAreWhatTheyAre() throws {
        let folder = try Folder()
        let file = try folder.write(#"{"id":"\u6771\ud83d\ude00","time":1767592145,"lat":35.5,"lon":139.5}"#, to: "a.jsonl")
        #expect(try Program.amaoto("track", file.path).text.contains(#""id":"東😀""#))
    }

    @Test func rendering() throws {
        let folder = try Folder()
        let csv = try Self.write(Self.csv(), "a.csv", in: folder), preset = try Self.write(Self.preset, "a.yaml", in: folder)
        let base = folder.path("\(Self.attack) out")
        let run = try Program.amaoto(
            "render", csv, "-p", preset, "-o", base + ".wav", "--fit", "6", "--captions", base + ".vtt", "--state", base + ".jsonl",
            "--stats", base + ".json")
        Self.expectQuiet(run, "render")
        for ending in ["vtt", "jsonl", "json"] {
            let text = try String(contentsOfFile: "\(base).\(ending)", encoding: .utf8)
            #expect(Self.controls(in: text).isEmpty, "\(ending): \(text.prefix(2000).debugDescription)")
        }
        let stats = try PrintedJSON.object(in: URL(fileURLWithPath: base + ".json"))
        #expect(stats.values.contains { ($0 as? String)?.contains("\u{1B}]0;owned\u{7}") == true }, "\(stats)")
        _ = try PrintedJSON.objects(in: URL(fileURLWithPath: base + ".jsonl"))
        let captions = try String(contentsOfFile: base + ".vtt", encoding: .utf8)
        #expect(captions.contains("Here --&gt; &lt;b&gt; ]0;owned") && captions.contains("&amp; on"), "\(captions)")
        #expect(captions.split(separator: "\n").filter { $0.contains("-->") }.allSatisfy { $0.first?.isNumber == true })

        Self.expectQuiet(try Program.amaoto("play", csv, "-p", preset, "-D", "null", "--fit", "1", "--session", base + ".sqlite"), "play")
        Self.expectQuiet(try Program.amaoto("sessions", "list", base + ".sqlite", "--json"), shows: #"\u001b"#, "sessions list --json")
        Self.expectQuiet(try Program.amaoto("sessions", "show", base + ".sqlite", "1"), "sessions show")
        Self.expectQuiet(try Program.amaoto("analyse", base + ".wav"), "analyse")
        Self.expectQuiet(try Program.amaoto("analyse", base + ".wav", "--json"), shows: #"\u001b"#, "analyse --json")
        Self.expectQuiet(try Program.amaoto("analyse", csv), status: 4, "analyse of no sound")
    }

    /// A speech program gets a sentence as one argument, without control characters or anything that it would read as phonemes.
    @Test(arguments: ["spd-say", "espeak-ng"]) func speech(name: String) throws {
        let folder = try Folder()
        let spoken = folder.file("spoken")
        try folder.writeProgram("#!/bin/sh\nprintf '%s\\0' \"$@\" >>\"$SPOKEN\"\n", to: name)
        let csv = try Self.write(Self.csv(), "a.csv", in: folder)
        let preset = try Self.write(Self.preset.replacing("Here -->", with: "--stop [[t'est]] -->"), "a.yaml", in: folder)
        try Program.mustSucceed(
            ["play", csv, "-p", preset, "-D", "null", "--fit", "3", "--speak"],
            environment: ["PATH": folder.path(""), "SPOKEN": spoken.path])
        let arguments = try Data(contentsOf: spoken).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        let sentences = arguments.indices.dropFirst().filter { arguments[$0 - 1] == "--" }.map { arguments[$0] }
        #expect(sentences.contains { $0.hasPrefix("--stop [ [t'est]] --> <b>") }, "\(arguments)")
        for argument in arguments {
            #expect(Self.controls(in: argument).isEmpty && !argument.contains("[["), "\(argument.debugDescription)")
        }
    }

    @Test func presets() throws {
        let folder = try Folder()
        let preset = try Self.write(Self.preset, "a.yaml", in: folder)
        let wrong = try Self.write(
            Self.preset.replacing("drops.rate", with: "\"\(Self.escaped.replacing("\\u0000", with: "\\0"))\""), "b.yaml", in: folder)
        Self.expectQuiet(try Program.amaoto("preset", "check", preset), "check")
        Self.expectQuiet(try Program.amaoto("preset", "describe", preset), "describe")
        Self.expectQuiet(try Program.amaoto("preset", "diff", "commuter", preset), "diff")
        Self.expectQuiet(try Program.amaoto("preset", "diff", "commuter", preset, "--json"), shows: #"\u001b"#, "diff --json")
        // A finding keeps its column numbers: dots replace hidden characters.
        Self.expectQuiet(try Program.amaoto("preset", "check", wrong), status: 3, shows: "·", "check of a wrong one")
        let tuned = try Program.amaoto(
            "tune", "--plain", preset, "-D", "null",
            input: Data("describe\ntitle = \(Self.attack)\ndiff\ntext\n\(Self.attack)\nseek \(Self.attack)\nquit\n".utf8))
        Self.expectQuiet(tuned, status: 3, shows: #"title: "\u001b]0;owned"#, "tune")
        #expect(tuned.errors.contains("2 commands failed"), "\(tuned.errors)")
        // A file's own text is printed unchanged.
        #expect(try Program.amaoto("preset", "show", preset).text == Self.preset)
    }

    @Test func pictures() throws {
        let folder = try Folder()
        let csv = try Self.write(Self.csv(), "a.csv", in: folder), preset = try Self.write(Self.preset, "a.yaml", in: folder)
        for command in [["track", csv], ["map", csv], ["ride", csv, "-p", preset], ["mapping", "-p", preset], ["drop", "-p", preset]] {
            let picture = folder.file("\(Self.attack) \(command[0]).svg")
            let run = try Program.mustSucceed(["plot"] + command + ["-o", picture.path])
            for text in [run.text, run.errors] { #expect(Self.controls(in: text).isEmpty, "\(command): \(text.debugDescription)") }
            let svg = try String(contentsOf: picture, encoding: .utf8)
            #expect(Self.controls(in: svg).isEmpty && svg.contains("]0;owned"), "\(command)")
            #expect(XMLParser(data: Data(svg.utf8)).parse(), "\(command): the picture is no XML")
        }
    }

    @Test func railways() throws {
        let folder = try Folder()
        // SQLite strings end at a zero byte.
        let attack = Self.escaped.replacing(#"\u0000"#, with: "")
        func feature(_ members: String, _ coordinates: String) -> String {
            #"{"type":"Feature","properties":{"N02_003":"L\#(attack)","N02_004":"C\#(attack)"\#(members)},"geometry":{"type":"LineString","coordinates":\#(coordinates)}}"#
        }
        let features = [
            feature("", "[[139.5,35.5],[139.5,35.6]]"), feature(#","N02_005":"A\#(attack)""#, "[[139.5,35.5],[139.5,35.501]]"),
            feature(#","N02_005":"B\#(attack)""#, "[[139.5,35.599],[139.5,35.6]]"),
        ]
        let source = try Self.write(
            #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#, "N02.geojson", in: folder)
        let database = folder.path("\(Self.attack).sqlite")
        let made = try Program.mustSucceed("railways", "import", source, "-o", database)
        for text in [made.text, made.errors] { #expect(Self.controls(in: text).isEmpty, "\(text.debugDescription)") }
        Self.expectQuiet(try Program.amaoto("railways", "info", database, "--stations"), "info")
        Self.expectQuiet(try Program.amaoto("railways", "info", database, "--json"), shows: #"\u001b"#, "info --json")
        let fix = Data("time,lat,lon\n2026-01-05T05:49:05Z,35.5002,139.5\n".utf8)
        Self.expectQuiet(try Program.amaoto("where", "-", "--railways", database, input: fix), "where")
        Self.expectQuiet(try Program.amaoto("where", "-", "--railways", database, "--json", input: fix), shows: #"\u001b"#, "where --json")
        Self.expectQuiet(try Program.amaoto("railways", "info", source), status: 4, "info of no database")
    }

    /// On a terminal the status line is redrawn; nothing else moves the cursor.
    @Test(.needs("tmux")) func aTerminalIsNotSteered() throws {
        let folder = try Folder()
        let csv = try Self.write(Self.csv(), "a.csv", in: folder), preset = try Self.write(Self.preset, "a.yaml", in: folder)
        let screen = try TmuxScreen(
            #"echo the shell before; amaoto play "$RIDE" -p "$PRESET" -D null --speed 10 -d 5; echo code $?"#, columns: 200, rows: 60,
            environment: ["RIDE": csv, "PRESET": preset])
        try screen.wait(forText: "drops/s")
        try screen.press("?")
        try screen.wait(forText: "→ drops.rate 240")
        try screen.wait(forText: "code 0")
        #expect(
            screen.text.contains("the shell before") && screen.text.contains(#"Rain \u{1b}]0;owned\u{7}\u{1b}[2J\u{9b}31m"#),
            "\(screen.text)")
        #expect(!screen.coded.contains("[31m"), "\(screen.coded)")
    }
}
