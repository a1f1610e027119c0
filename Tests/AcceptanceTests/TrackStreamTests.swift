// SPDX-License-Identifier: MIT
import Foundation
import LiveEnds
import TestTraits
import Testing

/// `track` as a stream: a line as soon as its fix has arrived.
@Suite(.waiting) struct TrackStreamTests {
    private static func row(_ second: Int) -> String { "2026-01-01T00:00:0\(second)Z,\(second)\n" }

    @Test(arguments: ["csv", "jsonl"]) func eachLineAtOnce(format: String) throws {
        let run = try RunningProgram(["track", "-"])
        if format == "csv" { try run.type("time,speed\n") }
        for second in 0..<5 {
            let time = "2026-01-01T00:00:0\(second)Z"
            try run.type(format == "csv" ? Self.row(second) : "{\"time\":\"\(time)\",\"speed\":\(second)}\n")
            try run.wait { run.text.split(separator: "\n").count == second + 1 }
            #expect(run.text.hasSuffix("\n"))
        }
        #expect(run.isRunning)
        try run.endInput()
        #expect(run.finish() == 0)
        #expect(run.text.split(separator: "\n").count == 5)
    }

    @Test func strictnessEndsItAtTheFirstFault() throws {
        let rows = "time,speed\n" + Self.row(0) + Self.row(1) + "nonsense,4\n" + Self.row(3)
        let run = try Program.amaoto("track", "-", "--strict", input: Data(rows.utf8))
        #expect(run.status == 4)
        #expect(run.errors.contains("stdin:4"))
        #expect(run.text.split(separator: "\n").count == 2)
        #expect(run.text.hasSuffix("}\n"))

        let folder = try Folder()
        let file = try Program.amaoto("track", "-", "--strict", "-o", folder.path("ride.jsonl"), input: Data(rows.utf8))
        #expect(file.status == 4)
        #expect(folder.names.isEmpty)
    }

    @Test func faultsAreToldAndSkipped() throws {
        let rows = "time,speed\n" + Self.row(0) + "nonsense,4\n" + Self.row(3)
        let run = try Program.mustSucceed("track", "-", input: Data(rows.utf8))
        #expect(run.errors.contains("stdin:3"))
        #expect(run.text.split(separator: "\n").count == 2)
    }

    /// An interrupt ends a live source, and with it the reading: one of them sums up.
    @Test(.needs("curl")) func anInterruptedLiveTrackIsSummedUpOnce() throws {
        let folder = try Folder()
        let port = try freePort()
        // Completing a session takes long enough for the reading to end meanwhile.
        let run = try RunningProgram(["track", "http://:\(port)", "--session", folder.path("s.sqlite")])
        try run.wait { run.errors.contains("listening") }
        for _ in 0..<2 { _ = try Program.shell("curl -s -m 10 'http://127.0.0.1:\(port)/?lat=45&lon=13&timestamp=1790000000'") }
        try run.wait { run.text.split(separator: "\n").count == 2 }
        #expect(run.ended(by: SIGINT) == 130)
        #expect(run.errors.split(separator: "\n").count { $0.contains("read 2 fixes") } == 1, "\(run.errors)")
        #expect(run.errors.contains("Kept 2 fixes"))
    }

    /// What waits for earlier fixes is not lost.
    @Test(.needs("curl")) func anInterruptLosesNothingThatHasArrived() throws {
        let folder = try Folder()
        let port = try freePort()
        let run = try RunningProgram(["track", "http://:\(port)", "--reorder", "60", "--session", folder.path("s.sqlite")])
        try run.wait { run.errors.contains("listening") }
        for second in 0..<3 {
            let post = "curl -s -m 10 'http://127.0.0.1:\(port)/?lat=45.000\(second)&lon=13&timestamp=179000000\(second)'"
            #expect(try Program.shell(post).text == "[]")
        }
        #expect(run.ended(by: SIGINT) == 130)
        #expect(run.text.split(separator: "\n").count == 3)
        #expect(run.errors.contains("Kept 3 fixes"), "\(run.errors)")
    }

    /// The same from a pipe whose writer goes on. Half a line could pass for a whole one, and is no loss.
    @Test func anInterruptedPipeLosesNothingThatHasArrived() throws {
        let folder = try Folder()
        let run = try RunningProgram(["track", "-", "--reorder", "60", "--session", folder.path("s.sqlite")])
        try run.type("time,speed\n2026-01-01T00:00:00Z,3\n2026-01-01T00:01:40Z,4\n2026-01-01T00:01:41Z,4\n2026-01-01T00:01:42Z,1")
        // The first fix no longer waits; the next two do.
        try run.wait { run.text.contains("00:00:00") && run.unreadInput == 0 }
        #expect(run.ended(by: SIGINT) == 130)
        #expect(run.text.split(separator: "\n").count == 3)
        #expect(run.errors.contains("Kept 3 fixes"), "\(run.errors)")
    }

    @Test func aDeviceIsNotReplaced() throws {
        let folder = try Folder()
        let pipe = folder.file("pipe")
        let run = try Program.shellMustSucceed(
            "mkfifo \(pipe.path); cat \(pipe.path) & amaoto track examples/visnjan-drive.gpx -o \(pipe.path); wait")
        #expect(run.output == (try Program.amaoto("track", "examples/visnjan-drive.gpx").output))
        #expect(run.output.count > 1_000)
        #expect(folder.names == ["pipe"])
    }
}
