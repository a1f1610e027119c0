// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// The ALSA thread plays what the exporter writes.
@Suite(.waiting, .serialized) struct LivePlayTests {
    @Test func playingEqualsRendering() throws {
        let (folder, captured, environment) = try SoundDevices.capturing()
        let statistics = folder.file("stats.json")
        let common = ["examples/visnjan-drive.gpx", "-f", "FLOAT_LE", "--seed", "7", "--speed", "20", "-d", "20"]
        try Program.mustSucceed(["play"] + common + ["-D", "cap", "--stats", statistics.path], environment: environment)
        let render = try Program.mustSucceed(["render"] + common + ["-o", "-", "--container", "raw"])
        let played = try Data(contentsOf: captured)
        #expect(played.count == 20 * 48_000 * 8)
        #expect(played == render.output)
        #expect(Set(played).count > 200, "a silent capture proves nothing")

        let json = try PrintedJSON.object(in: statistics)
        let publisher = json["publisherThread"] as? Int, renderer = json["rendererThread"] as? Int
        #expect(publisher != nil && renderer != nil && publisher != renderer)
        #expect(json["lateEntries"] as? Int == 0)
        #expect(json["xruns"] as? Int == 0)
    }

    /// Each event starts a command that sleeps far beyond the ride: every sample is the same, and the end does not wait for them.
    @Test func commandsThatTakeForEverAreNotInTheWay() throws {
        let (folder, captured, environment) = try SoundDevices.capturing()
        // Straight north at 10 m/s through a disc of 100 m.
        let rows = (0...40).map { "\(1_767_225_600 + $0),\(35 + Double($0 * 10 - 200) / 110_941),139,5\n" }.joined()
        let walk = try folder.write("time,lat,lon,accuracy\n" + rows, to: "walk.csv")
        let common = [
            walk.path, "-p", try LandmarkCommandTests.preset(folder).path, "--point", "home=35,139", "--region", "HOME=35,139,100m", "-f",
            "FLOAT_LE", "--speed", "20",
        ]
        let told = folder.file("told")
        let play = try Program.mustSucceed(
            ["play"] + common + ["-D", "cap", "--on", "*=echo >>\(told.path); sleep 30"], environment: environment)
        #expect(play.errors.contains("commands were not run before the end"), "\(play.errors)")
        // The first command was running all the time; the others were never started.
        #expect(try String(contentsOf: told, encoding: .utf8) == "\n")
        let render = try Program.amaoto(["render"] + common + ["-o", "-", "--container", "raw"])
        #expect(render.status == 0 && render.output.count > 48_000 * 8, "\(render.errors)")
        #expect(try Data(contentsOf: captured) == render.output)
    }

    @Test func withoutADeviceItSaysSoAndListsThem() throws {
        let folder = try Folder()
        let run = try Program.amaoto(
            "play", "examples/visnjan-drive.gpx", "-D", "hw:7", environment: SoundDevices.defined("", in: folder))
        #expect(run.status == 5)
        #expect(run.errors.contains("hw:7"))
        #expect(run.errors.contains("evice"))
        #expect(run.errors.contains("amaoto doctor"))
    }

    /// A service that starts again until its source is there must not let the rain be heard for a moment each time, nor leave files
    /// that stop the next start.
    @Test func aSourceThatIsNotThereIsReportedBeforeAnySound() throws {
        let (folder, captured, environment) = try SoundDevices.capturing()
        let recording = folder.file("take.flac"), states = folder.file("states.jsonl")
        let run = try Program.amaoto(
            "play", "tcp://127.0.0.1:1", "--plain", "-D", "cap", "--record", recording.path, "--state", states.path,
            environment: environment)
        #expect(run.status == 4)
        #expect(run.errors.split(separator: "\n").count == 1 && run.errors.contains("does not answer"), "\(run.errors)")
        #expect((try? Data(contentsOf: captured))?.isEmpty ?? true)
        for file in [recording, states] { #expect(!FileManager.default.fileExists(atPath: file.path), "\(file.path)") }
    }

    /// The rate does not make it a mistake to name a receiver that is not plugged in.
    @Test func aReceiverThatIsNotPluggedInIsSaidToBeSo() throws {
        let run = try Program.amaoto("play", "/dev/ttyUSB77", "-b", "4800", "-D", "null")
        #expect(run.status == 4 && run.errors.contains("plug the receiver in"), "\(run.errors)")
    }

    /// The faults of a live track are summarised at its end: broken lines by kind, late fixes, a clock that jumped.
    @Test(arguments: [false, true]) func aPipesFaultsAreToldAtTheEnd(tellsAll: Bool) throws {
        let folder = try Folder()
        let (_, environment) = try SoundDevices.capturing(in: folder)
        let start = 1_767_225_600
        func rows(_ seconds: Range<Int>, shift: Int = 0) -> String {
            seconds.map { "\(start + $0 + shift),\(1 + Double($0) * 0.0001),2\n" }.joined()
        }
        // The receiver's clock is an hour fast until it is corrected.
        let text =
            "time,lat,lon\n" + rows(0..<20) + String(repeating: "\(start + 20),north,2\n", count: 12) + rows(20..<40, shift: -3600)
            + rows(40..<60)
        let run = try Program.mustSucceed(
            ["play", "-", "-D", "cap", "--speed", "60"] + (tellsAll ? ["-v"] : []), input: Data(text.utf8), environment: environment)
        #expect(run.errors.contains("read 60 fixes, 20 late, 12 faults (12 bad value)"), "\(run.errors)")
        #expect(run.errors.contains("back by 60 minutes"))
        let told = run.errors.split(separator: "\n").count { $0.contains("stdin:") && $0.contains("north") }
        #expect(
            told == (tellsAll ? 12 : 10) && run.errors.contains("further faults are counted and reported at the end") == !tellsAll,
            "\(run.errors)")
    }
}
