// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// Presets changed on the command line, line by line through a pipe, and in an editor while they play.
@Suite(.waiting, .serialized) struct PresetEditingTests {
    /// A user's preset, made from a shipped one.
    private static func own(_ name: String = "counter") throws -> (folder: Folder, file: URL, text: String) {
        let folder = try Folder()
        let file = folder.file("my.yaml")
        try Program.mustSucceed("preset", "new", file.path, "--from", name)
        return (folder, file, try String(contentsOf: file, encoding: .utf8))
    }

    private static func held(_ file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }

    @Test func settingChangesThatAlone() throws {
        let (folder, file, text) = try Self.own()
        defer { withExtendedLifetime(folder) {} }
        let shipped = try Program.amaoto("preset", "show", "counter")
        #expect(text == shipped.text)
        let run = try Program.mustSucceed(
            "preset", "set", file.path, "drops.rate=300", "map.0.range=[240, 2400]", "events.fix lost.play.level=-9")
        #expect(run.errors.contains("drops.rate: 240/min → 300/min (1.25 times)"))
        let wanted = text.replacing("  drops.rate: 240\n", with: "  drops.rate: 300\n").replacing(
            "range: [240, 3600]", with: "range: [240, 2400]"
        ).replacing("notes: [g4, e4], gap: 0.25, level: -18", with: "notes: [g4, e4], gap: 0.25, level: -9")
        #expect(try Self.held(file) == wanted)
        let dry = try Program.amaoto("preset", "set", file.path, "drops.rate=240", "--dry-run")
        #expect(dry.text == wanted.replacing("  drops.rate: 300\n", with: "  drops.rate: 240\n"))
        #expect(try Self.held(file) == wanted)
        // All or nothing.
        let bad = try Program.amaoto("preset", "set", file.path, "bed.pink=0.1", "drops.rate=-1")
        #expect(bad.status == 3 && bad.errors.contains("outside the limits"))
        #expect(try Self.held(file) == wanted)
        let difference = try Program.amaoto("preset", "diff", "counter", file.path, "--json")
        let json = try JSONSerialization.jsonObject(with: difference.output) as? [[String: String]]
        #expect(json?.map { $0["subject"] } == ["drops.rate", "speed → drops.rate, range", "event fix lost, level"])
    }

    /// The commands of docs/tuning.md run as they stand, and the help's examples on what `preset new` makes without --from.
    @Test func theDocumentedCommandsRunOnANewPreset() throws {
        let folder = try Folder()
        let page = try String(contentsOf: Program.root.appendingPathComponent("docs/tuning.md"), encoding: .utf8)
        let commands = try #require(page.components(separatedBy: "## By command\n\n```sh\n").last?.components(separatedBy: "```").first)
        let help = HelpExampleTests.lines.filter { $0.hasPrefix("amaoto preset set ") }
        #expect(commands.contains("preset set") && help.count > 2)
        let script = "set -e\ncd '\(folder.url.path)'\n\(commands)\namaoto preset new my.yaml -y\n\(help.joined(separator: "\n"))"
        try Program.shellMustSucceed(script)
    }

    /// `preset new -y` replaces the file however it is named, as every other command does; a link is replaced, not its target.
    @Test func anExistingPresetIsOverwrittenByAnyName() throws {
        let folder = try Folder()
        let script = """
            set -e
            cd '\(folder.url.path)'
            for name in my.yaml link.yaml ./my.yaml; do echo old >my.yaml; ln -sf my.yaml link.yaml; amaoto preset new $name --from storm -y -q
                if [ $name = link.yaml ]; then grep -q old my.yaml; fi
                amaoto preset show storm | cmp - $name; done
            """
        let run = try Program.shell(script)
        #expect(run.status == 0 && !folder.names.contains { $0.contains("partial") }, "\(run.errors) \(folder.names)")
    }

    @Test func shippedNamesAreNotChanged() throws {
        let run = try Program.amaoto("preset", "set", "drizzle", "drops.rate=300")
        #expect(run.status == 3)
        #expect(run.errors.contains("preset new my-drizzle.yaml --from drizzle"))
    }

    /// The commands that it names can be pasted as they stand.
    @Test func aNewPresetsCommandsAreThoseOfAShell() throws {
        let folder = try Folder()
        let made = try Program.shell("cd '\(folder.url.path)' && amaoto preset new 'after work'")
        #expect(
            made.errors == "Made after work.yaml.\nHear it: amaoto play -p 'after work.yaml'\nTune it: amaoto tune 'after work.yaml'\n",
            "\(made.errors)")
    }

    @Test func oneBrokenPresetLeavesTheList() throws {
        let folder = try Folder()
        try folder.write("preset: [", to: "aaa.yaml")
        let run = try Program.amaoto("preset", "list", environment: ["AMAOTO_PRESETS": folder.url.path])
        #expect(run.status == 3 && run.text.hasPrefix("aaa "), "\(run.errors)")
        #expect(run.text.contains("broken; `amaoto preset check aaa` says why\n") && run.text.contains("\ndrizzle "), "\(run.text)")
    }

    @Test func anHeirFollowsItsParent() throws {
        let folder = try Folder()
        defer { withExtendedLifetime(folder) {} }
        let file = folder.file("heir.yaml")
        try Program.mustSucceed("preset", "new", file.path, "--from", "storm", "--extends")
        #expect(try Program.amaoto("preset", "diff", "storm", file.path).text == "extends: downpour → storm\n")
        try Program.mustSucceed("preset", "set", file.path, "drops.level=-3")
        #expect(try Self.held(file) == "preset: 1\ntitle: Storm\nextends: storm\nbase:\n  drops.level: -3\n")
        // Of a file in the same folder it keeps the name alone, so that both can be moved.
        let next = folder.file("next.yaml")
        #expect(try Program.amaoto("preset", "new", next.path, "--from", file.path, "--extends").status == 0)
        #expect(try Self.held(next).contains("\nextends: heir.yaml\n"))
        // Named by a relative path, it is found from the new file, so that their folders can be moved.
        let below = try Program.shellMustSucceed(
            "cd '\(folder.url.path)' && mkdir night && amaoto preset new night/my.yaml --from heir.yaml --extends -q && cat night/my.yaml")
        #expect(below.text.hasSuffix("\nextends: ../heir.yaml\n"), "\(below.text)")
    }

    @Test func lineByLineThroughAPipe() throws {
        let (folder, file, text) = try Self.own()
        defer { withExtendedLifetime(folder) {} }
        let script = """
            # comments are nothing
            drops.rate = 300
            set bed.pink 0.02
            undo
            redo
            ab
            get drops.rate
            ab
            get drops.rate bed.pink
            up drops.rate 2
            undo
            list brown noise
            ? drops.material
            diff
            now
            random 3
            undo
            save
            save \(folder.path("other.yaml"))
            quit
            drops.rate = 999
            """
        let run = try Program.mustSucceed(
            ["tune", file.path, "examples/visnjan-drive.gpx", "--plain", "-D", "nothing"], input: Data(script.utf8),
            environment: SoundDevices.discarding(in: folder).merging(["TERM": "xterm-256color"]) { $1 })
        let wanted = text.replacing("  drops.rate: 240\n", with: "  drops.rate: 300\n").replacing(
            "  bed.pink: 0\n", with: "  bed.pink: 0.02\n")
        #expect(wanted != text)
        #expect(try Self.held(file) == wanted)
        #expect(try Self.held(folder.file("other.yaml")) == wanted)
        let lines = run.text.split(separator: "\n").map(String.init)
        #expect(lines.first?.hasPrefix("drops.rate = 300 /min, changed") == true)
        #expect(lines.contains { $0.hasPrefix("drops.rate = 240 /min") })
        #expect(lines.contains("Undone: bed.pink = 0.02."))
        #expect(lines.contains { $0.hasPrefix("bed.brown = ") })
        for output in [run.text, run.errors] {
            #expect(!output.unicodeScalars.contains { $0.value == 27 || (0x2800...0x28ff).contains($0.value) })
        }
    }

    /// A track that begins again keeps what the listener has set.
    @Test func speedAndMuteOutliveTheEndOfTheTrack() throws {
        let folder = try Folder()
        let ride = try folder.write("time,speed\n2026-01-01T00:00:00Z,5\n2026-01-01T00:00:20Z,6\n", to: "ride.csv")
        let run = try RunningProgram(["tune", "drizzle", ride.path, "--plain", "-D", "null"])
        /// Asks until something plays: between two rounds of the track nothing does.
        func askWhatPlays() throws {
            let told = run.text.ranges(of: "The track is at").count
            while run.text.ranges(of: "The track is at").count == told, run.isRunning {
                try run.type("now\n")
                usleep(50_000)
            }
        }
        try askWhatPlays()
        try run.type("mute\nvolume -7\nspeed 50\n")
        try run.wait { run.errors.contains("begins again") }
        try askWhatPlays()
        try run.type("quit\n")
        #expect(run.finish() == 0, "\(run.errors)")
        let now = run.text.split(separator: "\n").last { $0.contains("at speed") }
        #expect(now?.contains(" of 0:20, at speed 50") == true && now?.contains("Muted") == true, "\(run.text)")
    }

    /// With -p, the preset stands as in `play`, and what follows is the track.
    @Test(arguments: [["tune", "--plain"], ["studio"]]) func theArgumentIsTheTrackBesideAnotherPreset(command: [String]) throws {
        let run = try Program.amaoto(command + ["-p", "storm", "nosuch.gpx"])
        #expect(run.status == 4 && run.errors.contains("nosuch.gpx: no such file"), "\(run.errors)")
    }

    /// Tuning works without any device; a refused command is reported and sets the exit code.
    @Test func withoutADeviceItTunesAllTheSame() throws {
        let (folder, file, _) = try Self.own("drizzle")
        defer { withExtendedLifetime(folder) {} }
        let run = try Program.amaoto(
            ["tune", file.path, "--plain"], input: Data("drops.rate = much\nbed.level = -3\nsave\n".utf8),
            environment: SoundDevices.defined("pcm.!default { type hw card 77 }", in: folder))
        #expect(run.status == 3)
        #expect(run.errors.contains("must be a number"))
        #expect(try Self.held(file).contains("\n  bed.level: -3\n"))
    }

    /// An editor saves by renaming; a broken text leaves the rain unchanged; the log of applied changes gives the bytes that were
    /// played.
    @Test func aSavedPresetIsHeardWhileItPlays() throws {
        let (folder, file, text) = try Self.own("tone")
        defer { withExtendedLifetime(folder) {} }
        let (captured, environment) = try SoundDevices.capturing(in: folder)
        let applied = folder.file("applied.jsonl")
        let program = try RunningProgram(
            ["play", "-p", file.path, "-D", "cap", "-f", "FLOAT_LE", "--applied", applied.path], environment: environment)
        func plays(_ bytes: Int) throws {
            let end = size(of: captured) + bytes
            try program.wait { size(of: captured) > end }
        }
        try plays(400_000)
        func save(_ text: String) throws {
            rename(try folder.write(text, to: "my.yaml~").path, file.path)
        }
        try save(text + "\n# a word\n")
        // Longer than the program's polling interval: nothing is reported.
        usleep(700_000)
        #expect(!program.errors.contains("Reloaded"))
        try save(text.replacing("base:", with: "base:\n  bed.white: 0.2"))
        try program.wait { program.errors.contains("Reloaded the preset: bed.white: 0 → 0.2") }
        try save("preset: 1\nbase: {")
        try program.wait { program.errors.contains("playback continues with the previous one") }
        try plays(400_000)
        #expect(program.ended(by: SIGINT) == 130)
        let played = try Data(contentsOf: captured)
        // After Ctrl-C the log may lie beside its name.
        let log = try #require(
            try FileManager.default.contentsOfDirectory(atPath: applied.deletingLastPathComponent().path).first { $0.hasPrefix("applied") })
        let render = try Program.mustSucceed("render", "--applied", folder.path(log), "-o", "-", "--container", "raw", "-f", "FLOAT_LE")
        #expect(played == render.output)
        // The end has white noise and the start has none.
        let samples = played.floats
        func roughness(_ part: ArraySlice<Float>) -> Float {
            zip(part, part.dropFirst(4)).map { ($0 - $1).magnitude }.reduce(0, +) / Float(max(part.count, 1))
        }
        let end = samples.count - 2 * 9_600
        #expect(roughness(samples[(end - 20_000)..<end]) > 2 * roughness(samples[20_000..<40_000]))
    }
}
