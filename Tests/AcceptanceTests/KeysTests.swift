// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// Keys and the status line on a terminal, provided by `script`; `play` uses a device that discards all sound.
@Suite(.waiting, .serialized) struct KeysTests {
    /// Part of the modes of a restored terminal.
    private static let lines = " icanon"

    private static func environment(_ folder: Folder, _ more: [String: String] = [:]) throws -> [String: String] {
        try SoundDevices.discarding(in: folder).merging(["TERM": "xterm"]) { $1 }.merging(more) { $1 }
    }

    /// Runs a shell line on a separate terminal, which receives the typed keys.
    private static func terminal(_ line: String, _ environment: [String: String]) throws -> RunningProgram {
        try RunningProgram(["-q", "-e", "-f", "-c", line, "/dev/null"], executable: "/usr/bin/script", environment: environment)
    }

    /// Quits by its key a playback of a pipe, whose writer goes on.
    private static func quit(_ run: RunningProgram) throws {
        try run.type("q")
        try run.wait { run.text.contains("Played") }
        run.send(SIGTERM)
        _ = run.finish()
    }

    private static let ride = "amaoto play examples/visnjan-drive.gpx -D nothing"

    @Test func everyKeyDoesWhatItSays() throws {
        let folder = try Folder()
        let run = try Self.terminal("\(Self.ride); echo code $?; stty -a", try Self.environment(folder))
        try run.wait { run.text.contains("drops/s") }
        for (key, answer) in [
            (" ", "paused"), (" ", "drops/s"), ("m", "muted"), ("m", "drops/s"), ("]", "×1.10"), ("[", "drops/s"), ("0", "volume 2 dB"),
            ("9", "drops/s"), ("\u{1B}[A", "\r1:"), ("\u{1B}[B", "\r0:"), ("i", "km travelled"), ("?", "drops.rate"),
        ] {
            let before = run.printed.count
            try run.type(key)
            try run.wait { String(decoding: run.printed.dropFirst(before), as: UTF8.self).contains(answer) }
        }
        try run.type("q")
        #expect(run.finish() == 0)
        #expect(run.text.contains("code 0"))
        #expect(run.text.contains(Self.lines) && run.text.contains(" echo "))
    }

    /// Fitted into two seconds, most of the sound is the last note of the ride, after its end.
    @Test func theStatusLineDoesNotRunPastTheEnd() throws {
        let folder = try Folder()
        let run = try Self.terminal("amaoto play examples/yamanote-simulated.csv --fit 2 -D nothing", try Self.environment(folder))
        #expect(run.finish() == 0)
        #expect(run.text.contains("27:56 of 27:56"), "\(run.text)")
        let places = run.text.matches(of: /\r([0-9:]+) of 27:56/).map { String($0.1) }
        #expect(places.count > 2 && places.allSatisfy { $0.count < 5 || $0 <= "27:56" && $0.count == 5 }, "\(places)")
    }

    @Test(arguments: ["\u{03}", "\u{03}\u{03}"]) func ctrlCRestoresTheTerminal(keys: String) throws {
        let folder = try Folder()
        let run = try Self.terminal("trap : INT; \(Self.ride); echo code $?; stty -a", try Self.environment(folder))
        try run.wait { run.text.contains("drops/s") }
        try run.type(keys)
        _ = run.finish()
        #expect(run.text.contains("code 130"), "\(run.text.suffix(500))")
        #expect(run.text.contains(Self.lines) && run.text.contains(" echo "))
    }

    /// The window is closed while a key is being sent: its sequence is never finished.
    @Test func itEndsWithItsTerminal() throws {
        let folder = try Folder()
        let run = try Self.terminal("echo $$ > \(folder.path("pid")); exec \(Self.ride) --plain", try Self.environment(folder))
        try run.wait { run.text.contains("Keys:") }
        let number = try String(contentsOf: folder.file("pid"), encoding: .utf8).dropLast(), player = try #require(pid_t(number))
        try run.type("\u{1B}[")
        for _ in 0..<20 {
            try run.type("1")
            usleep(10_000)
        }
        #expect(run.ended(by: SIGKILL) == 128 + SIGKILL)
        // A process that has ended has no command line.
        func lives() -> Bool { (try? Data(contentsOf: URL(fileURLWithPath: "/proc/\(player)/cmdline")))?.isEmpty == false }
        for _ in 0..<500 where lives() { usleep(10_000) }
        #expect(!lives())
        if lives() { kill(player, SIGKILL) }
    }

    /// As service managers and shells end a program: SIGCONT follows SIGTERM.
    @Test func endedAndContinuedItRestoresTheTerminal() throws {
        let folder = try Folder()
        let run = try Self.terminal(
            "sh -c 'echo $$ > \(folder.path("pid")); exec \(Self.ride)'; echo code $?; stty -a", try Self.environment(folder))
        try run.wait { run.text.contains("drops/s") }
        let number = try String(contentsOf: folder.file("pid"), encoding: .utf8).dropLast(), player = try #require(pid_t(number))
        for signal in [SIGTERM, SIGCONT] { kill(player, signal) }
        _ = run.finish()
        #expect(run.text.contains("code 143"), "\(run.text.suffix(500))")
        #expect(run.text.contains(Self.lines) && run.text.contains(" echo "))
    }

    @Test func anErrorRestoresTheTerminal() throws {
        let folder = try Folder()
        let feed = try folder.write("time,speed\n2026-01-01T00:00:00Z,3\n2026-01-01T00:00:01Z,4\nbroken\n", to: "feed.csv")
        let run = try Self.terminal(
            "(cat \(feed.path); sleep 1) | amaoto play - -D nothing --strict; echo code $?; stty -a", try Self.environment(folder))
        _ = run.finish()
        #expect(run.text.contains("code 4") && run.text.contains("stdin:4"), "\(run.text)")
        #expect(run.text.contains(Self.lines))
    }

    @Test func keysComeFromTheTerminalWhileFixesComeFromStdin() throws {
        let folder = try Folder()
        let run = try Self.terminal(
            "(echo time,speed; echo 2026-01-01T00:00:00Z,3; sleep 10) | amaoto play - -D nothing; echo code $?",
            try Self.environment(folder))
        try run.wait { run.text.contains("11 km/h") }
        try run.type(" ")
        try run.wait { run.text.contains("paused") }
        // The fixes that come meanwhile wait.
        try run.type("i")
        try run.wait { run.text.contains("At the pause: ") }
        try Self.quit(run)
    }

    /// A live source has no other place to go to: an arrow says so, and what waits to be told is told all the same.
    @Test func anArrowChangesNothingOfALiveSource() throws {
        let folder = try Folder()
        let run = try Self.terminal(
            "(echo time,speed; echo $(date +%s),3; sleep 1; echo $(date +%s),3; sleep 60) | amaoto play - -D nothing --plain --state -",
            try Self.environment(folder))
        try run.wait { run.text.contains("\"fix lost\"") }
        try run.type("\u{1B}[C")
        try run.wait { run.text.contains("The arrows seek in recorded tracks only.") }
        try run.wait { run.text.contains("Lost the fix.") }
        try Self.quit(run)
    }

    @Test(.tags(.alone)) func theTerminalIsGivenBackWhileStopped() throws {
        let folder = try Folder()
        // No loop: bash leaves one when its job stops.
        let stop = "echo stopped; stty -a; fg"
        let run = try Self.terminal(
            "bash -c 'set -m; \(Self.ride); \(stop); \(stop); echo code $?; stty -a'", try Self.environment(folder))
        try run.wait { run.text.contains("drops/s") }
        var before = 0
        func since() -> String { String(decoding: run.printed.dropFirst(before), as: UTF8.self) }
        // The second stop is as good as the first.
        for state in ["paused", "drops/s"] {
            try run.type("\u{1A}")
            try run.wait { since().contains("stopped") && since().contains(Self.lines) }
            before = run.printed.count
            try run.wait { since().contains("drops/s") }
            // Single keys again.
            try run.type(" ")
            try run.wait { since().contains(state) }
        }
        try run.type("q")
        #expect(run.finish() == 0)
        #expect(since().contains("code 0") && since().contains(Self.lines))
    }

    /// Nothing is redrawn where that would be noise, and the keys still work.
    @Test(arguments: [("--plain", "xterm"), ("", "dumb")])
    func plainTalkHasNoControlCodes(option: String, kind: String) throws {
        let folder = try Folder()
        let run = try Self.terminal("\(Self.ride) \(option)", try Self.environment(folder, ["TERM": kind]))
        try run.wait { run.text.contains("Keys:") }
        for (key, answer) in [(" ", "Paused."), (" ", "Playing.")] {
            try run.type(key)
            try run.wait { run.text.contains(answer) }
        }
        // Right, twice: one place is told.
        for _ in 0..<2 { try run.type("\u{1B}[C") }
        try run.wait { run.text.contains(/At \d+:\d\d of \d+:\d\d\./) }
        try run.type("q")
        #expect(run.finish() == 0)
        let text = run.text.replacing("\r\n", with: "\n")
        #expect(!text.contains("\r") && !text.contains("\u{1B}"), "\(text)")
        // Leaving mutes, which nobody chose.
        #expect(!text.lowercased().contains("muted"), "\(text)")
    }

    /// A signal mutes the sound as `q` does; nobody chose that either.
    @Test func leavingByASignalIsNotToldAsMuting() throws {
        let folder = try Folder()
        let run = try Self.terminal("\(Self.ride) --plain", try Self.environment(folder))
        try run.wait { run.text.contains("Keys:") }
        try run.type("\u{3}")
        #expect(run.finish() != 0)
        #expect(!run.text.lowercased().contains("muted"), "\(run.text)")
    }

    /// Where no status line is redrawn, the stations are told in lines: with `--say alighting` the destination alone.
    @Test func plainLinesTellTheRide() throws {
        let folder = try Folder()
        let ride = ["play", "examples/yamanote-simulated.csv", "--fit", "6", "-D", "nothing", "--to", "Takadanobaba"]
        let told = try Program.amaoto(ride + ["--plain", "--say", "alighting"], environment: try Self.environment(folder))
        #expect(told.status == 0 && told.text.isEmpty)
        #expect(told.errors.contains("\nTakadanobaba, your destination.\n"), "\(told.errors)")
        #expect(!told.errors.contains("Arrived at"), "\(told.errors)")
        // On standard output they are not told twice, and a log has none.
        let captioned = try Program.amaoto(ride + ["--plain", "--captions", "-"], environment: try Self.environment(folder))
        #expect(captioned.text.contains("Takadanobaba, your destination") && !captioned.errors.contains("your destination"))
        // The arrival waits for its turn when the sound ends.
        let end = try Program.amaoto(
            [
                "play", "examples/yamanote-simulated.csv", "--fit", "6", "-D", "nothing", "--to", "Shinjuku", "--plain", "--say",
                "alighting",
            ], environment: try Self.environment(folder))
        #expect(end.errors.contains("\nShinjuku, your destination.\nPlayed "), "\(end.errors)")
    }

    /// The rain at rest sounds like standing still: a source from which nothing comes is told, once.
    @Test func aSilentSourceIsTold() throws {
        let folder = try Folder()
        let run = try RunningProgram(["play", "-", "-D", "nothing", "--device-clock"], environment: try Self.environment(folder))
        try run.wait { run.errors.contains("No fix has come yet.\n") }
        #expect(run.ended(by: SIGINT) == 130)
        #expect(run.errors.components(separatedBy: "No fix").count == 2, "\(run.errors)")
    }

    @Test func aKeyPressedBeforeTheFirstStatusIsAnswered() throws {
        let folder = try Folder()
        let run = try Self.terminal("\(Self.ride) --plain", try Self.environment(folder))
        try run.type(" ")
        try run.wait { run.text.contains("Paused.") }
        try run.type("q")
        #expect(run.finish() == 0)
    }

    @Test(arguments: [
        ["play", "examples/visnjan-drive.gpx", "-D", "nothing", "-d", "1"], ["render", "-p", "drizzle", "-d", "300", "-o", "/dev/null"],
    ])
    func aLogHasNoControlCodes(arguments: [String]) throws {
        let folder = try Folder()
        let run = try Program.mustSucceed(arguments, environment: try Self.environment(folder))
        #expect(!run.errors.contains("\r") && !run.errors.contains("\u{1B}"))
        #expect(!run.errors.contains("drops/s") && !run.errors.contains(" left"))
    }
}
