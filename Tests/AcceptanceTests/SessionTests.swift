// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing
import Tracking

/// --session keeps the complete track, however the program ends, and replaying it gives the same sound.
@Suite(.waiting, .serialized) struct SessionTests {
    private static let ride = "examples/visnjan-drive.gpx"

    /// Fixes of a train that calls at stations, one per second.
    private static func line(_ second: Int) -> String {
        let phase = second % 150
        let speed = phase < 30 ? 0.0 : 15.0
        let metres = Double(second / 150) * 1800 + Double(max(0, phase - 30)) * 15
        return "{\"time\":\(1_767_653_235 + second),\"lat\":\(35.6 + metres / 110_941),\"lon\":139.7,\"speed\":\(speed)}\n"
    }

    private static func kept(_ file: URL) throws -> [String] {
        let run = try Program.amaoto("sessions", "export", file.path, "-t", "jsonl")
        return run.text.split(separator: "\n").map(String.init)
    }

    @Test func aSessionPlayedAgainGivesTheSameBytes() throws {
        let folder = try Folder()
        let file = folder.path("s.sqlite")
        let wave = ["-d", "8", "--fit", "8", "-y", "-o"]
        let track = try Program.amaoto("track", Self.ride, "--session", file)
        #expect(track.status == 0 && track.errors.contains("Kept 104 fixes"), "\(track.errors)")
        #expect(try Program.amaoto("track", file).output == track.output)
        #expect(try Program.amaoto("track", file, "--ticks").output == Program.amaoto("track", Self.ride, "--ticks").output)
        // A session recorded while rendering is the same, and so is its sound.
        let again = folder.path("again.sqlite")
        try Program.mustSucceed(["render", Self.ride, "--session", again] + wave + [folder.path("a.wav")])
        for source in [file, again] {
            try Program.mustSucceed(["render", source] + wave + [folder.path("b.wav")])
            #expect(try Data(contentsOf: folder.file("a.wav")) == Data(contentsOf: folder.file("b.wav")))
        }
        #expect(try Program.amaoto("track", again).output == track.output)
        // A session of a session.
        #expect(try Program.amaoto("track", file, "--session", folder.path("third.sqlite")).output == track.output)
        #expect(try Program.amaoto("track", folder.path("third.sqlite")).output == track.output)
    }

    @Test func exportsReadBackAsTheRide() throws {
        let folder = try Folder()
        let file = folder.path("s.sqlite")
        let track = try Program.amaoto("track", Self.ride, "--session", file)
        for name in ["out.gpx", "out.jsonl"] { try Program.mustSucceed("sessions", "export", file, "-o", folder.path(name)) }
        #expect(try Program.amaoto("track", folder.path("out.gpx")).output == track.output)
        #expect(try Data(contentsOf: folder.file("out.jsonl")) == track.output)
        let list = try Program.amaoto("sessions", "list", file, "--json")
        let session = try PrintedJSON.object(list.output)
        #expect(session["source"] as? String == Self.ride && session["ended"] as? String == "end")
        #expect(try Program.amaoto("sessions", "show", file).text.contains("confidence in each, 0 to 1:"))
        // An existing file is not replaced without being asked.
        #expect(try Program.amaoto("sessions", "export", file, "-o", folder.path("out.gpx")).status == 1)
    }

    /// Text names lines and stations as people do; JSON has their ids.
    @Test func sessionsNameTheirLines() throws {
        let folder = try Folder()
        let ride = folder.file("ride.csv").path, file = folder.file("s.sqlite").path
        _ = try Program.amaoto("ride", "--from", "Shibuya", "--to", "Omote-sando", "-o", ride)
        _ = try Program.amaoto("track", ride, "--session", file)
        #expect(try Program.amaoto("sessions", "list", file).text.hasSuffix("Tokyo Metro Ginza Line\n"))
        #expect(try Program.amaoto("sessions", "list", file, "--lang", "ja").text.contains("銀座線"))
        #expect(try Program.amaoto("sessions", "list", file, "--json").text.contains("\"railways\":[\"TokyoMetro.Ginza\"]"))
        let show = try Program.amaoto("sessions", "show", file).text
        #expect(show.contains("Railways: Tokyo Metro Ginza Line\n") && show.contains("arrived: Omote-sando\n"), "\(show)")
        #expect(try Program.amaoto("sessions", "show", file, "--json").text.contains("TokyoMetro.Ginza.OmoteSando"))
    }

    /// Live fixes arrive, and the program is killed without warning. (It plays fast, as it reads no further ahead than it plays.)
    @Test(.tags(.alone), arguments: [["track", "-"], ["play", "-", "-D", "cap", "-p", "drizzle", "--speed", "500"]])
    func aKillLosesNothingOlderThanASecond(command: [String]) throws {
        let (folder, _, environment) = try SoundDevices.capturing()
        let file = folder.file("s.sqlite")
        let run = try RunningProgram(command + ["--session", file.path], environment: environment)
        let count = 400
        for second in 0..<count { try run.type(Self.line(second)) }
        try run.wait { FileManager.default.fileExists(atPath: file.path) }
        usleep(1_500_000)
        #expect(run.isRunning, "\(run.errors)")
        #expect(run.ended(by: SIGKILL) == 128 + SIGKILL)
        let lines = try Self.kept(file)
        #expect(lines.count == count)
        let whole = try Program.amaoto(["track", "-"], input: Data((0..<count).map(Self.line).joined().utf8))
        #expect(lines == whole.text.split(separator: "\n").map(String.init))
        #expect(try Program.amaoto("sessions", "list", file.path).text.contains("cut off"))
        // The next recording is appended to the file as usual.
        try Program.mustSucceed("track", Self.ride, "--session", file.path)
        #expect(try Program.amaoto("sessions", "list", file.path, "--json").text.split(separator: "\n").count == 2)
    }

    /// Current fixes arrive, up to twenty per second, and the program is killed among them: all but those of the last second are
    /// kept.
    @Test(arguments: [["track", "-"], ["play", "-", "-D", "cap", "-p", "drizzle"]]) func aKillAmidTheFlowLosesAtMostTheLastSecond(
        command: [String]
    ) throws {
        let (folder, _, environment) = try SoundDevices.capturing()
        let file = folder.file("s.sqlite")
        let run = try RunningProgram(command + ["--session", file.path], environment: environment)
        let start = Date().timeIntervalSince1970.rounded()
        func fix(_ number: Int) -> String {
            "{\"time\":\(start + Double(number) / 20),\"lat\":\(35.6 + Double(number) / 1_000_000),\"lon\":139.7,\"speed\":2}\n"
        }
        // It has printed or plays: it is ready now.
        try run.type(fix(0))
        try run.wait { run.text.contains("\n") || run.errors.contains(" on cap") && run.unreadInput == 0 }
        let clock = ContinuousClock()
        var typed: [ContinuousClock.Instant] = []
        for number in 1...80 {
            usleep(50_000)
            try run.type(fix(number))
            typed.append(clock.now)
        }
        let end = clock.now
        #expect(run.ended(by: SIGKILL) == 128 + SIGKILL)
        let due = 1 + typed.count { end - $0 > .seconds(1) }
        #expect(due > 40, "it did not flow: \(due)")
        let lines = try Self.kept(file)
        #expect(lines.count >= due, "\(lines.count) of \(due)")
        // In order, without a gap, and each as printed.
        let whole = try Program.amaoto(["track", "-"], input: Data((0...80).map(fix).joined().utf8))
        #expect(lines == Array(whole.text.split(separator: "\n").prefix(lines.count).map(String.init)))
    }

    /// Killed at any moment while it writes at full speed: the file contains a prefix of the track.
    @Test func aKillAtAnyMomentLeavesASoundFile() throws {
        let folder = try Folder()
        let rows = Data(("time,lat,lon\n" + (0..<60_000).map { "\(1_767_653_235 + $0),\(35 + Double($0) * 1e-4),139.7\n" }.joined()).utf8)
        let source = folder.file("ride.csv")
        try rows.write(to: source)
        // The first kills may come before anything is kept; the others come so long after the first fix is.
        for (pause, isKept) in [(20, false), (60, false), (0, true), (30, true), (120, true)] as [(UInt32, Bool)] {
            let file = folder.file("\(pause).sqlite")
            let run = try RunningProgram(["track", source.path, "-o", "/dev/null", "--session", file.path])
            if isKept { try run.wait { ((try? Program.keptFixes(in: file)) ?? 0) > 0 } }
            usleep(pause * 1000)
            run.send(SIGKILL)
            _ = run.finish()
            guard isKept || FileManager.default.fileExists(atPath: file.path) else { continue }
            let list = try Program.amaoto("sessions", "list", file.path, "--json")
            // Killed before the tables existed, it is an empty database, which can be rewritten.
            guard isKept || list.status == 0 && !list.text.isEmpty else {
                try Program.mustSucceed("track", Self.ride, "--session", file.path)
                continue
            }
            let lines = try Self.kept(file)
            #expect(!lines.isEmpty && lines.last?.hasSuffix("}") == true)
            let isPrefix = lines.enumerated().allSatisfy { second, line in
                line.hasPrefix("{\"time\":\"\(TrackTime(nanoseconds: Int64(1_767_653_235 + second) * 1_000_000_000))\"")
            }
            #expect(isPrefix)
        }
    }

    @Test func ctrlCKeepsWhatCame() throws {
        let folder = try Folder()
        let file = folder.file("s.sqlite")
        let run = try RunningProgram(["track", "-", "--session", file.path])
        for second in 0..<50 { try run.type(Self.line(second)) }
        try run.wait { run.text.split(separator: "\n").count == 50 }
        #expect(run.ended(by: SIGINT) == 130)
        #expect(run.errors.contains("Kept 50 fixes"), "\(run.errors)")
        #expect(try Self.kept(file) == run.text.split(separator: "\n").map(String.init))
        #expect(folder.names == ["s.sqlite"])
    }

    @Test(arguments: [
        ("track missing.sqlite", 4, "no such file"), ("track Sources/CShippedFiles/greater-tokyo.sqlite", 4, "railway database"),
        ("sessions list README.md", 4, "not an SQLite database"), ("sessions list /dev/null", 4, "not a regular file"),
        ("sessions show s.sqlite 99", 4, "no session 99"), ("track s.sqlite --session-id 99", 4, "no session 99"),
        ("track s.sqlite --session s.sqlite", 2, "another name"), ("track README.md --session-id 1", 2, "--session-id"),
        ("track s.sqlite --session README.md", 4, "left unchanged"), ("sessions export s.sqlite", 2, "-t gpx"),
        ("track s.sqlite --session /no/such/folder/x.sqlite", 1, "folder"),
        ("render -p drizzle -d 1 -o x.wav --session y.sqlite", 2, "needs a track"),
    ]) func mistakesAreSaid(arguments: String, status: Int32, says: String) throws {
        let folder = try Folder()
        let file = folder.path("s.sqlite")
        try Program.mustSucceed("track", Self.ride, "--session", file, "-o", "/dev/null")
        let words = arguments.split(separator: " ").map { $0 == "s.sqlite" ? file : $0 == "x.wav" ? folder.path("x.wav") : String($0) }
        let run = try Program.amaoto(words)
        #expect(run.status == status, "\(run.errors)")
        #expect(run.errors.contains(says), "\(run.errors)")
        #expect(folder.names == ["s.sqlite"])
    }

    /// Another program locks the file indefinitely.
    @Test(.needs("python3")) func aLockedFileIsGivenUpAtTheTimeout() throws {
        let folder = try Folder()
        let file = folder.path("s.sqlite")
        try Program.mustSucceed("track", Self.ride, "--session", file, "-o", "/dev/null")
        let run = try Program.shell(
            """
            python3 - <<'PYTHON'
            import sqlite3, subprocess, time
            lock = sqlite3.connect("\(file)", isolation_level=None)
            lock.execute("BEGIN EXCLUSIVE")
            lock.execute("UPDATE recording SET source = source")
            began = time.monotonic()
            run = subprocess.run(["amaoto", "sessions", "list", "\(file)", "--timeout", "1"], capture_output=True, text=True)
            print(run.returncode, 1.0 <= time.monotonic() - began < 1.6, "did not answer within 1 s" in run.stderr)
            keep = subprocess.run(["amaoto", "track", "\(Self.ride)", "--session", "\(file)"], capture_output=True, text=True)
            # Only `sessions` has that option.
            print(keep.returncode, "locked" in keep.stderr, "--timeout" in keep.stderr, "--timeout" in run.stderr)
            lock.execute("ROLLBACK")
            lock.close()
            print(subprocess.run(["amaoto", "sessions", "list", "\(file)"], capture_output=True).returncode)
            PYTHON
            """)
        #expect(run.text == "1 True True\n1 True False True\n0\n", "\(run.text) \(run.errors)")
    }
}
