// SPDX-License-Identifier: MIT
import CompanionDevice
import Foundation
import TestTraits
import Testing

/// SIGSTOP and SIGCONT, and the signals that end playing, on a device with the pace of hardware.
@Suite(.tags(.program), .waiting, .serialized) struct PausedProcessTests {
    /// Stopped by the shell for a second and continued: the underrun is counted and reported, and the sound goes on.
    @Test func aStoppedProgramGoesOn() throws {
        let folder = try Folder()
        let device = CompanionDevice(in: folder.url.path), played = folder.file("played")
        let statistics = folder.file("stats.json"), session = folder.file("s.sqlite")
        let run = try RunningProgram(
            ["play", "-", "-D", device.name, "-f", "FLOAT_LE", "-d", "6", "--stats", statistics.path, "--session", session.path],
            environment: ["ALSA_CONFIG_PATH": try device.writeConfiguration()])
        try run.type("{\"time\":1767653235,\"lat\":35.6,\"lon\":139.7,\"speed\":3}\n")
        try run.wait { size(of: played) > 48_000 }
        run.send(SIGSTOP)
        // Input that arrives while it is stopped is not lost. A second is far longer than the device's buffer.
        for second in 1...20 { try run.type("{\"time\":\(1_767_653_235 + second),\"lat\":35.6,\"lon\":139.7,\"speed\":3}\n") }
        usleep(1_000_000)
        let stopped = size(of: played)
        run.send(SIGCONT)
        try run.wait { size(of: played) > stopped + 100_000 }
        #expect(run.finish() == 0, "\(run.errors)")
        #expect(run.errors.contains("ran empty"), "\(run.errors)")
        let json = try PrintedJSON.object(in: statistics)
        #expect(json["xruns"] as? Int ?? 0 >= 1)
        // The track's six seconds were rendered; the device's buffered sound at the underrun was not played.
        #expect(json["frames"] as? Int == 6 * 48_000)
        #expect(size(of: played) <= 6 * 48_000 * 8)
        #expect(run.errors.contains("Kept 21 fixes"), "\(run.errors)")
    }

    @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
    func aPlayingEndsInOrder(signal: Int32, code: Int32) throws {
        let folder = try Folder()
        let device = CompanionDevice(in: folder.url.path), played = folder.file("played")
        let record = folder.file("r.wav"), session = folder.file("s.sqlite"), applied = folder.file("l.jsonl")
        let run = try RunningProgram(
            [
                "play", "examples/visnjan-drive.gpx", "-D", device.name, "-f", "FLOAT_LE", "--record", record.path, "--session",
                session.path, "--applied", applied.path,
            ], environment: ["ALSA_CONFIG_PATH": try device.writeConfiguration()])
        try run.wait { size(of: played) > 200_000 }
        #expect(run.ended(by: signal) == code, "\(run.errors)")
        #expect(Set(folder.names) == ["asound.conf", "log", "played", "r.wav", "s.sqlite", "l.jsonl"])
        #expect(run.errors.contains("Kept "), "\(run.errors)")
        // Exact silence at the end, and the log renders to the same sound.
        #expect(try Data(contentsOf: played).suffix(800).allSatisfy { $0 == 0 })
        try Program.mustSucceed("render", "--applied", applied.path, "-o", folder.path("again.wav"))
    }
}
