// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// Broken input is reported with its position and an exit code, and leaves no partial output behind.
@Suite(.waiting) struct BadInputTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let content: Data?
        let status: Int32
        /// The texts that the message must contain.
        let says: [String]
        var arguments: [String] = []
        var testDescription: String { name + (arguments.isEmpty ? "" : " " + arguments.joined(separator: " ")) }
    }

    static let wholeRide = (try? Data(contentsOf: Program.root.appendingPathComponent("examples/visnjan-drive.gpx"))) ?? Data()
    static let untimed = """
        <gpx version="1.1"><trk><trkseg>
        <trkpt lat="45" lon="14"/><trkpt lat="45.001" lon="14"/><trkpt lat="45.002" lon="14"/>
        </trkseg></trk></gpx>
        """
    static func csv(_ rows: String...) -> Data { Data((rows.joined(separator: "\n") + "\n").utf8) }

    static let cases: [Case] = [
        // The part before the cut is a ride; the cut is reported, and refused in strict mode.
        Case(name: "half.gpx", content: wholeRide.prefix(wholeRide.count / 2), status: 0, says: ["half.gpx:1:"]),
        Case(
            name: "half.gpx", content: wholeRide.prefix(wholeRide.count / 2), status: 4, says: ["half.gpx:1:"],
            arguments: ["--strict"]),
        Case(name: "untimed.gpx", content: Data(untimed.utf8), status: 4, says: ["untimed.gpx", "--assume-speed"]),
        Case(
            name: "untimed.gpx", content: Data(untimed.utf8), status: 0, says: [],
            arguments: ["--assume-speed", "5km/h"]),
        Case(
            name: "missing.csv", content: csv("time,lat,speed", "2026-01-01T00:00:00Z,45,3"), status: 4,
            says: ["missing.csv:1", "lon"]),
        Case(
            name: "nan.csv",
            content: csv(
                "time,lat,lon", "2026-01-01T00:00:00Z,45,14", "2026-01-01T00:00:01Z,nan,14",
                "2026-01-01T00:00:02Z,95,14", "2026-01-01T00:00:03Z,45.001,14"), status: 0,
            says: ["nan.csv:3:", "nan.csv:4:"]),
        Case(
            name: "nan.csv", content: csv("time,lat,lon", "2026-01-01T00:00:01Z,nan,14", "2026-01-01T00:00:02Z,45,1400"),
            status: 4, says: ["nan.csv"]),
        Case(name: "empty.gpx", content: Data(), status: 4, says: ["empty.gpx", "empty"]),
        Case(name: "absent.gpx", content: nil, status: 4, says: ["absent.gpx"]),
        Case(
            name: "noise.gpx", content: Data((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ $0 / 7) }), status: 4,
            says: ["noise.gpx"]),
    ]

    @Test(arguments: cases) func isMetAsPromised(_ example: Case) throws {
        let folder = try Folder()
        let input = folder.file(example.name)
        try example.content?.write(to: input)
        let output = folder.file("out.wav")
        let run = try Program.amaoto(["render", input.path, "-o", output.path, "--fit", "5"] + example.arguments)
        #expect(run.status == example.status, "\(run.errors)")
        for words in example.says { #expect(run.errors.contains(words), "\(run.errors)") }
        let left = folder.names.filter { $0 != example.name }
        #expect(left == (example.status == 0 ? ["out.wav"] : []))
    }

    @Test func anUnreadableFileIsRefused() throws {
        let folder = try Folder()
        // A folder in place of an unreadable file: permissions do not stop root.
        let run = try Program.amaoto("render", folder.url.path, "-o", folder.path("out.wav"))
        #expect(run.status == 4)
        #expect(folder.names.isEmpty)
    }

    @Test func aPresetWithATypoPointsAtIt() throws {
        let folder = try Folder()
        let preset = try folder.write(
            "preset: 1\ntitle: T\ndescribe: D\nplace: outdoor\nbase:\n  drops.rate: 300\n  bed.pnik: 0.02\n", to: "typo.yaml")
        let run = try Program.amaoto("render", "examples/visnjan-drive.gpx", "-p", preset.path, "-o", folder.path("out.wav"))
        #expect(run.status == 3)
        #expect(run.errors.contains("typo.yaml:7:3"))
        #expect(run.errors.contains("bed.pink"))
        #expect(folder.names == ["typo.yaml"])
    }

    /// A preset that may demand more drops than a core can play: playing warns of it, as checking does; an export has the time.
    @Test func playingWarnsOfALoad() throws {
        let folder = try Folder()
        let preset = try folder.write(
            "preset: 1\nplace: outdoor\nmap:\n  - { from: speed, to: drops.rate, domain: [0, 30], range: [240, 40000000], curve: log }\n",
            to: "heavy.yaml")
        let expected = "666,666 drops a second take about 80 % of a processor core"
        let played = try Program.amaoto("play", "-p", preset.path, "-D", "null", "-d", "0.5")
        #expect(played.status == 0 && played.errors.contains(expected), "\(played.errors)")
        let rendered = try Program.amaoto("render", "-p", preset.path, "-d", "0.5", "-o", folder.path("a.wav"))
        #expect(rendered.status == 0 && !rendered.errors.contains("drops a second take"), "\(rendered.errors)")
    }

    /// Options that would do nothing.
    private static let idle =
        [["tune", "storm", "--plain", "-d", "1"], ["tune", "storm", "--plain", "-p", "commuter"], ["studio", "-d", "1"]]
        + [["tune", "--plain"]]
        + [["studio", "storm", "-p", "commuter"], ["play", "-p", "drizzle", "-D", "null", "-d", "1", "--session-id", "3"]]
        + [["--only", "3"], ["--one-track"], ["-t", "gpx"], ["--assume-speed", "5km/h"]].map {
            ["render", "-d", "1", "-o", "/dev/null"] + $0
        }
        + [
            ["-r", "44100"], ["--gain", "-20"], ["--seed", "9"], ["-p", "commuter"], ["--set", "rain.intensity=3"], ["-d", "0.2"],
            ["--fit", "5"], ["--only", "3"], ["--railways", "nosuch"], ["--one-track"], ["--line", "A"], ["--to", "A"],
            ["--point", "home=1,1"],
        ].map { ["render", "--applied", "log.jsonl", "-o", "x.wav"] + $0 }

    @Test(
        arguments: [
            ["render", "examples/visnjan-drive.gpx"], ["render", "-o", "x.wav"], ["play", "--speed", "0"],
            ["render", "-p", "drizzle", "-d", "5", "-o", "x.aac"], ["render", "-d", "5", "-r", "22050", "-o", "x.wav"], ["fly"],
            ["render", "-p", "drizzle", "-d", "1", "-r", "44100", "-o", "x.opus"],
            ["render", "-p", "drizzle", "-d", "1", "-o", "x.mp3", "--layout", "5.1"],
            ["render", "-p", "drizzle", "-d", "1", "-o", "-", "--container", "w64"],
            ["render", "-p", "drizzle", "-d", "1", "-o", "x.wav", "--container", "flac"],
            ["render", "-p", "drizzle", "-d", "1", "--loop", "-o", "x.mp3"],
        ] + idle)
    func badUsageIsCodeTwo(arguments: [String]) throws {
        let run = try Program.amaoto(arguments)
        #expect(run.status == 2, "\(run.errors)")
        #expect(run.output.isEmpty)
        #expect(!run.errors.isEmpty)
    }

    /// A negative value is not taken for another option.
    @Test(
        arguments: [
            (["--fit", "-1"], "write seconds, 1:30, 5m or 1h"), (["-d", "-1"], "write seconds, 1:30, 5m or 1h"),
            (["--from", "-5"], "write seconds, 1:30, 5m or 1h"), (["--until", "-5"], "write seconds, 1:30, 5m or 1h"),
            (["--speed", "-2"], "--speed takes a factor from 0.001"), (["--seed", "-1"], "'-1' is invalid for '--seed <n>'"),
            (["--reorder", "-1"], "--reorder is a number of seconds from 0"), (["--assume-speed", "-3"], "'-3' is invalid"),
        ]) func aNegativeValueIsRefusedAsSuch(options: [String], words: String) throws
    {
        let run = try Program.amaoto(["render", "examples/visnjan-drive.gpx", "--dry-run", "-o", "x.wav"] + options)
        #expect(run.status == 2 && run.errors.contains(words), "\(run.errors)")
    }

    /// A program that loses the times writes that of the export into each point: without a remedy it would be no sound.
    @Test func fixesOfOneTimeNeedASpeed() throws {
        let folder = try Folder()
        func render(_ count: Int, _ options: String...) throws -> ProgramRun {
            let rows = (0..<count).map { "2026-01-05T08:00:00Z,45.2,\(13.6 + Double($0) * 1e-4)\n" }
            try folder.write("time,lat,lon\n\(rows.joined())", to: "a.csv")
            return try Program.amaoto(["render", folder.path("a.csv"), "-o", folder.path("a.wav"), "--dry-run"] + options)
        }
        let plain = try render(9)
        #expect(plain.status == 0 && plain.errors.contains("--assume-speed 5km/h gives every fix a time"), "\(plain.errors)")
        let fitted = try render(9, "--fit", "5")
        #expect(fitted.status == 4 && fitted.errors.contains("give the speed, such as --assume-speed 5km/h"), "\(fitted.errors)")
        let remedied = try render(9, "--fit", "5", "--assume-speed", "5km/h")
        #expect(remedied.status == 0 && remedied.errors.contains("0:05 of sound") && !remedied.errors.contains("different times"))
        let single = try render(1, "--fit", "5")
        #expect(single.status == 4 && single.errors.contains("only one fix"), "\(single.errors)")
    }

    /// The usage that follows is the command's, not the program's.
    @Test(arguments: [
        ["sessions", "export", "rides.sqlite"], ["sessions", "export", "rides.sqlite", "-o", "ride.kml"],
        ["ride", "--from", "Shibuya", "--to", "Ueno", "-o", "ride.kml"],
        ["preset", "set", "my.yaml", "drops.rate"], ["plot", "drop", "-p", "storm", "-o", "drop.png"],
    ]) func badUsageNamesItsCommand(arguments: [String]) throws {
        let run = try Program.amaoto(arguments)
        let command = arguments.prefix(arguments[0] == "ride" ? 1 : 2).joined(separator: " ")
        #expect(run.status == 2 && run.errors.contains("See 'amaoto \(command) --help'"), "\(run.errors)")
    }

    /// A command does not offer what it would refuse.
    @Test(
        arguments: ["--fit", "--speed", "--duration"].map { (["key", "--list"], $0) }
            + [["tune", "storm"], ["studio", "storm"]].map { ($0, "--duration") })
    func whatACommandCannotDoIsNoOptionOfIt(command: [String], option: String) throws {
        let help = try Program.amaoto(command[0], "--help").text
        #expect(help.contains("--seed") && !help.contains("\(option) "))
        let run = try Program.amaoto(command + [option, "9"])
        #expect(run.status == 2 && run.errors.contains("Unknown option '\(option)'"), "\(run.errors)")
    }
}
