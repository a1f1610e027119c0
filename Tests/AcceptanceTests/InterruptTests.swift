// SPDX-License-Identifier: MIT
import Foundation
import Platform
import SoundAnalysis
import TestTraits
import Testing

/// Ctrl-C, similar signals and readers that close: nothing is lost, no partial output remains, and each case has its exit code.
@Suite(.tags(.program), .waiting) struct InterruptTests {
    /// The frames of a complete file, equal to the number in its header.
    private static func frames(_ file: URL) throws -> Int {
        var sound = try SoundFile(path: file.path)
        let promised = sound.frames
        let count = try sound.readAll().frames
        #expect(promised == Int64(count))
        return count
    }

    /// A render that would take days, stopped after the first megabyte.
    private func stopped(
        _ signal: Int32, twice: Bool = false, in folder: Folder, _ name: String, _ arguments: [String] = []
    ) throws -> Int32 {
        let output = folder.file(name)
        let partial = folder.file(name.replacing(".", with: ".partial."))
        let run = try RunningProgram(["render", "-p", "drizzle", "-d", "5h", "-o", output.path] + arguments)
        try run.wait { size(of: partial) > 1_000_000 }
        if twice {
            run.send(signal)
            usleep(1_000)
        }
        return run.ended(by: signal)
    }

    @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)], [false, true])
    func aRenderIsFinished(by signal: (number: Int32, code: Int32), twice: Bool) throws {
        let folder = try Folder()
        #expect(try stopped(signal.number, twice: twice, in: folder, "rain.wav") == signal.code)
        #expect(folder.names == ["rain.wav"])
        #expect(try Self.frames(folder.file("rain.wav")) > 100_000)
    }

    @Test func whatHasTheNameIsNotReplaced() throws {
        let folder = try Folder()
        try folder.write("mine", to: "rain.flac")
        #expect(try stopped(SIGINT, in: folder, "rain.flac", ["-y"]) == 130)
        #expect(folder.names == ["rain.flac", "rain.partial.flac"])
        #expect(try Data(contentsOf: folder.file("rain.flac")) == Data("mine".utf8))
        #expect(try Self.frames(folder.file("rain.partial.flac")) > 100_000)
    }

    @Test func theSecondLeavesAtOnce() throws {
        // Nothing reads the pipe: the render can neither continue nor finish.
        let run = try RunningProgram(["render", "-p", "drizzle", "-d", "1000", "-o", "-"], keepsOutput: false)
        try run.wait { run.heldOutput > 60_000 }
        run.send(SIGINT)
        // A delay in which the wrong behaviour could occur.
        usleep(300_000)
        #expect(run.isRunning)
        // Within a second it counts as the same request.
        run.send(SIGINT)
        usleep(900_000)
        #expect(run.isRunning)
        #expect(run.ended(by: SIGTERM) == 143)
    }

    /// What a live source has sent is read to its end; where nothing came, nothing is awaited.
    @Test func aSourceThatHasSentNothingIsLeftAtOnce() throws {
        let silent = try BoundSocket(host: "127.0.0.1", port: 0, .stream)
        defer { close(silent.descriptor) }
        let run = try RunningProgram(["track", "tcp://127.0.0.1:\(silent.port)"])
        var client: Int32 = -1
        try run.wait {
            client = accept(silent.descriptor, nil, nil)
            return client >= 0
        }
        defer { close(client) }
        // It waits for the first line.
        usleep(300_000)
        let start = ContinuousClock.now
        #expect(run.ended(by: SIGINT) == 130)
        #expect(ContinuousClock.now - start < .milliseconds(1_500))
    }

    /// Like `timeout`: it signals the program, and then its group.
    @Test func aDoubledSignalIsOneWish() throws {
        let folder = try Folder(), aside = try Folder()
        let (captured, environment) = try SoundDevices.capturing(in: aside)
        let names = ["--record": "played.wav", "--state": "state.jsonl", "--captions": "told.vtt", "--applied": "log.jsonl"].sorted {
            $0.key < $1.key
        }
        let play =
            "play examples/visnjan-drive.gpx --speed 20 -D cap -f FLOAT_LE "
            + names.map { "\($0.key) \(folder.path($0.value))" }.joined(separator: " ")
        let run = try RunningProgram(["-c", "exec timeout 60 amaoto \(play)"], executable: "/bin/bash", environment: environment)
        try run.wait { size(of: captured) > 400_000 }
        // The signals of `timeout` when its time is up.
        run.send(SIGTERM)
        _ = run.finish()
        #expect(folder.names == names.map(\.value).sorted(), "\(run.errors)")
        #expect(run.errors.contains("Recorded to"))
        #expect(try Self.frames(folder.file("played.wav")) > 10_000)
    }

    @Test(arguments: [["track", "-"], ["render", "-", "-o", "rain.wav"], ["play", "-", "--fit", "60"]])
    func waitingForInputIsLeftAtOnce(arguments: [String]) throws {
        let run = try RunningProgram(arguments)
        try run.type("time,speed\n")
        try run.wait { run.unreadInput == 0 }
        #expect(run.isRunning)
        #expect(run.ended(by: SIGTERM) == 143)
        #expect(!FileManager.default.fileExists(atPath: Program.root.appendingPathComponent("rain.wav").path))
    }

    @Test func aSimulatedRideIsFinished() throws {
        let folder = try Folder()
        let run = try RunningProgram([
            "ride", "--from", "Shibuya", "--to", "成田空港", "--interval", "0.05", "-o", folder.path("ride.gpx"), "--truth",
            folder.path("truth.csv"),
        ])
        try run.wait { size(of: folder.file("truth.partial.csv")) > 0 }
        #expect(run.ended(by: SIGINT) == 130)
        #expect(folder.names == ["ride.gpx", "truth.csv"] && run.errors.contains("Interrupted; partial output in"), "\(run.errors)")
        #expect(try String(contentsOf: folder.file("ride.gpx"), encoding: .utf8).hasSuffix("</gpx>\n"))
        #expect(try String(contentsOf: folder.file("truth.csv"), encoding: .utf8).hasSuffix("\n"))
    }

    /// A key waits for the reader of its sound before it prints or makes anything.
    @Test func aKeyWithoutAReaderLeavesNothing() throws {
        let folder = try Folder()
        let pipe = try folder.makePipe("key.wav")
        let run = try RunningProgram(["key", "-p", "drizzle", "-o", pipe.path])
        sleep(1)
        #expect(run.errors.isEmpty)
        #expect(run.ended(by: SIGINT) == 130)
        #expect(folder.names == ["key.wav"])
    }

    @Test(arguments: [false, true]) func linesThatCameAreKept(nameIsTaken: Bool) throws {
        let folder = try Folder()
        let output = folder.file("ride.jsonl")
        if nameIsTaken { try folder.write("mine", to: "ride.jsonl") }
        let run = try RunningProgram(["track", "-", "-o", output.path] + (nameIsTaken ? ["-y"] : []))
        try run.type("time,speed\n2026-01-01T00:00:00Z,3\n2026-01-01T00:00:01Z,4\n")
        try run.wait { folder.names.contains("ride.partial.jsonl") }
        usleep(300_000)
        #expect(run.ended(by: SIGINT) == 130)
        #expect(folder.names == (nameIsTaken ? ["ride.jsonl", "ride.partial.jsonl"] : ["ride.jsonl"]))
        let kept = folder.file(nameIsTaken ? "ride.partial.jsonl" : "ride.jsonl")
        #expect(try String(contentsOf: kept, encoding: .utf8).split(separator: "\n").count == 2)
    }

    @Test func aRecordingIsWhole() throws {
        let (folder, captured, environment) = try SoundDevices.capturing()
        let record = folder.file("played.wav"), state = folder.file("state.jsonl")
        let run = try RunningProgram(
            [
                "play", "examples/visnjan-drive.gpx", "--speed", "20", "-D", "cap", "-f", "FLOAT_LE",
                "--record", record.path, "--state", state.path,
            ],
            environment: environment)
        try run.wait { size(of: captured) > 400_000 }
        #expect(run.ended(by: SIGINT) == 130)
        #expect(run.errors.contains("Recorded to"))
        #expect(folder.names == ["asound.conf", "captured.raw", "played.wav", "state.jsonl"])
        let frames = size(of: captured) / 8
        #expect(try Self.frames(record) == frames)
        // No click: it ends in silence.
        #expect(try Data(contentsOf: captured).suffix(800).allSatisfy { $0 == 0 })
        // The state log contains nothing that was not played.
        let last = try #require(try String(contentsOf: state, encoding: .utf8).split(separator: "\n").last)
        let sample = try PrintedJSON.object(Data(last.utf8))["sample"] as? Int
        #expect(try #require(sample) < frames)
    }

    @Test func anExportThatIsCutShortIsADocumentAndNamed() throws {
        let folder = try Folder()
        let session = folder.path("s.sqlite"), ride = folder.file("ride.gpx")
        let rows = (0..<60_000).map { "\(1_790_000_000 + $0),\(45 + Double($0) * 1e-5),13" }
        let track = Data(("time,lat,lon\n" + rows.joined(separator: "\n") + "\n").utf8)
        try Program.mustSucceed("track", "-", "--session", session, "-o", "/dev/null", input: track)
        let run = try RunningProgram(["sessions", "export", session, "-o", ride.path])
        try run.wait { size(of: folder.file("ride.partial.gpx")) > 0 }
        #expect(run.ended(by: SIGINT) == 130)
        #expect(run.errors.contains("partial output in \(ride.path)."), "\(run.errors)")
        #expect(try String(contentsOf: ride, encoding: .utf8).hasSuffix("</gpx>\n"))
    }

    /// The files that have their names stay, and where the lines are is said.
    @Test func logsBesideThoseThatHaveTheirNamesAreNamed() throws {
        let (folder, captured, environment) = try SoundDevices.capturing()
        let logs = ["state", "applied", "captions"]
        for name in logs { try folder.write("mine", to: "\(name).txt") }
        let run = try RunningProgram(
            ["play", "examples/visnjan-drive.gpx", "--speed", "20", "-D", "cap", "-f", "FLOAT_LE", "-y"]
                + logs.flatMap { ["--\($0)", folder.path("\($0).txt")] }, environment: environment)
        try run.wait { size(of: captured) > 400_000 }
        #expect(run.ended(by: SIGINT) == 130)
        for name in logs {
            #expect(try String(contentsOf: folder.file("\(name).txt"), encoding: .utf8) == "mine")
            #expect(run.errors.contains("partial output in \(folder.path("\(name).partial.txt"))."), "\(run.errors)")
        }
    }

    /// Each command has far more output than is read and than a pipe holds (64 KiB).
    @Test(arguments: [
        "amaoto render examples/visnjan-drive.gpx -o - | head -c 1000", "amaoto track examples/yamanote-simulated.csv | head -n 1",
        "amaoto render -p drizzle -d 60 -o - --container flac | head -c 1000",
        "amaoto render examples/visnjan-drive.gpx -o /dev/null --state - | head -n 1",
    ])
    func aReaderThatHasEnoughIsNoError(line: String) throws {
        let run = try Program.shell("\(line) >/dev/null; echo ${PIPESTATUS[0]}")
        #expect(run.text == "141\n", "\(run.text)")
        #expect(!run.errors.contains("amaoto:"), "\(run.errors)")
    }

    @Test func aFullDiskIsAnError() throws {
        let run = try Program.shell("amaoto track examples/visnjan-drive.gpx > /dev/full")
        #expect(run.status == 1)
        #expect(run.errors.contains("stdout"))
    }
}
