// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// Connected readers that do not read: the rain does not wait for them.
@Suite(.tags(.program), .waiting, .serialized) struct SlowReaderTests {
    /// A named pipe of small capacity whose reader never reads.
    private final class UnreadPipe {
        let path: String
        private let descriptor: Int32
        /// For `fcntl`, from Linux's headers (F_SETPIPE_SZ).
        private static let setsSize: Int32 = 1031

        init(in folder: Folder, isFull: Bool = false) throws {
            let name = try folder.makePipe("pipe").path
            let opened = open(name, O_RDWR | O_NONBLOCK | O_CLOEXEC)
            try #require(opened >= 0)
            path = name
            descriptor = opened
            _ = fcntl(opened, Self.setsSize, Int32(4096))
            guard isFull else { return }
            let lines = [UInt8](repeating: 10, count: 4096)
            // Fill the last of it byte by byte.
            while write(opened, lines, lines.count) > 0 {}
            while write(opened, lines, 1) > 0 {}
        }

        var held: Int { unreadBytes(descriptor) }

        deinit { close(descriptor) }
    }

    private static let ride = ["play", "examples/visnjan-drive.gpx", "--speed", "100", "-D", "cap", "-f", "FLOAT_LE"]

    @Test(arguments: ["--state", "--applied"]) func theRainEndsInItsTime(option: String) throws {
        let (folder, captured, environment) = try SoundDevices.capturing()
        let pipe = try UnreadPipe(in: folder)
        let run = try RunningProgram(Self.ride + ["-d", "3", option, pipe.path], environment: environment)
        #expect(run.finish() == 0, "\(run.errors)")
        #expect(size(of: captured) == 3 * 48_000 * 8)
        #expect(pipe.held > 0)
        #expect(run.errors.contains("of \(pipe.path) were dropped: its reader was too slow"), "\(run.errors)")
    }

    @Test func anInterruptIsObeyed() throws {
        let (folder, _, environment) = try SoundDevices.capturing()
        let pipe = try UnreadPipe(in: folder)
        let run = try RunningProgram(Self.ride + ["-d", "600", "--state", pipe.path], environment: environment)
        try run.wait { pipe.held > 0 }
        // Time for a line that no longer fits.
        usleep(1_000_000)
        #expect(run.ended(by: SIGINT) == 130, "\(run.errors)")
        #expect(run.errors.contains("Played"), "\(run.errors)")
    }

    /// A stopped terminal accepts no messages.
    @Test func talkThatNobodyTakesIsNotWaitedFor() throws {
        let (folder, captured, environment) = try SoundDevices.capturing()
        let pipe = try UnreadPipe(in: folder, isFull: true)
        let line = "timeout 20 amaoto \((Self.ride + ["-d", "2"]).joined(separator: " ")) 2>\(pipe.path)"
        try Program.shellMustSucceed(line, environment: environment)
        #expect(size(of: captured) == 2 * 48_000 * 8)
    }

    /// Received data is complete, and a reader's fault is reported as usual.
    @Test func theOthersAreServedAsEver() throws {
        let folder = try Folder()
        let (_, environment) = try SoundDevices.capturing(in: folder)
        let play = "amaoto \((Self.ride + ["-d", "1"]).joined(separator: " "))"
        let read = try Program.shell("\(play) --state - | cat", environment: environment)
        #expect(read.status == 0 && !read.errors.contains("dropped"), "\(read.errors)")
        #expect(read.text.hasSuffix("}\n"))
        _ = try PrintedJSON.objects(read.text)
        let gone = try Program.shell("exec 3> >(true); wait $!; \(play) --state - >&3; echo code $? >&2", environment: environment)
        #expect(gone.errors.contains("code 141") && !gone.errors.contains("dropped"), "\(gone.errors)")
        let full = try Program.shell("\(play) --state /dev/full", environment: environment)
        #expect(full.status == 1 && full.errors.contains("/dev/full"), "\(full.errors)")
    }

    /// One Ctrl-C ends the wait for a reader that never comes.
    @Test(arguments: ["-o", "--state", "--captions"]) func theWaitingForAReaderIsLeftAtOnce(option: String) throws {
        let folder = try Folder()
        let pipe = try folder.makePipe("pipe.wav")
        let output = option == "-o" ? [] : ["-o", folder.path("rain.wav")]
        let run = try RunningProgram(["render", "examples/visnjan-drive.gpx", option, pipe.path] + output)
        try run.wait { run.errors.contains("of sound") }
        // Time to reach the pipe.
        usleep(300_000)
        #expect(run.isRunning)
        #expect(run.ended(by: SIGINT) == 130, "\(run.errors)")
        #expect(folder.names == ["pipe.wav"])
    }

    /// As with `| less` before its second page: the reader has the first lines and takes no more.
    @Test(arguments: [false, true]) func linesThatNobodyTakesDoNotHoldAnInterrupt(ofASession: Bool) throws {
        let folder = try Folder()
        let session = folder.path("rides.sqlite")
        let ride = ["track", "examples/yamanote-simulated.csv"]
        if ofASession { #expect(try Program.amaoto(ride + ["--session", session, "-o", "/dev/null"]).status == 0) }
        let run = try RunningProgram(ofASession ? ["sessions", "export", session, "-t", "jsonl"] : ride, keepsOutput: false)
        try run.wait { run.heldOutput > 60_000 }
        // Time for lines that no longer fit.
        usleep(500_000)
        #expect(run.ended(by: SIGINT) == 130, "\(run.errors)")
    }

    @Test func thePlayingsWaitIsLeftToo() throws {
        let (folder, _, environment) = try SoundDevices.capturing()
        let pipe = try folder.makePipe("pipe")
        let run = try RunningProgram(
            Self.ride + ["--state", pipe.path, "--record", folder.path("rain.wav")], environment: environment)
        // Nothing shows that it waits.
        usleep(1_500_000)
        #expect(run.isRunning, "\(run.errors)")
        #expect(run.ended(by: SIGINT) == 130, "\(run.errors)")
        #expect(folder.names.filter { $0.hasPrefix("rain") } == [], "\(folder.names)")
    }

    /// The outputs of a render that can be written are complete.
    @Test func oneLogThatFailsDoesNotLoseTheOthers() throws {
        let folder = try Folder()
        let files = ["--captions", folder.path("k.vtt"), "--stats", folder.path("k.json"), "--stems", folder.path("stems")]
        let run = try Program.amaoto(
            ["render", "examples/visnjan-drive.gpx", "--fit", "1", "-d", "1", "-o", folder.path("k.wav"), "--state", "/dev/full"]
                + files)
        #expect(run.status == 1 && run.errors.contains("/dev/full"), "\(run.errors)")
        #expect(folder.names == ["k.json", "k.vtt", "k.wav", "stems"])
        #expect(try String(contentsOf: folder.file("k.vtt"), encoding: .utf8).hasPrefix("WEBVTT"))
        _ = try PrintedJSON.object(in: folder.file("k.json"))
        let stems = try FileManager.default.contentsOfDirectory(atPath: folder.path("stems"))
        #expect(!stems.isEmpty)
    }
}
