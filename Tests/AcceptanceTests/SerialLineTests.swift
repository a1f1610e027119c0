// SPDX-License-Identifier: MIT
import Foundation
import LiveEnds
import TestTraits
import Testing

/// A serial line is restored, however the program that read it ends.
@Suite(.waiting, .serialized) struct SerialLineTests {
    @Test(
        arguments: [
            (["where", "--timeout", "60"], SIGINT), (["where", "--timeout", "60", "-b", "4800"], SIGINT),
            (["where", "--timeout", "60"], SIGTERM),
            (["where", "--timeout", "60", "-b", "4800"], SIGHUP), (["track", "-b", "4800"], SIGINT),
        ] as [([String], Int32)])
    func aSignalLeavesItAsItWas(words: [String], signal: Int32) throws {
        let line = try SerialLine()
        let before = line.state
        let run = try RunningProgram(words + [line.path])
        try run.wait { line.isRaw }
        #expect(line.speed == speed_t(words.contains("4800") ? B4800 : B9600))
        #expect(run.ended(by: signal) == 128 + signal, "\(run.errors)")
        #expect(line.state == before)
    }

    @Test func whoHasWhatItWantedLeavesItAsItWas() throws {
        let line = try SerialLine()
        let before = line.state
        let run = try RunningProgram(["where", line.path, "-b", "4800"])
        try run.wait { line.isRaw }
        var second = 0
        try run.wait {
            try? line.say(SerialLine.sentences(second: second))
            second += 1
            return !run.isRunning
        }
        #expect(run.finish() == 0, "\(run.errors)")
        #expect(run.text.contains("35.683333, 139.766667"), "\(run.text)")
        #expect(line.state == before)
    }

    /// The first signal requests an orderly end, the second ends the program at once.
    @Test func signalsInTheMiddleOfAPlayingLeaveItAsItWas() throws {
        let line = try SerialLine()
        let before = line.state
        let run = try RunningProgram(["play", line.path, "-b", "4800", "-D", "null"])
        try run.wait { line.isRaw }
        try run.wait {
            if run.isRunning { run.send(SIGINT) }
            return !run.isRunning
        }
        #expect(line.state == before, "\(run.errors)")
    }

    /// A user outside the required group learns its name.
    @Test(.needs("setpriv"), .enabled(if: geteuid() == 0, "only root can become somebody without groups"))
    func whoMayNotOpenItIsToldWhichGroupTo() throws {
        let line = try SerialLine()
        let group = try #require(getgrnam("dialout")?.pointee.gr_gid)
        try #require(fchown(line.slave, 0, group) == 0 && fchmod(line.slave, 0o660) == 0)
        // The package's folder may be inaccessible to others.
        let folder = try Folder()
        let program = folder.file("amaoto")
        try FileManager.default.copyItem(at: Program.products.appendingPathComponent("amaoto"), to: program)
        for file in [folder.url, program] { try #require(chmod(file.path, 0o755) == 0) }
        let nobody = "setpriv --reuid=65534 --regid=65534 --clear-groups '\(program.path)'"
        guard try Program.shell("\(nobody) --version").status == 0 else {
            return print("NOT RUN: the message about a line's group: whoever is not root cannot run the program here")
        }
        let run = try Program.shell("\(nobody) where '\(line.path)' --timeout 20")
        #expect(run.status == 4 && run.text.isEmpty, "\(run.errors)")
        #expect(
            run.errors.contains("\(line.path): cannot be opened: permission denied; join the group 'dialout': usermod -aG dialout $USER"),
            "\(run.errors)")
    }
}
