// SPDX-License-Identifier: MIT
import Foundation
import RainSynthesis
import SoundAnalysis
import TestTraits
import Testing

/// Renders for the studio: spans, stems and markers, compared with the sound itself.
@Suite(.waiting, .serialized) struct ExportTests {
    // MARK: Spans

    @Test func theSameSpanMayBeWrittenInManyWays() throws {
        func render(_ options: String...) throws -> ProgramRun {
            try Program.amaoto(
                ["render", "examples/visnjan-drive.gpx", "--speed", "10", "-o", "-", "--container", "raw", "-f", "S16_LE", "-c", "1"]
                    + options)
        }
        let seconds = try render("--from", "60", "--until", "210")
        #expect(seconds.status == 0, "\(seconds.errors)")
        // 150 s of the track at ten times its speed, and a fade of 0.2 s.
        #expect(seconds.output.count == 2 * 48_000 * 152 / 10)
        let clock = try render("--from", "1:00", "--until", "0:03:30"), units = try render("--from", "1m", "--until", "3.5m", "-d", "1h")
        #expect(clock.output == seconds.output && units.output == seconds.output)
        let first = try render("-d", "0:05", "--from", "60s")
        #expect(first.output.count == 2 * 48_000 * 5 && first.output.prefix(300_000) == seconds.output.prefix(300_000))
        let wrong = try render("--from", "1:75")
        #expect(wrong.status == 2 && wrong.errors.contains("write seconds, 1:30, 5m or 1h"))
    }

    @Test(arguments: [
        ("examples/yamanote-simulated.csv", true), ("examples/yamanote-simulated.csv --fit 700", false),
        ("examples/visnjan-drive.gpx", false),
    ])
    func beforeMoreThanTenMinutesItSaysHowToGetOne(input: String, isSaid: Bool) throws {
        let folder = try Folder()
        let run = try Program.shell("amaoto render \(input) -o \(folder.path("a.wav")) --dry-run")
        #expect(run.status == 0 && run.errors.contains(" of sound"), "\(run.errors)")
        #expect(run.errors.contains("--fit 60 fits the track into one minute") == isSaid, "\(run.errors)")
    }

    @Test(arguments: [("0.002", "at 0.002 times"), ("20", "at 20 times"), ("1", "of sound at")]) func theSpeedIsSaid(
        speed: String, words: String
    ) throws {
        let run = try Program.amaoto("render", "examples/visnjan-drive.gpx", "--speed", speed, "--dry-run", "-o", "x.wav")
        #expect(run.errors.contains("\(words) the track's speed"), "\(run.errors)")
    }

    /// Some of these instants are later than any that the clock can count.
    @Test func aSpanFarBeyondTheTrackEndsWithIt() throws {
        let folder = try Folder()
        func render(_ options: String...) throws -> ProgramRun {
            try Program.amaoto(
                ["render", "examples/visnjan-drive.gpx", "--fit", "2", "-o", folder.path("a.wav"), "--dry-run"] + options)
        }
        let whole = try render()
        for until in ["1000000h", "8e9", "3000000h", "1e300"] {
            let run = try render("--until", until)
            #expect(run.status == 0 && run.errors == whole.errors, "\(until): \(run.errors)")
        }
        for from in ["1000000h", "8e9", "3000000h", "1e300"] {
            let run = try render("--from", from)
            #expect(run.status == 2 && run.errors.contains("--from and --until select nothing"), "\(from): \(run.errors)")
        }
    }

    /// A file of several days is hours of sound, most of them without a fix; fitting it into a minute would not help.
    @Test func daysInOneFileAreSaidToBeMostlyGaps() throws {
        let folder = try Folder()
        let rows = [0, 86_400, 172_800].flatMap { day in (0..<120).map { "\(1_767_225_600 + day + $0),45.2,\(13.6 + Double($0) * 1e-4)\n" }
        }
        try folder.write("time,lat,lon\n\(rows.joined())", to: "days.csv")
        func render(_ options: [String]) throws -> ProgramRun {
            try Program.amaoto(["render", folder.path("days.csv"), "-o", folder.path("a.wav"), "--dry-run"] + options)
        }
        for options in [[], ["--fit", "60"]] {
            let run = try render(options)
            #expect(run.status == 0 && !run.errors.contains("fits the track"), "\(run.errors)")
            let words = "47:56:02 of the track's 48:01:59 are gaps, the first from 1:59 to 24:00:00"
            #expect(run.errors.contains(words) && run.errors.contains("--from and --until"), "\(run.errors)")
        }
        for options in [["--until", "1:59"], ["--from", "24h", "--until", "24:01:59"], ["-d", "60"]] {
            let run = try render(options)
            #expect(run.status == 0 && !run.errors.contains("gaps"), "\(run.errors)")
        }
    }

    // MARK: Stems

    @Test(arguments: ["storm", "commuter"]) func stemsAreTheMix(preset: String) throws {
        let folder = try Folder()
        let stems = folder.file("stems")
        let command = [
            "render", "examples/visnjan-drive.gpx", "-p", preset, "--fit", "12", "-f", "FLOAT_LE", "--gain", "-12", "-o",
        ]
        let run = try Program.mustSucceed(command + [folder.path("mix.wav"), "--stems", stems.path])
        #expect(run.errors.contains("Stems in \(stems.path): drops.wav"))
        let mix = try Sound(of: folder.file("mix.wav"))
        // Stems do not change a byte of the mix.
        try Program.mustSucceed(command + [folder.path("plain.wav")])
        #expect(try Sound(of: folder.file("plain.wav")) == mix)
        let names = try FileManager.default.contentsOfDirectory(atPath: stems.path)
        var sum = mix.channels.map { $0.map { _ in 0.0 } }
        for name in names {
            let stem = try Sound(of: stems.appendingPathComponent(name))
            try #require(stem.frames == mix.frames && stem.channels.count == 2)
            for channel in 0..<2 { for frame in 0..<stem.frames { sum[channel][frame] += Double(stem.channels[channel][frame]) } }
        }
        var worst = 0.0, level = 0.0
        for channel in 0..<2 {
            for frame in 0..<mix.frames {
                worst = max(worst, abs(sum[channel][frame] - Double(mix.channels[channel][frame])))
                level = max(level, Double(mix.channels[channel][frame].magnitude))
            }
        }
        // The limiter is idle, so that the file is the mix before the limiter.
        #expect(level < 0.8 && level > 0.01)
        #expect(20 * log10(worst) < -120, "\(20 * log10(worst)) dB")
    }

    @Test func stemsAreTheSameForAnyNumberOfJobs() throws {
        let folder = try Folder()
        let files = try [1, 3, 8].map { jobs in
            let stems = folder.file("stems-\(jobs)")
            try Program.mustSucceed([
                "render", "examples/visnjan-drive.gpx", "-p", "storm", "--fit", "5", "-o", folder.path("\(jobs).wav"),
                "--stems", stems.path, "--jobs", "\(jobs)",
            ])
            return try FileManager.default.contentsOfDirectory(atPath: stems.path).sorted().map { name in
                (name, try Data(contentsOf: stems.appendingPathComponent(name)))
            }
        }
        #expect(files[0].map(\.0) == SoundLayer.allCases.map { "\($0.name).wav" }.sorted())
        for other in files.dropFirst() { #expect(other.elementsEqual(files[0], by: ==)) }
        let refused = try Program.amaoto(["render", "-p", "storm", "-d", "1", "-o", folder.path("no.wav"), "--jobs", "2"])
        #expect(refused.status == 2 && refused.errors.contains("--jobs requires --stems"))
    }

    @Test func stemsReplaceNothing() throws {
        let folder = try Folder()
        let stems = try folder.makeFolder("stems")
        try folder.write("mine", to: "stems/bed.wav")
        let command = ["render", "-p", "drizzle", "-d", "1", "-o", folder.path("mix.wav"), "--stems", stems.path]
        let run = try Program.amaoto(command)
        #expect(run.status == 1 && run.errors.contains("bed.wav") && run.errors.contains("-y"), "\(run.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: stems.path) == ["bed.wav"])
        #expect(folder.names == ["stems"])
        try Program.mustSucceed(command + ["-y"])
        #expect(try Sound(of: stems.appendingPathComponent("bed.wav")).frames == 48_000)
    }

    // MARK: Markers

    @Test(.needs("python3", "soxi")) func eventsAreMarkers() throws {
        let folder = try Folder()
        let file = folder.file("ride.wav"), state = folder.file("state.jsonl")
        try Program.mustSucceed(
            "render", "examples/yamanote-simulated.csv", "--fit", "60", "-f", "S16_LE", "-o", file.path, "--state", state.path)
        // An independent reader walks the chunks; sox still reads the sound.
        let reader = WaveChunks.python + "print(json.dumps(cues(chunks(sys.argv[1]))))\n"
        let script = try folder.write(reader, to: "reader.py")
        let read = try Program.shellMustSucceed("python3 '\(script.path)' '\(file.path)'")
        let places = try #require(try JSONSerialization.jsonObject(with: read.output) as? [[Any]])
        let cues: [String] = places.map { "\($0[0]) \($0[1])" }
        #expect(try Program.shell("soxi -s '\(file.path)'").text == "2880000\n")
        var struck: [String] = []
        for record in try PrintedJSON.objects(in: state) {
            for event in record["events"] as? [[String: Any]] ?? [] {
                let subject = (event["subject"] as? String).map { " \($0)" } ?? ""
                struck.append("\(event["onset"] ?? "") \(event["name"] ?? "")\(subject)")
            }
        }
        #expect(struck.count > 5)
        #expect(Set(struck).isSubset(of: Set(cues)))
        #expect(cues.contains { $0.contains("arrived ") })
    }

    /// Where the stems cannot be written, nothing of them stays.
    @Test func failedStemsLeaveNoFolder() throws {
        let folder = try Folder()
        let run = try Program.shell(
            "cd '\(folder.url.path)' && ulimit -n 14 && amaoto render -p drizzle -d 1 -o mix.wav --stems stems -q")
        #expect(run.status != 0 && !FileManager.default.fileExists(atPath: folder.path("stems")), "\(run.errors)")
    }
}
