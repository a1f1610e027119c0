// SPDX-License-Identifier: MIT
import Foundation
import LiveEnds
import SoundAnalysis
import TestTraits
import Testing

/// Several tracks on the command line: files, and ids in one file.
@Suite(.tags(.program), .waiting, .serialized) struct SeveralTracksTests {
    /// Ground truth of the MOT challenge, sorted by id as in such files: five people who walk past, and a row to be ignored.
    private static let people =
        (1...5).flatMap { id in
            (1...90).map { frame in "\(frame + 15 * id),\(id),\(100 + 50 * id + 3 * frame),200,40,90,1,1,0.9\n" }
        }.joined() + "7,6,1,1,1,1,0,1,0.9\n"

    @Test func peopleInAFileAreTracks() throws {
        let folder = try Folder()
        let file = try folder.write(Self.people, to: "gt.txt"), state = folder.file("state.jsonl")
        func render(_ arguments: String...) throws -> ProgramRun {
            try Program.amaoto(["render", file.path, "--frame-rate", "30", "-f", "FLOAT_LE", "-y", "-o"] + arguments)
        }
        let all = try render(folder.path("all.wav"), "--state", state.path, "--block", "480")
        #expect(all.status == 0 && all.errors.contains("5 tracks at once: 1, 2, 3, 4, 5."), "\(all.errors)")
        let records = try PrintedJSON.objects(in: state)
        #expect(Set(records.compactMap { $0["track"] as? String }) == ["1", "2", "3", "4", "5"])
        let samples = records.compactMap { $0["sample"] as? Int }
        #expect(samples == samples.sorted() && samples.count == records.count)
        // A person first sounds at the second row, which gives a speed: half a second after the previous person.
        for id in 1...5 {
            let first = records.first { $0["track"] as? String == "\(id)" }?["sample"] as? Int
            #expect(abs((first ?? -1) - 1_600 - (id - 1) * 24_000) <= 960, "\(id): \(first ?? -1)")
        }
        // A second render with another block size is the same file.
        let again = try render(folder.path("again.wav"))
        #expect(again.status == 0)
        #expect(try Data(contentsOf: folder.file("all.wav")) == Data(contentsOf: folder.file("again.wav")))
        let one = try render(folder.path("one.wav"), "--only", "3")
        #expect(one.status == 0 && !one.errors.contains("tracks at once"))
        let nobody = try render(folder.path("none.wav"), "--only", "9")
        #expect(nobody.status == 4 && nobody.errors.contains("no usable fix with the id '9'"))
        #expect(nobody.errors.contains("a column such as track_id"), "\(nobody.errors)")
        let together = try render(folder.path("together.wav"), "--one-track")
        #expect(together.status == 0 && !together.errors.contains("tracks at once"))
        let session = try render(folder.path("s.wav"), "--session", folder.path("s.sqlite"))
        #expect(session.status == 2 && session.errors.contains("--only"))
    }

    @Test func eachIdHasItsOwnTracker() throws {
        let folder = try Folder()
        let file = try folder.write(Self.people, to: "gt.txt")
        let run = try Program.mustSucceed(["track", file.path, "--frame-rate", "30"])
        let lines = try PrintedJSON.objects(run.text)
        #expect(lines.count == 450)
        let nobody = try Program.amaoto(["track", file.path, "--frame-rate", "30", "--only", "9"])
        #expect(
            nobody.status == 4 && nobody.errors.contains("no usable fix with the id '9'; `amaoto track` without --only"), "\(nobody.errors)"
        )
        // 3 pixels of 0.01 m per frame, thirty frames per second: 0.9 m/s for everybody, and never the distance between two
        // people.
        let speeds = lines.compactMap { $0["speed"] as? Double }
        #expect(speeds.count > 400 && speeds.allSatisfy { abs($0 - 0.9) < 0.01 })
        #expect(lines.allSatisfy { ($0["events"] as? [Any])?.isEmpty == true })
    }

    @Test func filesAreTracks() throws {
        let folder = try Folder()
        for (index, name) in ["anna", "ben"].enumerated() {
            let rows = (0...4).map { "\(1_767_225_600 + 2 * index + $0),\(10 + index)\n" }.joined()
            try folder.write("time,speed\n" + rows, to: "\(name).csv")
        }
        let files = ["anna", "ben"].map { folder.path("\($0).csv") }
        let run = try Program.amaoto(["render"] + files + ["-o", folder.path("both.wav"), "--captions", folder.path("both.vtt")])
        #expect(run.status == 0 && run.errors.contains("2 tracks at once: \(files[0]), \(files[1])."), "\(run.errors)")
        #expect(try Sound(of: folder.file("both.wav")).frames >= 6 * 48_000)
        let bad = try Program.amaoto(["render", files[0], folder.path("nobody.csv"), "-o", folder.path("bad.wav")])
        #expect(bad.status == 4 && bad.errors.contains("nobody.csv"))
        let live = try Program.amaoto(["render", files[0], "-", "-o", folder.path("bad.wav")])
        #expect(live.status == 2)
    }

    /// Sixty-four through the audio thread: the bytes of the file, and as loud as one of them.
    @Test func playingSixtyFourEqualsRendering() throws {
        let (folder, captured, environment) = try SoundDevices.capturing()
        let stats = folder.file("stats.json")
        let rows = (0...5).flatMap { second in (0..<64).map { "\(1_767_225_600 + second),\(12 + $0 % 5),bus \($0)\n" } }
        let file = try folder.write("time,speed,vehicle\n" + rows.joined(), to: "fleet.csv")
        let common = [file.path, "-f", "FLOAT_LE", "-p", "commuter", "--gain", "-6"]
        let play = try Program.amaoto(["play"] + common + ["-D", "cap", "--stats", stats.path], environment: environment)
        #expect(play.status == 0 && play.errors.contains("64 tracks at once"), "\(play.errors)")
        func render(_ more: String...) throws -> Data {
            let run = try Program.mustSucceed(["render"] + common + ["-o", "-", "--container", "raw"] + more)
            return run.output
        }
        func loudness(_ sound: Data) -> Double {
            let meter = LoudnessMeter(sampleRate: 48_000, channelCount: 2)
            meter.add(Sound(sampleRate: 48_000, interleaved: sound.floats, channelCount: 2))
            return meter.integrated
        }
        let all = try render()
        #expect(try Data(contentsOf: captured) == all && all.count > 5 * 48_000 * 8)
        // Five speeds in rotation.
        let alone = try (0..<5).map { loudness(try render("--only", "bus \($0)")) }
        let one = 10 * log10(alone.map { pow(10, $0 / 10) }.reduce(0, +) / 5)
        #expect(abs(loudness(all) - one) < 1, "\(loudness(all)) and \(alone) LUFS")
        let figures = try PrintedJSON.object(in: stats)
        #expect(figures["lateEntries"] as? Int == 0 && figures["queueOverflows"] as? Int == 0 && figures["xruns"] as? Int == 0)
    }

    /// A live source has no end of its own, so what it ignored is said when it is interrupted.
    @Test(.needs("curl")) func thingsBeyondTheLimitAreToldAtTheEndOfALiveSource() throws {
        let port = try freePort()
        let run = try RunningProgram(["track", "http://:\(port)"])
        try run.wait { run.errors.contains("listening") }
        // One more than the 64 that are followed, each once, and that one twice.
        let post = (0...65).map { "id=t\(min($0, 64))&lat=46.5&lon=6.6&timestamp=\(1_767_653_235 + $0)" }.joined(separator: "\n")
        #expect(try Program.shell("curl -sf --data-binary '\(post)' http://127.0.0.1:\(port)/").text == "[]")
        try run.wait { run.text.contains("\"t63\"") }
        #expect(run.ended(by: SIGINT) == 130)
        #expect(run.errors.contains("2 fixes of 1 further track ignored"), "\(run.errors)")
        #expect(run.errors.contains(": t64; --only ID chooses one"), "\(run.errors)")
    }

    /// Two dancers by liblo's own tool: each sounds separately as soon as it comes, and is recorded.
    @Test(.needs("oscsend")) func liveThingsAreTracksAsTheyCome() throws {
        let (folder, _, environment) = try SoundDevices.capturing()
        let state = folder.file("state.jsonl"), told = folder.file("told"), session = folder.file("s.sqlite")
        let port = try freePort(datagrams: true)
        let run = try RunningProgram(
            [
                "play", "osc://:\(port)", "-D", "cap", "-p", "commuter", "--state", state.path, "--session", session.path,
                "--on", "*=echo \"$AMAOTO_TRACK\" >>\(told.path)",
            ], environment: environment)
        try run.wait { run.errors.contains(" on cap") && run.errors.contains("listening") }
        func send(_ name: String, _ x: Double) throws {
            try Program.shellMustSucceed("oscsend 127.0.0.1 \(port) \(name) ff \(x) 2.5")
        }
        for step in 0..<10 {
            try send("/dancer/anna", Double(step) / 10)
            if step >= 5 { try send("/dancer/ben", Double(step) / 5) }
            usleep(200_000)
        }
        #expect(run.ended(by: SIGINT) == 130)
        let records = try PrintedJSON.objects(in: state)
        let tracks = records.map { $0["track"] as? String }
        // The owner is implicit until the second one comes.
        let first = try #require(tracks.firstIndex { $0 != nil })
        #expect(first > 5 && Set(tracks[first...].compactMap { $0 }) == ["/dancer/anna", "/dancer/ben"], "\(tracks)")
        #expect(run.errors.contains("Kept 15 fixes"), "\(run.errors)")
        let again = try Program.amaoto("render", session.path, "-o", folder.path("again.wav"))
        #expect(again.status == 0 && again.errors.contains("2 tracks at once: /dancer/anna, /dancer/ben."), "\(again.errors)")
    }
}
