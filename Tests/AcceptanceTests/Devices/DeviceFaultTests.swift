// SPDX-License-Identifier: MIT
import CompanionDevice
import Foundation
import TestTraits
import Testing

/// A ride played on a device that fails: all that the device accepted matches the export, so sound and track stay in step.
@Suite(.tags(.devices), .waiting) struct DeviceFaultTests {
    struct Fault: Sendable, CustomStringConvertible {
        var script: String
        var options: [String: String] = [:]
        var hearsResume = false
        /// Messages to the user.
        var says: [String] = []
        /// In `--stats`.
        var counts: [String: Int] = [:]
        /// Seconds of silence: minimum and approximate value.
        var silence = 0.0
        var losesFrames = false
        var description: String { "\(script) \(options)" }
    }

    static let faults = [
        Fault(script: "48000 xrun; 72000 xrun; 72500 xrun", says: ["the device buffer ran empty"], losesFrames: true),
        Fault(
            script: "48000 suspend 1", hearsResume: true, says: ["is suspended", "the track waited"], counts: ["suspends": 1], silence: 1),
        Fault(script: "48000 suspend 1", says: ["is suspended"], counts: ["suspends": 1], silence: 1, losesFrames: true),
        Fault(script: "48000 suspend 1 deaf", says: ["is suspended"], counts: ["suspends": 1], silence: 1, losesFrames: true),
        Fault(
            script: "48000 lose 1.5", says: ["the device is lost; reopening it for up to 30 s", "the device is back: 48000 Hz, FLOAT_LE"],
            counts: ["reconnections": 1], silence: 1.5, losesFrames: true),
        Fault(script: "48000 stall 2", says: ["accepts no sound", "after 2.0 s of silence"], counts: ["stalls": 1], silence: 2),
        // A device that never resumes is closed and reopened.
        Fault(
            script: "48000 stall", says: ["accepts no sound", "lost", "is back"], counts: ["stalls": 1, "reconnections": 1],
            silence: 3, losesFrames: true),
        Fault(script: "48000 wakes 1", options: ["WAKES": "yes"]),
        Fault(script: "", options: ["PERIODS": "441", "BUFFERS": "1000", "FORMATS": "FLOAT_LE", "CHANNELS": "2"], says: ["period of 441"]),
        Fault(
            script: "", options: ["PERIODS": "1000", "BUFFERS": "2500", "FORMATS": "FLOAT_LE", "CHANNELS": "2"], says: ["buffer of 2500"]),
        Fault(script: "", options: ["PERIODS": "333", "BUFFERS": "1024", "FORMATS": "FLOAT_LE", "CHANNELS": "2"], says: ["period of 333"]),
    ]

    static let frames = 144_000
    static let ride = ["examples/visnjan-drive.gpx", "--seed", "7", "--speed", "20", "-d", "3"]
    static let export: Result<Data, any Error> = Result { try rendered("FLOAT_LE", 48_000) }

    private static func rendered(_ format: String, _ rate: Int) throws -> Data {
        let run = try Program.mustSucceed(["render"] + ride + ["-f", format, "-r", "\(rate)", "-o", "-", "--container", "raw"])
        return run.output
    }

    /// They play concurrently, as each of them mostly waits, and start one after another.
    @Test func thePlayerComesThrough() throws {
        let runs = try Self.faults.map { fault -> (Fault, FaultyDevice) in
            let played = try FaultyDevice(fault.script, options: fault.options, hearsResume: fault.hearsResume, Self.ride)
            // A dozen that start at once would starve those that already play.
            try played.run.wait { played.device.log.contains { $0.kind == "start" } || !played.run.isRunning }
            return (fault, played)
        }
        for (fault, played) in runs { try check(fault, played) }
    }

    private func check(_ fault: Fault, _ played: FaultyDevice) throws {
        let log = { played.device.log }
        try played.run.wait { (log().last?.frame ?? 0) >= Self.frames - 1024 || !played.run.isRunning }
        // No busy loop, whatever the device did.
        if let spent = played.processorSeconds, let start = log().first(where: { $0.kind == "start" }) {
            let share = spent / (monotonicSeconds() - Double(start.instant) / 1e9)
            #expect(share < 0.4, "\(fault): the audio thread took \(share) of a core")
        }
        #expect(played.run.finish() == 0, "\(fault): \(played.run.errors)")

        let export = try Self.export.get()
        #expect(export.count == Self.frames * 8)
        let isEqual = played.device.played == played.expected(export, bytesPerFrame: 8)
        #expect(isEqual, "\(fault): \(log())")
        for words in fault.says { #expect(played.run.errors.contains(words), "\(fault): \(played.run.errors)") }
        // Several underruns within a minute are one line.
        #expect(played.run.errors.split(separator: "\n").count { $0.contains("ran empty") } <= 1, "\(fault): \(played.run.errors)")

        let statistics = try played.statistics()
        #expect(statistics["frames"] as? Int == Self.frames)
        let dry = log().filter { ($0.kind == "xrun" || $0.kind == "ran") && $0.frame < Self.frames }.count
        #expect(statistics["xruns"] as? Int == dry, "\(fault): \(log())")
        for (name, count) in fault.counts { #expect(statistics[name] as? Int == count, "\(fault): \(name)") }
        let silence = statistics["secondsSilent"] as? Double ?? -1
        #expect(silence >= fault.silence - 0.1 && silence < fault.silence + 1, "\(fault): silent for \(silence) s")
        let lost = statistics["framesLost"] as? Int ?? -1
        let dropped = played.device.dropped
        // Computed from the device's last reported delay, which is a few periods old on a busy machine.
        let error = 2500 * max(1, log().filter { $0.kind == "prepare" }.count - 1)
        #expect(abs(lost - dropped.reduce(0) { $0 + $1.count }) <= error, "\(fault): lost \(lost): \(log())")
        #expect(fault.losesFrames ? lost > 0 && !dropped.isEmpty : dropped.isEmpty, "\(fault): lost \(lost): \(log())")
    }

    @Test(arguments: ["S16_LE", "S24_3LE", "S32_LE"]) func oneFormatIsAllThatItTakes(_ format: String) throws {
        let played = try FaultyDevice(options: ["FORMATS": format], Self.ride)
        #expect(played.run.finish() == 0, "\(played.run.errors)")
        #expect(played.run.errors.contains(format))
        let export = try Self.rendered(format, 48_000)
        let isEqual = played.device.played == played.expected(export, bytesPerFrame: export.count / Self.frames)
        #expect(isEqual)
    }

    @Test(arguments: [44_100, 96_000]) func oneRateIsAllThatItTakes(_ rate: Int) throws {
        let played = try FaultyDevice(options: ["RATES": "\(rate)"], Self.ride)
        #expect(played.run.finish() == 0, "\(played.run.errors)")
        let isEqual = try played.device.played == played.expected(Self.rendered("FLOAT_LE", rate), bytesPerFrame: 8)
        #expect(isEqual)
    }

    @Test(.needs("sox")) func whatDoesNotComeBackIsTheEnd() throws {
        let folder = try Folder()
        let played = try FaultyDevice(
            "48000 lose", Self.ride + ["--reconnect", "1.5", "--record", folder.path("a.wav"), "--applied", folder.path("log")])
        #expect(played.run.finish() == 5)
        #expect(played.run.errors.contains("could not be opened again for 2 s"), "\(played.run.errors)")
        // The recording is kept.
        #expect(folder.names == ["a.wav", "log"])
        let info = try Program.shell("sox --i -s \(folder.path("a.wav"))")
        let frames = Int(info.text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
        #expect((48_000...49_024).contains(frames), "\(frames)")
        let statistics = try played.statistics()
        #expect(statistics["frames"] as? Int == frames)
        #expect(statistics["reconnections"] as? Int == 0)
        // The log of applied changes renders to the same sound.
        let again = try Program.amaoto(
            ["render", "--applied", folder.path("log"), "-f", "FLOAT_LE", "--container", "raw", "-o", "-"])
        #expect(again.status == 0 && again.output.count == frames * 8, "\(again.output.count) \(again.errors)")
    }

    /// Its server was killed: reported as soon as it is detected, and the end follows soon.
    @Test func aDeadServerIsSaidAndIsTheEnd() throws {
        let played = try FaultyDevice("48000 stall deaf", Self.ride)
        #expect(played.run.finish() == 5)
        let ended = monotonicSeconds()
        let said = played.run.errors
        for words in [
            "accepts no sound; it counts as lost after 3 s", "is lost; reopening it for up to 3 s", "could not be opened again for 3 s",
            "--reconnect",
        ] { #expect(said.contains(words), "\(said)") }
        #expect(!said.contains("the sound resumed"), "\(said)")
        let stalled = try #require(played.device.log.first { $0.kind == "stall" })
        // Three seconds until it counts as lost and three of attempts; the rest is allowance for a busy machine.
        #expect(ended - Double(stalled.instant) / 1e9 < 12)
        let silence = try played.statistics()["secondsSilent"] as? Double ?? -1
        #expect(silence > 5.5, "silent for \(silence) s")
    }

    @Test func aBufferOfOnePeriodIsRefused() throws {
        let played = try FaultyDevice(
            options: ["PERIODS": "1024", "BUFFERS": "1024", "FORMATS": "FLOAT_LE", "CHANNELS": "2"], Self.ride)
        #expect(played.run.finish() == 5)
        #expect(played.run.errors.contains("room for two periods") && played.run.errors.contains("--buffer"), "\(played.run.errors)")
    }

    /// The device offers another rate than the requested one, or none that the program has.
    @Test(arguments: [("44100 96000", ["-r", "48000"], "choose -r 44100 or 96000, or"), ("32000", [], "or another device with -D")])
    func refusedRatesAreSaid(_ rates: String, _ asked: [String], _ remedy: String) throws {
        let played = try FaultyDevice(options: ["RATES": rates], Self.ride + asked)
        #expect(played.run.finish() == 5)
        #expect(played.run.errors.contains("none of the requested sample rates"), "\(played.run.errors)")
        #expect(played.run.errors.contains(remedy), "\(played.run.errors)")
    }

    /// The device offers another format than the requested one, or no known one.
    @Test(arguments: [("S16_LE", ["-f", "S32_LE"], "choose -f S16_LE, or"), ("U8", [], "or another device with -D")])
    func refusedFormatsAreSaid(_ format: String, _ asked: [String], _ remedy: String) throws {
        let played = try FaultyDevice(options: ["FORMATS": format], Self.ride + asked)
        #expect(played.run.finish() == 5)
        #expect(played.run.errors.contains("none of the requested formats"), "\(played.run.errors)")
        #expect(played.run.errors.contains(remedy), "\(played.run.errors)")
    }

    /// Ctrl-C while the device is lost, stalled or suspended.
    @Test(arguments: ["24000 lose", "24000 stall", "24000 suspend 100"]) func aStopIsNotHeldBack(_ script: String) throws {
        let played = try FaultyDevice(script, Self.ride)
        try played.run.wait { played.run.errors.contains("the device ") }
        let asked = monotonicSeconds()
        #expect(played.run.ended(by: SIGINT) == 130)
        #expect(monotonicSeconds() - asked < 5)
    }
}
