import Foundation
import LiveEnds
import Testing

/// A serial line is as it was, however the program that read it ends.
@Suite(.serialized) struct SerialLineTests {
    @Test(arguments: [
        (["where", "--timeout", "60"], SIGINT), (["where", "--timeout", "60", "-b", "4800"], SIGINT), (["where", "--timeout", "60"], SIGTERM),
        (["where", "--timeout", "60", "-b", "4800"], SIGHUP), (["track", "-b", "4800"], SIGINT),
    ] as [([String], Int32)])
    func aSignalLeavesItAsItWas(words: [String], signal: Int32) throws {
        let line = try SerialLine()
        defer { close(line.slave) }
        let before = line.state
        let run = try RunningProgram(words + [line.path])
        try run.wait { line.isRaw }
        #expect(line.speed == speed_t(words.contains("4800") ? B4800 : B9600))
        run.send(signal)
        #expect(run.finish() == 128 + signal, "\(run.errors)")
        #expect(line.state == before)
    }

    @Test func whoHasWhatItWantedLeavesItAsItWas() throws {
        let line = try SerialLine()
        defer { close(line.slave) }
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

    /// The first asks for an orderly end, the second leaves at once.
    @Test func signalsInTheMiddleOfAPlayingLeaveItAsItWas() throws {
        let line = try SerialLine()
        defer { close(line.slave) }
        let before = line.state
        let run = try RunningProgram(["play", line.path, "-b", "4800", "-D", "null"])
        try run.wait { line.isRaw }
        try run.wait {
            if run.isRunning { run.send(SIGINT) }
            return !run.isRunning
        }
        #expect(line.state == before, "\(run.errors)")
    }
}
