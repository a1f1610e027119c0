// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// No output is an input or another output, and none replaces a file without -y: for every command, as run.
@Suite(.tags(.program), .waiting) struct OutputRuleTests {
    private static let ride = "@/ride.gpx"

    /// `@/` is the folder. It has a file for each name; none of them may change.
    static let clashes = [
        "render \(ride) -d 1 -o @/n.wav --captions \(ride)", "render \(ride) -d 1 -o @/n.wav --state \(ride)",
        "render \(ride) -d 1 -o @/n.wav --stats \(ride)", "render \(ride) -d 1 -o @/n.wav --session \(ride)",
        "render \(ride) -d 1 -o @/hard.wav", "render \(ride) -d 1 -o @/soft.wav", "render \(ride) -d 1 --container wav -o \(ride)",
        "render -p drizzle -d 1 -o @/n.wav --stats @/n.wav", "render -p drizzle -d 1 -o @/n.wav --stats @/./n.wav",
        "render -p drizzle -d 1 -o @/n.wav --stats @/N.WAV", "render -p drizzle -d 1 -o @/n.wav --stats @/n.partial.wav",
        "render -p drizzle -d 1 -o @/layers/rain.wav --stems @/layers", "render -p drizzle -d 1 -o @/n.wav --stems @/n.wav",
        "render -p @/mine.yaml -d 1 -o @/n.wav --stats @/mine.yaml", "render -p @/heir.yaml -d 1 -o @/n.wav --stats @/mine.yaml",
        "render --applied @/log.jsonl --container wav -o @/log.jsonl",
        "render \(ride) -d 1 -o @/n.wav --region park=@/park.geojson --stats @/park.geojson",
        "render \(ride) -d 1 -o - --state -", "render \(ride) -d 1 -o - --captions /dev/stdout",
        "play \(ride) -D null -d 1 --record @/hard.wav", "play \(ride) -D null -d 1 --applied \(ride)",
        "play \(ride) -D null -d 1 --state \(ride)", "play \(ride) -D null -d 1 --captions @/soft.wav",
        "play \(ride) -D null -d 1 --stats \(ride)", "play \(ride) -D null -d 1 --session @/soft.wav",
        "play \(ride) -D null -d 1 --record @/n.wav --stats @/n.wav",
        "play \(ride) -D null -d 1 --session @/s.sqlite --stats @/s.sqlite-wal",
        "track \(ride) -o \(ride)", "track \(ride) -o @/ride.jsonl --session @/ride.jsonl", "track @/kept.partial.csv -o @/kept.csv",
        "track \(ride) --railways @/rails.sqlite -o @/rails.sqlite",
        "key -p @/mine.yaml -o @/n.wav --captions @/mine.yaml", "key -p drizzle -o @/n.wav --captions @/n.wav",
        "plot drop -p @/mine.yaml -o @/mine.yaml", "plot mapping -p @/heir.yaml -o @/mine.yaml", "plot spectrum @/sound.wav -o @/sound.wav",
        "plot spectrogram @/sound.wav -o @/./sound.wav", "plot ride \(ride) -o @/hard.wav", "plot track \(ride) -o \(ride)",
        "plot map \(ride) -o @/soft.wav", "preset new @/mine.yaml --from @/mine.yaml", "preset new @/mine.yaml --from @/heir.yaml",
        "ride --from A --to B --railways @/rails.sqlite -o - --truth @/rails.sqlite",
        "ride --from A --to B -o @/kept.partial.csv --truth @/kept.csv", "railways import @/rails.sqlite -o @/rails.sqlite",
        "railways import @/N02-Station.geojson -o @/N02-RailroadSection.geojson",
        "railways import @/feed -o @/feed/stops.txt", "sessions export @/s.sqlite -t gpx -o @/s.sqlite",
    ]

    /// The content of the names: the rule ignores it, except for the presets' parents.
    private static func prepared() throws -> Folder {
        let folder = try Folder()
        let ride = try Data(contentsOf: Program.root.appendingPathComponent("examples/zbevnica-hike.gpx"))
        try ride.write(to: folder.file("ride.gpx"))
        try FileManager.default.linkItem(at: folder.file("ride.gpx"), to: folder.file("hard.wav"))
        try FileManager.default.createSymbolicLink(atPath: folder.path("soft.wav"), withDestinationPath: "ride.gpx")
        try folder.makeFolder("feed")
        let preset = "preset: 1\nplace: outdoor\nbase:\n  drops.rate: 300\n"
        for (name, text) in [
            ("mine.yaml", preset), ("heir.yaml", "preset: 1\nextends: ./mine.yaml\n"), ("log.jsonl", "{}"), ("park.geojson", "{}"),
            ("kept.partial.csv", "time,speed\n2026-01-01T00:00:00Z,3\n"), ("rails.sqlite", "SQLite format 3\0"), ("sound.wav", "RIFF"),
            ("s.sqlite", "SQLite format 3\0"), ("N02-Station.geojson", "{\"type\":\"FeatureCollection\",\"features\":[]}"),
            ("N02-RailroadSection.geojson", "{\"type\":\"FeatureCollection\",\"features\":[]}"),
            ("feed/stops.txt", "stop_id\n"), ("feed/routes.txt", "route_id\n"),
        ] { try folder.write(text, to: name) }
        return folder
    }

    private static func held(_ folder: Folder) -> [String: Data] {
        var held: [String: Data] = [:]
        for name in (try? FileManager.default.subpathsOfDirectory(atPath: folder.url.path)) ?? [] {
            held[name] = (try? Data(contentsOf: folder.file(name))) ?? Data("a folder".utf8)
        }
        return held
    }

    @Test(arguments: clashes) func nothingThatIsReadOrWrittenIsDestroyed(line: String) throws {
        let folder = try Self.prepared()
        let before = Self.held(folder)
        let arguments = line.replacing("@/", with: folder.url.path + "/").split(separator: " ").map(String.init)
        for allowed in [[], ["-y"]] {
            let run = try Program.amaoto(arguments + allowed)
            #expect(run.status == 2, "\(run.status) \(run.errors)")
            #expect(run.errors.contains("it is also the input") || run.errors.contains("would write the same file"), "\(run.errors)")
            #expect(Self.held(folder) == before, "\(Self.held(folder).keys.sorted())")
        }
    }

    /// An existing output file is replaced only with -y, by every option.
    @Test(arguments: [
        "render -p drizzle -d 0.1 -o @/x.wav", "render -p drizzle -d 0.1 -o /dev/null --state @/x.wav",
        "render -p drizzle -d 0.1 -o /dev/null --stats @/x.wav", "render -p drizzle -d 0.1 -o /dev/null --captions @/x.wav",
        "play -p drizzle -D null -d 0.1 --record @/x.wav", "play -p drizzle -D null -d 0.1 --state @/x.wav",
        "play -p drizzle -D null -d 0.1 --applied @/x.wav", "play -p drizzle -D null -d 0.1 --captions @/x.wav",
        "play -p drizzle -D null -d 0.1 --stats @/x.wav", "track examples/visnjan-drive.gpx -o @/x.wav", "plot drop -o @/x.wav",
        "railways import Tests/RailwaysTests/Fixtures/nuremberg-gtfs -o @/x.wav", "preset new @/x.yaml --from drizzle",
    ]) func nothingIsReplacedUnasked(line: String) throws {
        let folder = try Folder()
        let name = line.contains("x.yaml") ? "x.yaml" : "x.wav"
        let mine = Data("mine".utf8)
        let arguments = line.replacing("@/", with: folder.url.path + "/").split(separator: " ").map(String.init)
        try mine.write(to: folder.file(name))
        let refused = try Program.amaoto(arguments)
        #expect(
            refused.status == 1 && refused.errors.contains("the file exists; use -y to overwrite it"), "\(refused.status) \(refused.errors)"
        )
        #expect(try Data(contentsOf: folder.file(name)) == mine)
        #expect(folder.names == [name])
        try Program.mustSucceed(arguments + ["-y"])
        #expect(try Data(contentsOf: folder.file(name)) != mine)
        #expect(folder.names == [name])
    }

    /// What cannot be written is refused before the work, which may take hours, not after it.
    @Test(arguments: ["render -p drizzle -d 0.1 -o @/n.wav", "play -p drizzle -D null -d 0.1 --record @/n.wav"])
    func statisticsThatCannotBeWrittenAreRefusedFirst(line: String) throws {
        let folder = try Folder()
        let run = try Program.shell("amaoto \(line) --stats @/absent/s.json".replacing("@", with: folder.url.path))
        #expect(run.status == 1 && run.errors.contains("absent/s.json: it cannot be written"), "\(run.status) \(run.errors)")
        #expect(folder.names.isEmpty, "\(folder.names)")
    }

    /// A variable that a script has not set: nothing goes to a file without a name, a session least of all.
    @Test(arguments: [
        "track examples/visnjan-drive.gpx --session", "track examples/visnjan-drive.gpx -o", "plot drop -o",
        "render -p drizzle -d 0.1 -o /dev/null --state", "render -p drizzle -d 0.1 -o /dev/null --stems",
        "play -p drizzle -D null -d 0.1 --stats", "preset new", "track",
    ]) func anEmptyNameIsRefused(line: String) throws {
        let folder = try Folder()
        let run = try Program.shell("root=$PWD; cd \(folder.url.path) && amaoto \(line.replacing("examples", with: "$root/examples")) ''")
        #expect(run.status == 2 && run.errors.contains(" is empty"), "\(run.status) \(run.errors)")
        #expect(run.output.isEmpty && folder.names.isEmpty, "\(folder.names)")
    }

    @Test(arguments: ["sessions list", "railways info", "railways add", "analyse", "plot spectrum", "preset describe", "tune"])
    func anEmptyNameToReadIsShown(line: String) throws {
        let run = try Program.shell("amaoto \(line) ''")
        #expect(run.status != 0 && run.errors.hasPrefix("amaoto: '': "), "\(run.status) \(run.errors)")
    }

    /// It would become the name of another file.
    @Test func aNameThatIsNotInUTF8IsRefused() throws {
        let folder = try Folder()
        let run = try Program.shell("cd \(folder.url.path) && amaoto render -p drizzle -d 0.1 -o $'a\\xff.wav'")
        #expect(run.status == 2 && run.errors.contains("is not in UTF-8"), "\(run.status) \(run.errors)")
        #expect(folder.names.isEmpty, "\(folder.names)")
    }

    /// The shell's own redirection is an output like any other.
    @Test func standardOutputIsNotTheInput() throws {
        let folder = try Folder()
        let rows = "time,speed\n2026-01-01T00:00:00Z,3\n2026-01-01T00:00:01Z,4\n"
        try folder.write(rows, to: "log.csv")
        let log = folder.path("log.csv")
        for line in ["amaoto track \(log) >> \(log)", "amaoto track - < \(log) >> \(log)", "amaoto track \(log) -o /dev/stdout >> \(log)"] {
            let run = try Program.shell(line)
            #expect(run.status == 2 && run.errors.contains("it is also the input"), "\(run.status) \(run.errors)")
            #expect(try String(contentsOf: folder.file("log.csv"), encoding: .utf8) == rows)
        }
        // Opened by the shell, which has its own replacement rule.
        try Program.shellMustSucceed("amaoto render -p drizzle -d 0.1 -o /dev/stdout > \(folder.path("a.wav"))")
        #expect(try Data(contentsOf: folder.file("a.wav")).starts(with: Data("RIFF".utf8)))
    }

    /// The tuner's saved file never replaces the track, even with -y.
    @Test func theTunerSparesTheTrack() throws {
        let folder = try Folder()
        try FileManager.default.copyItem(
            at: Program.root.appendingPathComponent("examples/zbevnica-hike.gpx"), to: folder.file("ride.yaml"))
        let before = try Data(contentsOf: folder.file("ride.yaml"))
        let run = try Program.amaoto(
            ["tune", "commuter", folder.path("ride.yaml"), "-t", "gpx", "--plain", "-D", "null"],
            input: Data("drops.rate = 300\nsave \(folder.path("ride.yaml"))\nquit\n".utf8))
        #expect(run.status == 3 && run.errors.contains("it is also the input"), "\(run.status) \(run.errors)")
        #expect(try Data(contentsOf: folder.file("ride.yaml")) == before)
    }

    /// A file that appears during rendering stays, and the sound is kept beside it.
    @Test func whatAppearsMeanwhileStays() throws {
        let folder = try Folder()
        let run = try RunningProgram(["track", "-", "-o", folder.path("t.jsonl")])
        // Enough rows to fill the output buffer: once bytes are in the partial file, the start is over.
        try run.type("time,speed\n" + (0..<1500).map { "\(1_800_000_000 + $0),3\n" }.joined())
        try run.wait { ((try? Data(contentsOf: folder.file("t.partial.jsonl")))?.count ?? 0) > 0 }
        try folder.write("mine", to: "t.jsonl")
        try run.endInput()
        #expect(run.finish() == 1)
        #expect(run.errors.contains("another file has appeared under this name") && run.errors.contains("t.partial.jsonl"), "\(run.errors)")
        #expect(try String(contentsOf: folder.file("t.jsonl"), encoding: .utf8) == "mine")
        #expect(try String(contentsOf: folder.file("t.partial.jsonl"), encoding: .utf8).hasPrefix("{"))
    }

    /// An empty file is not a folder.
    @Test(arguments: ["", "# nothing yet\n", "\u{feff}"]) func anEmptyPresetIsCalledEmpty(text: String) throws {
        let folder = try Folder()
        let file = try folder.write(text, to: "mine.yaml")
        for arguments in [
            ["preset", "check", file.path], ["render", "-p", file.path, "-d", "1", "-o", "/dev/null"], ["tune", file.path, "--plain"],
        ] {
            let run = try Program.amaoto(arguments)
            #expect(run.status == 3, "\(run.errors)")
            let said = run.errors + run.text
            #expect(said.contains("the preset is empty") && said.contains("preset new") && !said.contains("folder"), "\(said)")
        }
        let folderSaid = try Program.amaoto("preset", "check", folder.url.path + "/")
        #expect(folderSaid.status == 3 && folderSaid.errors.contains("not a folder"), "\(folderSaid.errors)")
    }
}
